/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "freertos";
const bool port_has_idle_task = true;
const bool port_task_may_return = true;

/* What a task returns to; it must not. */
void freertos_task_returned(void)
{
    kernel_end();
}

/* From the end of the stack down: cpsr, pc, lr, r12-r0, critical nesting, FPU flag. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    *--top = port_psr(MODE_SYS, (uint32_t)entry);
    *--top = (uint32_t)entry & ~1u;
    *--top = (uint32_t)freertos_task_returned;
    for (uint32_t number = 13; number-- > 0;)
        *--top = number ? 0x01010101 * number : argument;
    *--top = 0;
    *--top = 0;
    task->saved = (uint32_t)top;
}
