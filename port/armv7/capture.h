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
 * With -DBOBBIN_PROCESSORS=N, N from 2 on, each processor has its part of the crash stack, and
 * bobbin_processor_crash (port/processors) is called before HANDLER: see processor_park.h.
 *
 * crash_stack.S or the linker script defines __bobbin_crash_stack_top. The link fails if it is not
 * a multiple of 8 or if the stack has less than CRASH_STACK_BYTES_MIN (linker/bobbin.ld).
 */
/* clang-format off */
#ifndef BOBBIN_CAPTURE_H
#define BOBBIN_CAPTURE_H

#include "context_offsets.h"
#include "load_address.h"
#include "processor_park.h"

.macro park_sp
        mcr     p15, 0, sp, c13, c0, 4
        .cfi_undefined lr
#if BOBBIN_PROCESSORS > 1
        load_own_crash_stack
#else
        load_address sp, __bobbin_crash_stack_top
#endif
        sub     sp, sp, #CONTEXT_BYTES
        stm     sp, {r0-r12}
.endm

.macro capture cause, psr, handler
        mrs     r4, \psr
        mov     r5, #\cause
#if BOBBIN_PROCESSORS > 1
        load_address r10, \handler
        load_address r6, bobbin_processor_crash
#else
        load_address r6, \handler
#endif
        b       bobbin_capture
.endm

#endif
