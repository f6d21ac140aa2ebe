/* SPDX-License-Identifier: MIT */
#include "startup.h"

        .syntax unified
        .arm
function bench_registers arm
        stmia   r0, {r0-r12}
        str     sp, [r0, #52]
        str     lr, [r0, #56]
        bic     r1, lr, #1
        str     r1, [r0, #60]
        mrs     r0, cpsr
        tst     lr, #1
        orrne   r0, r0, #0x20 /* T reads as 0 (ARM ARM B9.3.8) */
        bx      lr
end_function bench_registers
