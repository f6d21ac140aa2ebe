/* SPDX-License-Identifier: MIT */
/*
 * A small kernel to test traces of tasks: tasks with priorities, time slices, delays, a mutex with
 * waiting tasks, and interrupts that nest. tests/rtos/families has the code that saves and restores
 * tasks, once for each family of RTOS (port.h).
 */
#ifndef RTOS_KERNEL_H
#define RTOS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "block.h"

enum { PRIORITIES = 4, REGISTERS_WORDS = 52, STACK_FILL = 0x5f5f5f5f };

/* A queue of tasks: of those that are ready with one priority, or that wait for a mutex. */
struct queue {
    struct task *first;
};

enum task_state { TASK_READY, TASK_DELAYED, TASK_WAITING, TASK_SUSPENDED, TASK_ENDED };

/* A control block. block.h has the offsets of the first three members. */
struct task {
    uint32_t saved;                      /* the pointer to the saved registers */
    uint32_t has_fpu;                    /* 1: the task's FPU registers are saved too */
    uint32_t registers[REGISTERS_WORDS]; /* for families that save registers here */
    const char *name;
    struct task *next;  /* of all tasks, in the order of their creation */
    struct task *after; /* in the queue */
    struct queue *queue;
    uint32_t wake; /* DELAYED: until this tick */
    uint32_t stack_low, stack_high;
    uint32_t state; /* enum task_state */
    uint32_t priority;
};

struct mutex {
    struct task *owner;
    struct queue waiting;
};

typedef void task_entry(uint32_t argument);

extern struct task *kernel_all;     /* all tasks */
extern struct task *kernel_current; /* whose code runs; NULL: none, in families without idle task */
extern struct task *kernel_next;    /* the ready task of the highest priority, or NULL */
extern volatile uint32_t kernel_ticks;

/* For families that switch at the end of an interrupt: whether kernel_next is another task. */
extern uint32_t kernel_switch_wanted;

/* PRIORITY: 0 is the lowest. SUSPENDED: kernel_resume starts it. */
void kernel_create(struct task *task, const char *name, task_entry *entry, uint32_t argument,
                   uint32_t priority, void *stack, uint32_t size_bytes, bool suspended);
void kernel_resume(struct task *task);

/* Starts the first task; creates the idle task if the family has one. */
void kernel_start(void) __attribute__((noreturn));

/* Of the running task. */
void kernel_yield(void);
void kernel_delay(uint32_t ticks);
void kernel_suspend(void);
void kernel_end(void);

void mutex_lock(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);

/* Called by the handler of the tick. */
void kernel_tick(void);

/* ---- for the tasks' tests of reports --------------------------------------------------------- */

/* Where code shall crash, from tick 8 on. */
enum kernel_place { PLACE_NONE, PLACE_TASK, PLACE_KERNEL, PLACE_IDLE, PLACE_TICK };
extern volatile enum kernel_place kernel_crash;

static inline void kernel_crash_at(enum kernel_place place)
{
    if (kernel_crash == place && kernel_ticks >= 8)
        *(volatile uint32_t *)0xcafe0000 = place;
}

/*
 * The tasks may define these. Called in the handler of each tick; before a switch, with interrupts
 * masked.
 */
void kernel_ticked(void) __attribute__((weak));
void kernel_switches(void) __attribute__((weak));

/* ---- for the families ------------------------------------------------------------------------ */

/* kernel_current becomes kernel_next. Call it with interrupts masked. */
void kernel_switch(void);

/*
 * The interrupt handler, in two parts. The first is called with interrupts masked, and ends the
 * request, so that the second part can be interrupted.
 */
uint32_t kernel_acknowledge(void);
void kernel_handle(uint32_t interrupt);

/* The first function of each task, where the family has one: calls ENTRY, ends the task. */
void kernel_shell(task_entry *entry, uint32_t argument);

/* ---- masks ----------------------------------------------------------------------------------- */

static inline uint32_t kernel_mask(void)
{
    uint32_t cpsr;

    __asm__ volatile("mrs %0, cpsr\n\tcpsid i" : "=r"(cpsr) : : "memory");
    return cpsr;
}

static inline void kernel_unmask(uint32_t cpsr)
{
    __asm__ volatile("msr cpsr_c, %0" : : "r"(cpsr) : "memory");
}

#endif
