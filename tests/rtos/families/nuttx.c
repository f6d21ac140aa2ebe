/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "nuttx";
const bool port_has_idle_task = true;
const bool port_task_may_return = true;

enum { FPU_WORDS = (HAS_D16_D31 ? 64 : 32) + 1 };

void nuttx_start(uint32_t *registers) __attribute__((noreturn));
uint32_t *nuttx_call(uint32_t *registers);
uint32_t *nuttx_interrupt(uint32_t *registers);

/* A system call: switches. Returns the registers of the next task. */
uint32_t *nuttx_call(uint32_t *registers)
{
    kernel_current->saved = (uint32_t)registers;
    kernel_switch();
    return (uint32_t *)kernel_current->saved;
}

uint32_t *nuttx_interrupt(uint32_t *registers)
{
    kernel_handle(kernel_acknowledge());
    return kernel_switch_wanted ? nuttx_call(registers) : registers;
}

void port_start(void)
{
    nuttx_start((uint32_t *)kernel_current->saved);
}

void port_use_fpu(void)
{
}

/* From the end down: cpsr, pc, r12-r0, lr, sp, FPSCR, doubles. The task returns to 0. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    uint32_t high = (uint32_t)top;

    *--top = port_psr(MODE_SYS, (uint32_t)kernel_shell);
    *--top = (uint32_t)kernel_shell & ~1u;
    for (uint32_t number = 13; number-- > 2;)
        *--top = 0x01010101 * number;
    *--top = argument;
    *--top = (uint32_t)entry;
    *--top = 0;
    *--top = high;
    for (uint32_t i = 0; i < FPU_WORDS; i++)
        *--top = 0;
    task->saved = (uint32_t)top;
}
