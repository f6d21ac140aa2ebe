/* SPDX-License-Identifier: MIT */
#include "faults.h"

#include <string.h>

#include "board.h"
#include <bobbin/port.h>

enum { FIQ_REPORTS = 40 };

enum fault {
    NONE,
    TASK,
    KERNEL,
    IDLE,
    TICK,
    OVERFLOW,
    RETURN,
    DEADLOCK,
    STARVATION,
    LIST,
    LOOP,
    BLOCK,
    FIQS,
    FAULTS,
};

static const char *const words[FAULTS] = {
    [NONE] = "",         [TASK] = "task",         [KERNEL] = "kernel",
    [IDLE] = "idle",     [TICK] = "tick",         [OVERFLOW] = "overflow",
    [RETURN] = "return", [DEADLOCK] = "deadlock", [STARVATION] = "starvation",
    [LIST] = "list",     [LOOP] = "loop",         [BLOCK] = "block",
    [FIQS] = "fiqs",
};

static volatile enum fault fault;

bool faults_choose(const char *word)
{
    for (enum fault i = NONE; i < FAULTS; i++)
        if (strcmp(words[i], word) == 0)
            fault = i;
    if (fault >= TASK && fault <= TICK)
        kernel_crash = PLACE_TASK + (fault - TASK);
    return fault == FIQS;
}

/* A tick after the report would use the damaged list. */
static void report(const char *text)
{
    kernel_mask();
    bobbin_dump_tasks(text);
    board_exit(0);
}

/* Does not give up the processor. */
void faults_hog(void)
{
    while (fault == STARVATION && kernel_ticks >= 8)
        ;
}

void faults_fiq(void)
{
    static uint32_t count;

    if (fault != FIQS || kernel_ticks < 8)
        return;
    bobbin_dump_tasks("fiq");
    board_tick_clear(); /* the ticks of that time would nest without end */
    if (++count == FIQ_REPORTS)
        board_exit(0);
}

/* The watchdog. */
void faults_tick(void)
{
    if (fault == STARVATION && kernel_ticks == 20)
        report("starvation");
}

/* A store to an unmapped address when sp is below the stack, where the MMU has no guard. */
__attribute__((noinline)) static uint32_t fill(uint32_t level)
{
    volatile uint32_t words[4] = {level, level, level, level};

    if ((uint32_t)words < kernel_current->stack_low)
        *(volatile uint32_t *)0xcafe0000 = level;
    if (fault != OVERFLOW)
        return level;
    return fill(level + 1) + words[level % 4];
}

void faults_overflow(void)
{
    if (fault == OVERFLOW && kernel_ticks >= 8)
        fill(0);
}

bool faults_return(void)
{
    return fault == RETURN;
}

void faults_judge(struct work_task *tasks)
{
    struct task *task = &tasks[4].task;

    switch (fault) {
    case DEADLOCK:
        report("deadlock");
        break;
    case LIST:
        task->next = (struct task *)0x33333332;
        report("list");
        break;
    case LOOP:
        task->next = &tasks[1].task;
        report("loop");
        break;
    case BLOCK:
        memset(&task->saved, 0xa5, sizeof(task->saved));
        memset(task->registers, 0xa5, sizeof(task->registers));
        report("block");
        break;
    default:
        break;
    }
}
