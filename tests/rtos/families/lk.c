/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "lk";
const bool port_has_idle_task = true;
const bool port_task_may_return = true;

enum { DOUBLES_WORDS = 16 };

void lk_switch(uint32_t *from, uint32_t to);
void lk_start(uint32_t to) __attribute__((noreturn));
void lk_interrupt(void);
void lk_first(void);

void port_yield(void)
{
    uint32_t *from = &kernel_current->saved;

    kernel_switch();
    lk_switch(from, kernel_current->saved);
}

/* In a handler, a task switches like any other code. */
void lk_interrupt(void)
{
    kernel_handle(kernel_acknowledge());
    if (kernel_switch_wanted)
        port_yield();
}

void port_start(void)
{
    lk_start(kernel_current->saved);
}

void port_use_fpu(void)
{
}

/* From the end down: lr, r11-r4, d15-d8. lk_first returns to itself. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    *--top = (uint32_t)lk_first;
    for (uint32_t number = 11; number > 5; number--)
        *--top = 0x01010101 * number;
    *--top = argument;
    *--top = (uint32_t)entry;
    for (uint32_t i = 0; i < DOUBLES_WORDS; i++)
        *--top = 0;
    task->saved = (uint32_t)top;
}
