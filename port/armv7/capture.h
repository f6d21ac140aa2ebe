/* SPDX-License-Identifier: MIT */
/*
 * For assembly only, ARM state, privileged modes: the first instructions of each entry into the
 * crash report.
 *
 *     park_sp                         copies sp to TPIDRPRW, points sp to a struct bobbin_context
 *                                     at the top of the crash stack, stores r0-r12 in that struct
 *     mov / load_address r7, ...      the pc of the context
 *     capture CAUSE, PSR, HANDLER     branches to bobbin_capture (entry.S), which stores the other
 *                                     fields, masks interrupts, and calls HANDLER(context)
 *
 * TPIDRPRW holds sp because it is neither memory nor a register of the interrupted code. The value
 * that the firmware kept there is lost. MCR may transfer sp in ARM state (ARM ARM A8.8, "MCR").
 * After park_sp the caller cannot be found any more; .cfi_undefined tells debuggers and bobbin so.
 *
 * crash_stack.S or the linker script defines __bobbin_crash_stack_top. The link fails if it is not
 * a multiple of 8 or if the stack has less than CRASH_STACK_BYTES_MIN (linker/bobbin.ld).
 */
/* clang-format off */
#ifndef BOBBIN_CAPTURE_H
#define BOBBIN_CAPTURE_H

#include "context_offsets.h"
#include "load_address.h"

.macro park_sp
        mcr     p15, 0, sp, c13, c0, 4
        .cfi_undefined lr
        load_address sp, __bobbin_crash_stack_top
        sub     sp, sp, #CONTEXT_BYTES
        stm     sp, {r0-r12}
.endm

.macro capture cause, psr, handler
        mrs     r4, \psr
        mov     r5, #\cause
        load_address r6, \handler
        b       bobbin_capture
.endm

#endif
