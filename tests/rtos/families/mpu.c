/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "mpu";
const bool port_has_idle_task = true;
const bool port_task_may_return = false;

enum { R0 = 34, SP = R0 + 13, LR, PC, PSR };

void port_use_fpu(void)
{
}

/* The task returns to 0. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    uint32_t *registers = task->registers;

    for (uint32_t number = 1; number < 13; number++)
        registers[R0 + number] = 0x01010101 * number;
    registers[R0] = argument;
    registers[SP] = (uint32_t)top;
    registers[LR] = 0;
    registers[PC] = (uint32_t)entry & ~1u;
    registers[PSR] = port_psr(MODE_SYS, (uint32_t)entry);
    task->saved = (uint32_t)registers;
}
