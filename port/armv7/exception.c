/* SPDX-License-Identifier: MIT */
/* Completes the context that entry.S stored, then writes the report. */
#include "context_offsets.h"
#include "cp15.h"
#include "processor_modes.h"
#include "return_address.h"
#include <bobbin/port.h>

#define OFFSET_IS(constant, field)                                                                 \
    _Static_assert((constant) == offsetof(struct bobbin_context, field), #constant)
OFFSET_IS(CONTEXT_SP, r[13]);
OFFSET_IS(CONTEXT_LR, r[14]);
OFFSET_IS(CONTEXT_PC, r[15]);
OFFSET_IS(CONTEXT_CPSR, cpsr);
OFFSET_IS(CONTEXT_VALID, valid);
OFFSET_IS(CONTEXT_CAUSE, cause);
OFFSET_IS(CONTEXT_STATUS, status);
OFFSET_IS(CONTEXT_ADDRESS, address);
OFFSET_IS(CONTEXT_TEXT, text);
OFFSET_IS(CONTEXT_D, d);
_Static_assert(CONTEXT_BYTES == sizeof(struct bobbin_context), "CONTEXT_BYTES");
_Static_assert(CONTEXT_BYTES % 8 == 0, "AAPCS32 6.2.1.2: sp at a public interface");
_Static_assert(CRASH_STACK_BYTES_MIN == CONTEXT_BYTES + BOBBIN_FAULT_STACK_BYTES,
               "CRASH_STACK_BYTES_MIN");
_Static_assert(CONTEXT_VALID_CORE == BOBBIN_CONTEXT_VALID_CORE, "CONTEXT_VALID_CORE");
_Static_assert(CONTEXT_VALID_D / BOBBIN_VALID_D(8) == 0xff, "CONTEXT_VALID_D");
_Static_assert(CAUSE_UNDEFINED == BOBBIN_CAUSE_UNDEFINED, "CAUSE_UNDEFINED");
_Static_assert(CAUSE_PREFETCH_ABORT == BOBBIN_CAUSE_PREFETCH_ABORT, "CAUSE_PREFETCH_ABORT");
_Static_assert(CAUSE_DATA_ABORT == BOBBIN_CAUSE_DATA_ABORT, "CAUSE_DATA_ABORT");
_Static_assert(CAUSE_NULL_CALL == BOBBIN_CAUSE_NULL_CALL, "CAUSE_NULL_CALL");
_Static_assert(CAUSE_ASSERT == BOBBIN_CAUSE_ASSERT, "CAUSE_ASSERT");
_Static_assert(CAUSE_ABORT == BOBBIN_CAUSE_ABORT, "CAUSE_ABORT");
_Static_assert(CAUSE_STACK_PROTECTOR == BOBBIN_CAUSE_STACK_PROTECTOR, "CAUSE_STACK_PROTECTOR");

static void forget(struct bobbin_context *context, uint32_t number)
{
    context->r[number] = 0;
    context->valid &= ~BOBBIN_VALID_R(number);
}

static void restore_bank(struct bobbin_context *context, uint32_t mode, uint32_t number)
{
    if (!bobbin_port_bank(mode, number, &context->r[number]))
        forget(context, number);
}

/*
 * entry.S stored sp and lr of the exception's mode. If the interrupted code ran in the same mode,
 * sp is correct, but the exception has overwritten its lr. Otherwise both must come from the bank
 * of the interrupted mode.
 */
static void complete_banked(struct bobbin_context *context)
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

static void read_fault_registers(struct bobbin_context *context)
{
    if (context->cause == BOBBIN_CAUSE_DATA_ABORT) {
        cp15_read(context->status, 0, c5, c0, 0);
        cp15_read(context->address, 0, c6, c0, 0);
    } else if (context->cause == BOBBIN_CAUSE_PREFETCH_ABORT) {
        cp15_read(context->status, 0, c5, c0, 1);
        cp15_read(context->address, 0, c6, c0, 2);
    }
}

_Noreturn void bobbin_exception(struct bobbin_context *context);

_Noreturn void bobbin_exception(struct bobbin_context *context)
{
    context->r[BOBBIN_PC] =
        bobbin_preferred_return(context->cause, context->cpsr, context->r[BOBBIN_PC]);
    complete_banked(context);
    read_fault_registers(context);
    bobbin_die(context);
}
