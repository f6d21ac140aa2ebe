/* SPDX-License-Identifier: MIT */
#include "boards/common/startup.h"

        .syntax unified
        .arm
        .fpu    vfpv3-d16

/* bool fpu_keep(uint32_t seed, void (*other)(uint32_t)) */
function fpu_keep arm
        push    {r4-r8, lr}
        .cfi_def_cfa_offset 24
        .cfi_offset r4, -24
        .cfi_offset r5, -20
        .cfi_offset r6, -16
        .cfi_offset r7, -12
        .cfi_offset r8, -8
        .cfi_offset lr, -4
        vpush   {d8-d15}
        .cfi_def_cfa_offset 88
        .cfi_offset d8, -88
        .cfi_offset d9, -80
        .cfi_offset d10, -72
        .cfi_offset d11, -64
        .cfi_offset d12, -56
        .cfi_offset d13, -48
        .cfi_offset d14, -40
        .cfi_offset d15, -32
        mov     r4, r0
        mvn     r5, r0
        .irp    number, 8, 9, 10, 11, 12, 13, 14, 15
        add     r4, r4, #\number
        vmov    d\number, r4, r5
        .endr
        mov     r6, r0
        blx     r1
        mvn     r5, r6
        mov     r0, #1
        .irp    number, 8, 9, 10, 11, 12, 13, 14, 15
        add     r6, r6, #\number
        vmov    r2, r3, d\number
        cmp     r2, r6
        cmpeq   r3, r5
        movne   r0, #0
        .endr
        cmp     r4, r6
        movne   r0, #0
        vpop    {d8-d15}
        .cfi_restore d8
        .cfi_restore d9
        .cfi_restore d10
        .cfi_restore d11
        .cfi_restore d12
        .cfi_restore d13
        .cfi_restore d14
        .cfi_restore d15
        .cfi_def_cfa_offset 24
        pop     {r4-r8, pc}
end_function fpu_keep
