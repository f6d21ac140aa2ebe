/* SPDX-License-Identifier: MIT */
#include "port.h"

const char port_name[] = "rtthread";
const bool port_has_idle_task = true;
const bool port_task_may_return = true;

enum { FPEXC_EN = 0x40000000 };

uint32_t *rtthread_from, *rtthread_to;

void rtthread_switch(uint32_t *from, uint32_t *to);
void rtthread_start(uint32_t *to) __attribute__((noreturn));
void rtthread_next(void);

/* At the end of an interrupt that switches. */
void rtthread_next(void)
{
    rtthread_from = &kernel_current->saved;
    kernel_switch();
    rtthread_to = &kernel_current->saved;
}

void port_yield(void)
{
    uint32_t *from = &kernel_current->saved;

    kernel_switch();
    rtthread_switch(from, &kernel_current->saved);
}

void port_start(void)
{
    rtthread_start(&kernel_current->saved);
}

/* Tasks start with the FPU off. */
void port_use_fpu(void)
{
    __asm__ volatile(".fpu vfpv3-d16\n\tvmsr fpexc, %0" : : "r"(FPEXC_EN));
}

/* From the end down: pc, lr, r12-r0, cpsr, FPEXC. The task returns to kernel_end. */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top)
{
    *--top = (uint32_t)entry & ~1u;
    *--top = (uint32_t)kernel_end;
    for (uint32_t number = 13; number-- > 1;)
        *--top = 0x01010101 * number;
    *--top = argument;
    *--top = port_psr(MODE_SVC, (uint32_t)entry);
    *--top = 0;
    task->saved = (uint32_t)top;
}
