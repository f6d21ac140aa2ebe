/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "crx";
const bool port_has_idle_task = true;
const bool port_task_may_return = false;

/* From the end down: cpsr, pc, lr, r12-r0, critical nesting, FPU flag. The task returns to 0. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    *--top = port_psr(MODE_SYS, (uint32_t)entry);
    *--top = (uint32_t)entry & ~1u;
    *--top = 0;
    for (uint32_t number = 13; number-- > 1;)
        *--top = 0x01010101 * number;
    *--top = argument;
    *--top = 0;
    *--top = 0;
    task->saved = (uint32_t)top;
}
