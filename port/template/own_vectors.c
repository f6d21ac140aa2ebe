/* SPDX-License-Identifier: MIT */
/*
 * Example: a firmware's own data abort handler calls bobbin_fault. The firmware already has the
 * assembly part, which saves the registers and calls the handler on a separate stack:
 *
 *     data_abort_vector:
 *         sub     lr, lr, #8              the aborting instruction (others: return_address.c)
 *         ldr     sp, =abort_stack_top    1280 bytes or more
 *         sub     sp, sp, #72             sizeof(struct saved_registers), rounded up to 8
 *         stm     sp, {r0-r12}
 *         ...                             sp and lr of the interrupted mode, pc and SPSR
 *         mov     r0, sp
 *         bl      data_abort_handler
 */
#include <bobbin/port.h>

struct saved_registers {
    uint32_t r[13];  /* r0-r12 */
    uint32_t sp, lr; /* of the mode in spsr, not of Abort mode */
    uint32_t pc;     /* of the aborting instruction */
    uint32_t spsr;
};

void data_abort_handler(const struct saved_registers *saved, uint32_t dfsr, uint32_t dfar);

void data_abort_handler(const struct saved_registers *saved, uint32_t dfsr, uint32_t dfar)
{
    struct bobbin_context context = {
        .cpsr = saved->spsr,
        .valid = BOBBIN_CONTEXT_VALID_CORE, /* not d8-d15 */
        .cause = BOBBIN_CAUSE_DATA_ABORT,
        .status = dfsr,
        .address = dfar,
    };

    for (uint32_t i = 0; i < 13; i++)
        context.r[i] = saved->r[i];
    context.r[BOBBIN_SP] = saved->sp;
    context.r[BOBBIN_LR] = saved->lr;
    context.r[BOBBIN_PC] = saved->pc;

    bobbin_fault(&context);
    for (;;) { /* or reset the board here */
    }
}
