/* SPDX-License-Identifier: MIT */
/*
 * For assembly only, ARM state, privileged modes: how every entry into the crash report begins.
 *
 *     park_sp                         sp -> TPIDRPRW; sp = a struct bobbin_context at the top of the
 *                                     crash stack, r0-r12 stored to it
 *     mov / load_address r7, ...      the context's pc
 *     capture CAUSE, PSR, HANDLER     goes to bobbin_capture (entry.S), which fills in the rest,
 *                                     masks interrupts, if they are not yet, and calls
 *                                     HANDLER(context)
 *
 * TPIDRPRW is the only place for sp that is neither memory nor a register of the interrupted code;
 * what the firmware kept there is lost. MCR may transfer sp in ARM state (ARM ARM A8.8, "MCR").
 * Behind it nothing can be traced, and nothing has to be: .cfi_undefined says so to debuggers.
 *
 * __bobbin_crash_stack_top, a multiple of 8, comes from the linker script. BOBBIN_FAULT_STACK_BYTES
 * and CONTEXT_BYTES must be free below it.
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
