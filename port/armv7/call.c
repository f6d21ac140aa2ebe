/* SPDX-License-Identifier: MIT */
/* The C half of bobbin_panic and bobbin_dump_tasks. */
#include "call.h"

/* Length of the call before RETURN_ADDRESS: BLX (register), T1, has 2 bytes (ARM ARM A8.8.26). */
static uint32_t call_bytes(uint32_t return_address)
{
    uint32_t half = (return_address & ~1u) - 2;

    return return_address & 1 && bobbin_port_readable(half, 2) &&
                   (*(const volatile uint16_t *)(uintptr_t)half & 0xff87) == 0x4780
               ? 2
               : 4;
}

/* The entry code has used r2 and r3, and the call has overwritten lr. A veneer may have changed
   r12. r1 keeps cpsr of the function. */
static void complete(struct bobbin_context *context)
{
    uint32_t lr = context->r[BOBBIN_LR];

    context->r[BOBBIN_PC] = (lr & ~1u) - call_bytes(lr);
    context->r[1] = context->cpsr;
    context->cpsr = (context->cpsr & ~BOBBIN_CPSR_T) | (lr & 1 ? BOBBIN_CPSR_T : 0);
    context->valid &= ~(BOBBIN_VALID_R(1) | BOBBIN_VALID_R(2) | BOBBIN_VALID_R(3) |
                        BOBBIN_VALID_R(12) | BOBBIN_VALID_R(BOBBIN_LR));
    context->text = (const char *)(uintptr_t)context->r[0];
}

_Noreturn void bobbin_call_panic(struct bobbin_context *context)
{
    complete(context);
    bobbin_die(context);
}

void bobbin_call_dump(struct bobbin_context *context)
{
    complete(context);
    bobbin_fault(context);
}
