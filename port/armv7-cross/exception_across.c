/* SPDX-License-Identifier: MIT */
/*
 * Replaces exception.c in firmware that links port/armv7-cross: also keeps the registers that are
 * not part of the context but that a trace across exceptions may need.
 */
#include "../armv7/exception_context.h"

#include "parked.h"

struct bobbin_parked bobbin_parked;

_Noreturn void bobbin_exception(struct bobbin_context *context)
{
    bobbin_parked.mode = cpsr_read() & BOBBIN_CPSR_MODE;
    bobbin_parked.sp = context->r[BOBBIN_SP];
    for (uint32_t i = 0; i < 5; i++)
        bobbin_parked.r8[i] = context->r[8 + i];
    handle_exception(context);
}
