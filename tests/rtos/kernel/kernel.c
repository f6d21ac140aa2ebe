/* SPDX-License-Identifier: MIT */
#include "kernel.h"

#include <stddef.h>

#include "port.h"

_Static_assert(offsetof(struct task, saved) == TASK_SAVED, "block.h");
_Static_assert(offsetof(struct task, has_fpu) == TASK_HAS_FPU, "block.h");
_Static_assert(offsetof(struct task, registers) == TASK_REGISTERS, "block.h");

struct task *kernel_all, *kernel_current, *kernel_next;
volatile uint32_t kernel_ticks;
uint32_t kernel_switch_wanted;
volatile enum kernel_place kernel_crash;

static struct queue ready[PRIORITIES];
static struct task idle;
static uint64_t idle_stack[64];

/* ---- queues ---------------------------------------------------------------------------------- */

static void append(struct queue *queue, struct task *task)
{
    struct task **at = &queue->first;

    while (*at)
        at = &(*at)->after;
    task->after = NULL;
    task->queue = queue;
    *at = task;
}

static void take_out(struct task *task)
{
    struct task **at = &task->queue->first;

    while (*at != task)
        at = &(*at)->after;
    *at = task->after;
    task->queue = NULL;
}

static void choose(void)
{
    uint32_t priority = PRIORITIES;

    kernel_next = NULL;
    while (!kernel_next && priority > 0)
        kernel_next = ready[--priority].first;
    kernel_switch_wanted = kernel_next != kernel_current;
}

static void make_ready(struct task *task)
{
    task->state = TASK_READY;
    append(&ready[task->priority], task);
    choose();
}

static void make_wait(struct task *task, enum task_state state)
{
    take_out(task);
    task->state = state;
    choose();
}

/* The task goes to the end of its queue. */
static void rotate(struct task *task)
{
    struct queue *queue = task->queue;

    take_out(task);
    append(queue, task);
    choose();
}

void kernel_switch(void)
{
    kernel_current = kernel_next;
    kernel_switch_wanted = 0;
}

/* ---- tasks ----------------------------------------------------------------------------------- */

void kernel_shell(task_entry *entry, uint32_t argument)
{
    entry(argument);
    kernel_end();
}

void kernel_create(struct task *task, const char *name, task_entry *entry, uint32_t argument,
                   uint32_t priority, void *stack, uint32_t size_bytes, bool suspended)
{
    struct task **last = &kernel_all;

    while (*last)
        last = &(*last)->next;
    *last = task;
    task->name = name;
    task->priority = priority;
    task->stack_low = (uint32_t)stack;
    task->stack_high = task->stack_low + size_bytes;
    task->state = TASK_SUSPENDED;
    for (uint32_t i = 0; i < size_bytes / 4; i++)
        ((uint32_t *)stack)[i] = STACK_FILL;
    port_prepare(task, entry, argument, (uint32_t *)task->stack_high);
    if (!suspended)
        make_ready(task);
}

static void run_idle(uint32_t argument)
{
    volatile uint32_t rounds = argument;

    for (;; rounds++)
        kernel_crash_at(PLACE_IDLE);
}

void kernel_start(void)
{
    kernel_mask();
    if (port_has_idle_task)
        kernel_create(&idle, "idle", run_idle, 0, 0, idle_stack, sizeof(idle_stack), false);
    kernel_switch();
    port_start();
}

static void leave(uint32_t mask)
{
    if (kernel_next != kernel_current) {
        if (kernel_switches)
            kernel_switches();
        port_yield();
    }
    kernel_unmask(mask);
}

void kernel_yield(void)
{
    uint32_t mask = kernel_mask();

    rotate(kernel_current);
    leave(mask);
}

static void wait(enum task_state state)
{
    uint32_t mask = kernel_mask();

    make_wait(kernel_current, state);
    leave(mask);
}

void kernel_delay(uint32_t ticks)
{
    uint32_t mask = kernel_mask();

    kernel_current->wake = kernel_ticks + ticks;
    make_wait(kernel_current, TASK_DELAYED);
    leave(mask);
}

void kernel_suspend(void)
{
    wait(TASK_SUSPENDED);
}

void kernel_end(void)
{
    wait(TASK_ENDED);
}

void kernel_resume(struct task *task)
{
    uint32_t mask = kernel_mask();

    if (task->state == TASK_SUSPENDED)
        make_ready(task);
    kernel_unmask(mask);
}

/* ---- mutex ----------------------------------------------------------------------------------- */

void mutex_lock(struct mutex *mutex)
{
    uint32_t mask = kernel_mask();

    kernel_crash_at(PLACE_KERNEL);
    if (mutex->owner) {
        struct task *task = kernel_current;
        make_wait(task, TASK_WAITING);
        append(&mutex->waiting, task);
    } else
        mutex->owner = kernel_current;
    leave(mask);
}

void mutex_unlock(struct mutex *mutex)
{
    uint32_t mask = kernel_mask();
    struct task *first = mutex->waiting.first;

    mutex->owner = first;
    if (first) {
        take_out(first);
        make_ready(first);
    }
    leave(mask);
}

/* ---- time ------------------------------------------------------------------------------------ */

/* Wakes the tasks whose delay ends, and gives the processor to the next task of that priority. */
void kernel_tick(void)
{
    uint32_t mask = kernel_mask();

    kernel_ticks++;
    if (kernel_current)
        kernel_crash_at(PLACE_TICK);
    for (struct task *task = kernel_all; task; task = task->next)
        if (task->state == TASK_DELAYED && task->wake == kernel_ticks)
            make_ready(task);
    if (kernel_current && kernel_current->state == TASK_READY)
        rotate(kernel_current);
    kernel_unmask(mask);
    if (kernel_ticked)
        kernel_ticked();
}
