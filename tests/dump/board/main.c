/* SPDX-License-Identifier: MIT */
/*
 * Tasks of the kernel of tests/rtos that wait in known places. After some ticks a watchdog in the
 * tick's handler reports them, and the program ends in dump_reported with the memory as it was.
 */
#include <stdlib.h>

#include "board.h"
#include "port.h"

#include <bobbin/port.h>

enum { STACK_WORDS = 512, TASKS = 6, TICKS = 20 };

static struct work_task {
    struct task task;
    uint64_t stack[STACK_WORDS / 2];
} tasks[TASKS];

static struct mutex first, second;

/* ---- interrupts ------------------------------------------------------------------------------ */

/* tests/target/task_dump.py stops here. */
__attribute__((noinline, used)) static void dump_reported(void)
{
    exit(EXIT_SUCCESS);
}

uint32_t kernel_acknowledge(void)
{
    uint32_t interrupt = board_interrupt_begin();

    board_tick_clear();
    board_interrupt_end(interrupt);
    return interrupt;
}

void kernel_handle(uint32_t interrupt)
{
    (void)interrupt;
    kernel_tick();
    if (kernel_ticks < TICKS)
        return;
    kernel_mask();
    bobbin_dump_tasks("watchdog");
    dump_reported();
}

/* ---- the tasks ------------------------------------------------------------------------------- */

/* A frame for each level. */
__attribute__((noinline)) static uint32_t lock_deep(uint32_t level, struct mutex *mutex)
{
    volatile uint32_t local = level;

    if (level == 0)
        mutex_lock(mutex);
    else
        lock_deep(level - 1, mutex);
    return local;
}

static void philosopher(uint32_t number)
{
    struct mutex *mine = number ? &first : &second;

    port_use_fpu();
    mutex_lock(mine);
    kernel_delay(2);
    lock_deep(3, number ? &second : &first);
}

static void asker(uint32_t number)
{
    kernel_delay(5);
    lock_deep(number, &first);
}

static void worker(uint32_t number)
{
    static volatile uint32_t sum;

    for (;;)
        sum += number;
}

static void nothing(uint32_t number)
{
    (void)number;
}

static const struct {
    const char *name;
    task_entry *entry;
    uint32_t argument, priority;
    bool suspended;
} made[TASKS] = {
    {"plato", philosopher, 0, 3, false}, {"kant", philosopher, 1, 3, false},
    {"ask 1", asker, 2, 2, false},       {"ask 2", asker, 2, 2, false},
    {"work", worker, 7, 1, false},       {"never", nothing, 0, 2, true},
};

int main(void)
{
    for (uint32_t i = 0; i < TASKS; i++)
        kernel_create(&tasks[i].task, made[i].name, made[i].entry, made[i].argument,
                      made[i].priority, tasks[i].stack, sizeof(tasks[i].stack), made[i].suspended);
    kernel_mask();
    board_tick_start(100);
    kernel_start();
}
