/* SPDX-License-Identifier: MIT */
/* The C half of exception entry: completes the context that entry.S stored, writes the report. */
#include "exception_context.h"

#include "context_offsets.h"

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
_Static_assert(CONTEXT_SHORT == BOBBIN_CONTEXT_SHORT, "CONTEXT_SHORT");
_Static_assert(SPARE_STACK_BYTES == BOBBIN_SPARE_STACK_BYTES, "SPARE_STACK_BYTES");
_Static_assert(CONTEXT_D == CONTEXT_SP + 9 * 4, "bobbin_capture stores the fields in this order");
_Static_assert(REPORT_STATE_BITS == BOBBIN_REPORT_STATE_BITS, "REPORT_STATE_BITS");
_Static_assert(CAUSE_USER == BOBBIN_CAUSE_USER, "CAUSE_USER");
_Static_assert(CAUSE_UNDEFINED == BOBBIN_CAUSE_UNDEFINED, "CAUSE_UNDEFINED");
_Static_assert(CAUSE_PREFETCH_ABORT == BOBBIN_CAUSE_PREFETCH_ABORT, "CAUSE_PREFETCH_ABORT");
_Static_assert(CAUSE_DATA_ABORT == BOBBIN_CAUSE_DATA_ABORT, "CAUSE_DATA_ABORT");
_Static_assert(CAUSE_NULL_CALL == BOBBIN_CAUSE_NULL_CALL, "CAUSE_NULL_CALL");
_Static_assert(CAUSE_ASSERT == BOBBIN_CAUSE_ASSERT, "CAUSE_ASSERT");
_Static_assert(CAUSE_ABORT == BOBBIN_CAUSE_ABORT, "CAUSE_ABORT");
_Static_assert(CAUSE_STACK_PROTECTOR == BOBBIN_CAUSE_STACK_PROTECTOR, "CAUSE_STACK_PROTECTOR");

/* Weak: port/armv7-cross replaces this function. */
__attribute__((weak)) _Noreturn void bobbin_exception(struct bobbin_context *context)
{
    handle_exception(context);
}
