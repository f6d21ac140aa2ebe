/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "threadx";
const bool port_has_idle_task = false;
const bool port_task_may_return = true;

enum { INTERRUPTED = 1 };

/* A task that an interrupt has stopped at the start of kernel_shell; it returns to 0. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    *--top = (uint32_t)kernel_shell & ~1u;
    *--top = 0;
    for (uint32_t number = 13; number-- > 2;)
        *--top = 0x01010101 * number;
    *--top = argument;
    *--top = (uint32_t)entry;
    *--top = port_psr(MODE_SVC, (uint32_t)kernel_shell);
    *--top = INTERRUPTED;
    task->saved = (uint32_t)top;
}
