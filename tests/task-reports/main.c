/* SPDX-License-Identifier: MIT */
/*
 * Reports with tasks. Six tasks of the kernel of tests/rtos wait, run or have never run; then one
 * of them, or an interrupt handler, does what the command line says.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "interrupts.h"
#include "port.h"
#include <bobbin/port.h>

enum { STACK_WORDS = 640, BELOW_WORDS = 64, TASKS = 6 };

#define NOWHERE  0xcafe0000u
#define NOINLINE __attribute__((noinline))

/* The function before it returns here: its caller stays on the stack. */
#define NO_TAIL_CALL __asm__ volatile("")

/* BELOW: what an overflow of STACK overwrites. */
static struct {
    struct task task;
    uint64_t below[BELOW_WORDS / 2];
    uint64_t stack[STACK_WORDS / 2];
} tasks[TASKS];

static struct mutex left, right;
static volatile bool crash_in_handler;

enum { FIRST, SECOND, SLEEPER, NEVER, SPINNER, ACTOR };

/* A data abort. */
NOINLINE static void crash(void)
{
    *(volatile uint32_t *)NOWHERE = 0;
}

/* ---- what happens ---------------------------------------------------------------------------- */

NOINLINE static void crash_deeper(void)
{
    crash();
    NO_TAIL_CALL;
}

/* sp ends in BELOW. */
NOINLINE static uint32_t overflow(uint32_t depth)
{
    volatile uint32_t words[4];

    words[0] = depth;
    if ((uint32_t)words < tasks[ACTOR].task.stack_low)
        crash();
    else
        words[1] = overflow(depth + 1);
    return words[0] + words[1];
}

NOINLINE static void overflow_stack(void)
{
    overflow(0);
    NO_TAIL_CALL;
}

/* Overwrites its return address with 0, in the middle of the stack: no thread ends there. */
NOINLINE static void clear_return(uint32_t *above)
{
    volatile uint32_t *at = above;

    while ((*--at | 1) != ((uint32_t)__builtin_return_address(0) | 1)) {
    }
    *at = 0;
    crash();
    NO_TAIL_CALL;
}

NOINLINE static void clear_deep(void)
{
    volatile uint32_t words[STACK_WORDS / 2];

    words[0] = 0;
    clear_return((uint32_t *)words);
    NO_TAIL_CALL;
}

NOINLINE static void dump(void)
{
    bobbin_dump_tasks("deadlock");
    crash();
}

NOINLINE static void dump_by_pointer(void)
{
    void (*volatile function)(const char *) = bobbin_dump_tasks;

    function("by pointer");
    crash();
}

NOINLINE static void panic(void)
{
    bobbin_panic("out of ideas");
}

NOINLINE static void damage_list(void)
{
    tasks[SLEEPER].task.next = (struct task *)NOWHERE;
    crash_deeper();
    NO_TAIL_CALL;
}

NOINLINE static void damage_list_circle(void)
{
    tasks[SLEEPER].task.next = &tasks[SECOND].task;
    crash_deeper();
    NO_TAIL_CALL;
}

NOINLINE static void overwrite_block(void)
{
    volatile uint32_t *block = (uint32_t *)&tasks[SECOND].task; /* no memset: it may use the FPU */

    for (size_t i = 0; i < offsetof(struct task, name) / 4; i++)
        block[i] = 0x5a5a5a5a;
    crash_deeper();
    NO_TAIL_CALL;
}

NOINLINE static void crash_handler(void)
{
    crash_in_handler = true;
    kernel_delay(100);
    NO_TAIL_CALL;
}

void interrupts_pulsed(void)
{
    if (crash_in_handler)
        crash_deeper();
    NO_TAIL_CALL;
}

NOINLINE static void come_back(void)
{
}

static const struct {
    const char *name;
    void (*run)(void);
} actions[] = {
    {"crash", crash_deeper},
    {"overflow", overflow_stack},
    {"dump", dump},
    {"dump-pointer", dump_by_pointer},
    {"panic", panic},
    {"list", damage_list},
    {"circle", damage_list_circle},
    {"block", overwrite_block},
    {"handler", crash_handler},
    {"return", come_back},
    {"zero", clear_deep},
};

/* ---- the tasks ------------------------------------------------------------------------------- */

NOINLINE static void take_both(struct mutex *one, struct mutex *other)
{
    mutex_lock(one);
    kernel_delay(2);
    mutex_lock(other);
    puts("no deadlock");
}

static void first(uint32_t argument)
{
    take_both(&left, &right);
    puts(argument ? "" : "first");
}

static void second(uint32_t argument)
{
    take_both(&right, &left);
    puts(argument ? "" : "second");
}

static void sleeper(uint32_t argument)
{
    for (;;)
        kernel_delay(1000 + argument);
}

static void never(uint32_t argument)
{
    (void)argument;
    puts("never ran");
}

static void spinner(uint32_t argument)
{
    for (volatile uint32_t rounds = argument;; rounds++) {
    }
}

/* Acts when all others are where they stay. */
static void actor(uint32_t argument)
{
    const char *word = board_command_line();

    kernel_delay(8 + argument);
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
        if (strcmp(actions[i].name, word) == 0)
            actions[i].run();
    NO_TAIL_CALL;
}

static void last(uint32_t argument)
{
    kernel_delay(12 + argument);
    crash_deeper();
    NO_TAIL_CALL;
}

/* ---- start ----------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    task_entry *entry;
    uint32_t priority;
    bool suspended;
} made[TASKS] = {
    {"first", first, 2, false}, {"second", second, 2, false},   {"sleeper", sleeper, 2, false},
    {"never", never, 2, true},  {"spinner", spinner, 1, false}, {"actor", actor, 3, false},
};

int main(void)
{
    static struct task judge;
    static uint64_t judge_stack[STACK_WORDS / 2];

    for (uint32_t i = 0; i < TASKS; i++)
        kernel_create(&tasks[i].task, made[i].name, made[i].entry, 0, made[i].priority,
                      tasks[i].stack, sizeof(tasks[i].stack), made[i].suspended);
    if (strcmp(board_command_line(), "return") == 0)
        kernel_create(&judge, "judge", last, 0, 3, judge_stack, sizeof(judge_stack), false);
    kernel_mask();
    interrupts_start(false);
    kernel_start();
}
