/* SPDX-License-Identifier: MIT */
/*
 * Completes the context of an exception. One of two files includes this header: exception.c, or
 * port/armv7-cross/exception_across.c, which replaces it.
 */
#ifndef BOBBIN_EXCEPTION_CONTEXT_H
#define BOBBIN_EXCEPTION_CONTEXT_H

#include "cp15.h"
#include "processor_modes.h"
#include "return_address.h"
#include <bobbin/port.h>

static inline void forget(struct bobbin_context *context, uint32_t number)
{
    context->r[number] = 0;
    context->valid &= ~BOBBIN_VALID_R(number);
}

static inline void restore_bank(struct bobbin_context *context, uint32_t mode, uint32_t number)
{
    if (!bobbin_port_bank(mode, number, &context->r[number]))
        forget(context, number);
}

/*
 * entry.S stored sp and lr of the exception's mode. If the interrupted code ran in the same mode,
 * sp is correct, but the exception has overwritten its lr. Otherwise both must come from the bank
 * of the interrupted mode.
 */
static inline void complete_banked(struct bobbin_context *context)
{
    uint32_t mode = context->cpsr & BOBBIN_CPSR_MODE;

    if (mode == (cpsr_read() & BOBBIN_CPSR_MODE)) {
        forget(context, BOBBIN_LR);
        return;
    }
    restore_bank(context, mode, BOBBIN_SP);
    restore_bank(context, mode, BOBBIN_LR);
    if (mode == MODE_FIQ)
        for (uint32_t number = 8; number <= 12; number++)
            restore_bank(context, mode, number);
}

static inline void read_fault_registers(struct bobbin_context *context)
{
    if (context->cause == BOBBIN_CAUSE_DATA_ABORT) {
        cp15_read(context->status, 0, c5, c0, 0);
        cp15_read(context->address, 0, c6, c0, 0);
    } else if (context->cause == BOBBIN_CAUSE_PREFETCH_ABORT) {
        cp15_read(context->status, 0, c5, c0, 1);
        cp15_read(context->address, 0, c6, c0, 2);
    }
}

/* For entry.S, which stored the registers of the exception's mode in CONTEXT. */
_Noreturn void bobbin_exception(struct bobbin_context *context);

/* Completes the context that entry.S stored. Stores to no other memory. */
static inline void complete_exception(struct bobbin_context *context)
{
    context->r[BOBBIN_PC] =
        bobbin_preferred_return(context->cause, context->cpsr, context->r[BOBBIN_PC]);
    complete_banked(context);
    read_fault_registers(context);
}

/* The same, then writes the report. */
static inline _Noreturn void handle_exception(struct bobbin_context *context)
{
    complete_exception(context);
    bobbin_die(context);
}

#endif
