/* SPDX-License-Identifier: MIT */
/*
 * For assembly only, ARM state, privileged modes: the first instructions of each entry into the
 * crash report.
 *
 *     park                        copies sp to TPIDRPRW, stores r0-r3 and lr, points sp to them
 *     mov r0, #CAUSE
 *     load_address r1, HANDLER    and so on: see the functions of capture.S
 *     b bobbin_capture...         stores a struct bobbin_context on the crash stack and calls
 *                                 HANDLER(context)
 *
 * TPIDRPRW holds sp because it is neither memory nor a register of the interrupted code. The value
 * that the firmware kept there is lost. MCR may transfer sp in ARM state (ARM ARM A8.8, "MCR").
 * Interrupts must be masked, because sp is no stack meanwhile. A call has no SPSR:
 * mask_and_park_call keeps cpsr in r12, and r12 in TPIDRURW. After park the caller cannot be found
 * any more; .cfi_undefined tells debuggers and bobbin so.
 *
 * With -DBOBBIN_PROCESSORS=N, N from 2 on, each processor has its part of the crash stack, and
 * bobbin_processor_crash (port/processors) is called before HANDLER: see processor_park.h.
 *
 * crash_stack.S or the linker script defines __bobbin_crash_stack_top. The link fails if it is not
 * a multiple of 8 or if the stack has less than CRASH_STACK_BYTES_MIN (linker/bobbin.ld); with
 * another script, capture.S makes do with what there is.
 */
/* clang-format off */
#ifndef BOBBIN_CAPTURE_H
#define BOBBIN_CAPTURE_H

#include "context_offsets.h"
#include "load_address.h"
#include "processor_park.h"

.macro park
        mcr     p15, 0, sp, c13, c0, 4
        park_registers
.endm

.macro park_registers
        .cfi_undefined lr
        load_parking sp
        stm     sp, {r0-r3, lr}
.endm

/* In User mode the first instruction is undefined. */
.macro mask_and_park_call
        mcr     p15, 0, sp, c13, c0, 4
        mcr     p15, 0, r12, c13, c0, 2
        mrs     r12, cpsr
        cpsid   aif
        park_registers
.endm

#endif
