/* SPDX-License-Identifier: MIT */
#include "tasks.h"

#include <stddef.h>

enum {
    SAVED_D_WORDS = 16, /* d8-d15 */
    SAVED_R4 = SAVED_D_WORDS,
    SAVED_LR = SAVED_D_WORDS + 8,
    SAVED_WORDS = SAVED_D_WORDS + 10,
};

static struct task main_task = {.name = "main"};
static struct task *task[TASKS_MAX];
static uint32_t tasks_count;
static struct task *volatile current = &main_task;
static volatile bool idle;

/* task_start of a new task calls this: the address is in its saved r4. */
static void run_current(void)
{
    current->run();
}

_Noreturn void task_end(void)
{
    current->done = true;
    for (;;)
        task_wait(NULL);
}

void tasks_add(struct task *added, const char *name, void (*run)(void))
{
    uint32_t *top = &added->stack[TASK_STACK_BYTES / 4];

    added->sp = top - SAVED_WORDS;
    added->sp[SAVED_R4] = (uint32_t)run_current;
    added->sp[SAVED_LR] = (uint32_t)task_start;
    added->name = name;
    added->run = run;
    added->ready = NULL;
    added->done = false;
    task[tasks_count++] = added;
}

static bool can_run(const struct task *asked)
{
    return !asked->done && (!asked->ready || asked->ready());
}

/* The next task after FROM that can run; main if no task can. */
static struct task *next_behind(const struct task *from)
{
    uint32_t at = 0;

    for (uint32_t i = 0; i < tasks_count; i++)
        if (task[i] == from)
            at = i + 1;
    for (uint32_t i = 0; i < tasks_count; i++)
        if (can_run(task[(at + i) % tasks_count]))
            return task[(at + i) % tasks_count];
    return &main_task;
}

static void go_on_with(struct task *to)
{
    struct task *from = current;

    if (to == from)
        return;
    current = to;
    task_switch(from, to);
}

void task_wait(bool (*ready)(void))
{
    current->ready = ready;
    go_on_with(next_behind(current));
}

static bool all_done(void)
{
    for (uint32_t i = 0; i < tasks_count; i++)
        if (!task[i]->done)
            return false;
    return true;
}

/*
 * A product would sleep here (WFI). In the emulator WFI skips time without executing instructions,
 * but the test measures time in instructions.
 */
__attribute__((noinline)) static struct task *idle_loop(void)
{
    struct task *next;

    idle = true;
    while ((next = next_behind(&main_task)) == &main_task)
        ;
    idle = false;
    return next;
}

void tasks_run(void)
{
    while (!all_done())
        go_on_with(idle_loop());
}

uint32_t task_number(void)
{
    for (uint32_t i = 0; i < tasks_count; i++)
        if (task[i] == current)
            return i + 1;
    return 0;
}

const char *task_name(void)
{
    return current->name;
}

bool task_is_idle(void)
{
    return idle;
}
