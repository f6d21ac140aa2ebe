/* SPDX-License-Identifier: MIT */
/*
 * What each file of tests/rtos/families defines. Its assembly also has board_irq_entry and, if it
 * switches by system calls, board_svc_entry.
 */
#ifndef RTOS_PORT_H
#define RTOS_PORT_H

#include "kernel.h"

extern const char port_name[];
extern const bool port_has_idle_task;
extern const bool port_task_may_return; /* returning ends a task */

/*
 * Makes the registers of TASK, which has never run, so that it starts in ENTRY with ARGUMENT and
 * with interrupts enabled. TOP is the end of its stack, a multiple of 8.
 */
void port_prepare(struct task *task, task_entry *entry, uint32_t argument, uint32_t *top);

/* Resumes kernel_current and never returns. Interrupts are masked. */
void port_start(void) __attribute__((noreturn));

/* Switches to kernel_next; returns when the running task is resumed. Interrupts are masked. */
void port_yield(void);

/* From now on the running task's FPU registers are saved. */
void port_use_fpu(void);

/* cpsr of a new task in MODE. */
static inline uint32_t port_psr(uint32_t mode, uint32_t entry)
{
    return mode | (entry & 1 ? PSR_THUMB : 0);
}

#endif
