/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "zephyr";
const bool port_has_idle_task = true;
const bool port_task_may_return = true;

void port_use_fpu(void)
{
    kernel_current->has_fpu = 1;
}

/* From the end down: cpsr, pc, lr, r12, r3-r0. The task returns to 0. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    *--top = port_psr(MODE_SYS, (uint32_t)kernel_shell);
    *--top = (uint32_t)kernel_shell & ~1u;
    for (uint32_t i = 0; i < 4; i++)
        *--top = 0;
    *--top = argument;
    *--top = (uint32_t)entry;
    for (uint32_t i = 0; i < 8; i++)
        task->registers[i] = 0x01010101 * (i + 4);
    task->saved = (uint32_t)top;
}
