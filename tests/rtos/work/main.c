/* SPDX-License-Identifier: MIT */
/*
 * Tasks that use all of the kernel, and check that their registers survive. The last line is
 * "ok rtos: ..." or "not ok rtos: ...". The command line:
 *
 *     ticks=N       how long they run
 *     fiq ticks=N   the same, with FIQs
 *     FAULT         a fault of faults.c, which ends the run
 */
#include "work.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "faults.h"
#include "interrupts.h"
#include "port.h"

enum { TICKS = 40 };

static struct work_task tasks[WORK_TASKS];
static struct mutex shared, held[2];
static uint32_t ticks = TICKS;
static bool pulses_are_fiqs;
static volatile uint32_t checks, failed, rounds[WORK_TASKS];

void work_check(bool good)
{
    checks++;
    failed += !good;
}

/* Values in as many registers as possible must survive OTHER. */
__attribute__((noinline)) static uint32_t keep(uint32_t seed, void (*other)(uint32_t))
{
    uint32_t a = seed * 3, b = seed ^ 0x55, c = seed + 77, d = ~seed, e = seed << 7,
             f = seed * seed;
    uint32_t sum = a ^ b ^ c ^ d ^ e ^ f;

    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    other(seed);
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    work_check((a ^ b ^ c ^ d ^ e ^ f) == sum);
    return sum;
}

/* Frames: one more for each level. */
__attribute__((noinline)) static uint32_t deep(uint32_t level, void (*other)(uint32_t))
{
    volatile uint32_t local = level;

    if (level == 0)
        return keep(level + kernel_ticks, other);
    return deep(level - 1, other) + local;
}

/* ---- what the tasks wait for ----------------------------------------------------------------- */

static void yield(uint32_t seed)
{
    (void)seed;
    kernel_yield();
}

static void delay(uint32_t seed)
{
    kernel_delay(1 + seed % 3);
}

static void suspend(uint32_t seed)
{
    (void)seed;
    kernel_suspend();
}

static void compute(uint32_t seed)
{
    for (volatile uint32_t i = 0; i < 60; i++)
        seed += i * seed;
    work_check(seed == seed * 1);
}

static void lock(uint32_t seed)
{
    mutex_lock(&shared);
    work_check(shared.owner == kernel_current);
    if (seed % 2)
        kernel_yield();
    compute(seed);
    mutex_unlock(&shared);
}

/* ---- the tasks ------------------------------------------------------------------------------- */

static void sampler(uint32_t number)
{
    for (;; rounds[number]++) {
        deep(rounds[number] % 4, suspend);
        faults_hog();
    }
}

static void locker(uint32_t number)
{
    for (;; rounds[number]++) {
        deep(rounds[number] % 5, lock);
        deep(rounds[number] % 3, delay);
    }
}

static void worker(uint32_t number)
{
    for (;; rounds[number]++) {
        deep(rounds[number] % 3, compute);
        kernel_crash_at(PLACE_TASK);
        faults_overflow();
        deep(rounds[number] % 2, yield);
        if (rounds[number] % 8 == 7)
            deep(1, delay);
    }
}

/* d8-d15 must survive. Each task has other values there. */
static void mixer(uint32_t number)
{
    port_use_fpu();
    for (;; rounds[number]++) {
        work_check(fpu_keep(number << 16 | rounds[number], lock));
        work_check(fpu_keep(number << 16 | rounds[number], compute));
        work_check(fpu_keep(number << 16 | rounds[number], delay));
    }
}

/* Two tasks that wait for each other's mutex. */
static void philosopher(uint32_t number)
{
    mutex_lock(&held[number % 2]);
    kernel_delay(1);
    mutex_lock(&held[(number + 1) % 2]);
    work_check(false);
}

static void quitter(uint32_t number)
{
    rounds[number]++;
    if (!port_task_may_return && !faults_return())
        kernel_end();
}

static void nothing(uint32_t number)
{
    (void)number;
    work_check(false);
}

static void put_text(const char *text)
{
    while (*text)
        board_putc(*text++);
}

static void put_number(uint32_t number)
{
    if (number >= 10)
        put_number(number / 10);
    board_putc((char)('0' + number % 10));
}

/* Ends the run. */
static void judge(uint32_t number)
{
    (void)number;
    kernel_delay(ticks);
    faults_judge(tasks);
    work_check(interrupts_pulses > 0);
    for (uint32_t i = 0; i < WORK_ENDLESS; i++)
        work_check(rounds[i] > 0);
    put_text(failed ? "not ok rtos: " : "ok rtos: ");
    put_number(checks);
    put_text(" checks, ");
    put_number(failed);
    put_text(" failed, ");
    put_number(kernel_ticks);
    put_text(" ticks, ");
    put_number(interrupts_pulses);
    put_text(" pulses, ");
    put_number(interrupts_nested);
    put_text(" nested\n");
    exit(failed != 0);
}

/* The tasks from WORK_ENDLESS on do not run for ever. */
static const struct {
    const char *name;
    task_entry *entry;
    uint32_t priority;
    bool suspended;
} made[WORK_TASKS] = {
    {"sampler", sampler, 3, false},   {"filter", locker, 2, false},
    {"writer", locker, 1, false},     {"worker", worker, 1, false},
    {"mixer 1", mixer, 1, false},     {"mixer 2", mixer, 1, false},
    {"quitter", quitter, 2, false},   {"left", philosopher, 2, false},
    {"right", philosopher, 2, false}, {"never", nothing, 2, true},
    {"judge", judge, 3, false},
};

void interrupts_pulsed(void)
{
    kernel_resume(&tasks[0].task);
}

void kernel_ticked(void)
{
    faults_tick();
    if (pulses_are_fiqs)
        interrupts_pulsed();
}

void interrupts_fired(void)
{
    faults_fiq();
}

void kernel_switches(void)
{
    if (pulses_are_fiqs)
        interrupts_aim();
}

static void read_command_line(const char *line)
{
    pulses_are_fiqs = strncmp(line, "fiq ", 4) == 0;
    if (pulses_are_fiqs)
        line += 4;
    if (strncmp(line, "ticks=", 6) == 0)
        ticks = strtoul(line + 6, NULL, 10);
    else if (faults_choose(line))
        pulses_are_fiqs = true;
    if (kernel_crash || strcmp(line, "fiqs") == 0)
        ticks = 100000; /* until it crashes */
}

int main(void)
{
    read_command_line(board_command_line());
    for (uint32_t i = 0; i < WORK_TASKS; i++)
        kernel_create(&tasks[i].task, made[i].name, made[i].entry, i, made[i].priority,
                      tasks[i].stack, sizeof(tasks[i].stack), made[i].suspended);
    kernel_mask();
    interrupts_start(pulses_are_fiqs);
    kernel_start();
}
