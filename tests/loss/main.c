/* SPDX-License-Identifier: MIT */
/*
 * Tries to lose a crash report. The command line is
 *
 *   CRASH during MOMENT FIRST COUNT ACTION NUMBER [LAST STEP]
 *   CRASH before ACTION NUMBER [LAST STEP]
 *   CRASH stray START SIZE...          each word of these ranges, with three values
 *   CRASH garbage START SIZE...        all words at once, with random values
 *   CRASH                              a second run, undisturbed too
 *
 * CRASH is undefined, data, abort, fault (bobbin_fault, which returns), or sp=VALUE. Numbers are
 * hexadecimal. With LAST there is a run for each NUMBER up to LAST. Before each run the program
 * prints "run NUMBER", and at the end "done". The first run, "run none", is undisturbed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "layout.h"
#include "provoke.h"
#include "ways.h"

#define NO_TAIL_CALL __asm__ volatile("")

static void (*crash)(void);
static uint32_t sp_value;

__attribute__((noinline)) static void inner(void)
{
    crash();
    NO_TAIL_CALL;
}

__attribute__((noinline)) static void outer(void)
{
    inner();
    NO_TAIL_CALL;
}

static void crash_with_sp(void)
{
    loss_wild_sp(sp_value);
}

/* Two crashes, one right after the other. */
static void return_and_crash(void)
{
    const struct bobbin_context context = {
        .r = {[13] = (uint32_t)BOARD_FIRST_STACK->high, [15] = (uint32_t)return_and_crash & ~1u},
        .cpsr = 0x1f,
        .valid = BOBBIN_CONTEXT_VALID_CORE,
        .cause = BOBBIN_CAUSE_USER,
    };

    bobbin_fault(&context);
    loss_undefined();
    NO_TAIL_CALL;
}

static const struct {
    const char *name;
    void (*function)(void);
} crashes[] = {
    {"undefined", loss_undefined},
    {"data", loss_data},
    {"abort", loss_abort},
    {"fault", return_and_crash},
};

static void choose_crash(const char *word)
{
    if (strncmp(word, "sp=", 3) == 0) {
        crash = crash_with_sp;
        sp_value = strtoul(word + 3, NULL, 16);
    }
    for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
        if (strcmp(crashes[i].name, word) == 0)
            crash = crashes[i].function;
}

/* A run after a reset that left RAM as it was. */
static void run_again(void)
{
    static const struct plan none = {.moment = NEVER};

    printf("\nrun after\n");
    ways_begin(&none);
    ways_was_reset = false;
    loss_run(outer);
}

static void run(const struct plan *plan, void (*before)(uint32_t), uint32_t number)
{
    static const struct plan none = {.moment = NEVER};

    ways_begin(plan ? plan : &none);
    fflush(stdout);
    bobbin_after_reset();
    if (before)
        before(number);
    loss_run(outer);
    if (ways_wrote_below())
        printf("\nwritten below\n");
    if (ways_injected_at)
        printf("\nat %lx\n", (unsigned long)ways_injected_at);
    if (ways_was_reset)
        run_again();
}

static uint32_t number_of(char **rest, uint32_t otherwise)
{
    char *word = strtok_r(NULL, " ", rest);

    return word ? strtoul(word, NULL, 16) : otherwise;
}

/* What the rest of the command line says: NUMBER [LAST STEP]. */
static void run_numbers(struct plan *plan, void (*before)(uint32_t), char **rest)
{
    uint32_t number = number_of(rest, 0), last = number_of(rest, number), step = number_of(rest, 1);

    for (;; number += step) {
        printf("\nrun %lx\n", (unsigned long)number);
        if (plan)
            plan->number = number;
        run(plan, before, number);
        if (last - number < step)
            return;
    }
}

static int during(char **rest)
{
    struct plan plan = {.moment = ways_moment(strtok_r(NULL, " ", rest))};
    const struct action *action;

    plan.first = number_of(rest, 0);
    plan.count = number_of(rest, 0);
    action = ways_during(strtok_r(NULL, " ", rest));
    if (plan.moment == NEVER || !action)
        return 2;
    plan.action = action->run;
    run_numbers(&plan, NULL, rest);
    return 0;
}

static int before(char **rest)
{
    const struct action *action = ways_before(strtok_r(NULL, " ", rest));

    if (!action)
        return 2;
    run_numbers(NULL, action->run, rest);
    return 0;
}

static uint32_t stray_at, stray_value;

static void stray_store(uint32_t number)
{
    (void)number;
    *(volatile uint32_t *)stray_at = stray_value;
}

static int stray(char **rest)
{
    static const uint32_t values[] = {0, 1, 0xffffffff};

    for (uint32_t start; (start = number_of(rest, 0)) != 0;) {
        uint32_t end = start + number_of(rest, 0);
        for (stray_at = start & ~3u; stray_at < end; stray_at += 4)
            for (uint32_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
                printf("\nrun %lx\n", (unsigned long)stray_at);
                stray_value = values[i];
                run(NULL, stray_store, 0);
            }
    }
    return 0;
}

static char *garbage_ranges;

static void fill_with_garbage(uint32_t seed)
{
    char *next, *ranges = garbage_ranges;

    for (uint32_t start; (start = strtoul(ranges, &next, 16)) != 0; ranges = next) {
        uint32_t end = start + strtoul(next, &next, 16);
        for (uint32_t at = start & ~3u; at < end; at += 4) {
            seed = seed * 1664525 + 1013904223;
            *(volatile uint32_t *)at = seed ^ seed >> 16;
        }
    }
}

static int garbage(char **rest)
{
    enum { RUNS = 8 };

    garbage_ranges = *rest;
    for (uint32_t i = 1; i <= RUNS; i++) {
        printf("\nrun %lx\n", (unsigned long)i);
        run(NULL, fill_with_garbage, i);
    }
    return 0;
}

int main(void)
{
    static char line[BOARD_COMMAND_LINE_MAX];
    char *rest, *word;
    int status = 0;

    strcpy(line, board_command_line());
    word = strtok_r(line, " ", &rest);
    choose_crash(word ? word : "");
    if (!crash)
        return 2;
    printf("\nrun none\n");
    run(NULL, NULL, 0);
    word = strtok_r(NULL, " ", &rest);
    if (!word)
        word = "again";
    if (strcmp(word, "during") == 0)
        status = during(&rest);
    else if (strcmp(word, "before") == 0)
        status = before(&rest);
    else if (strcmp(word, "stray") == 0)
        status = stray(&rest);
    else if (strcmp(word, "garbage") == 0)
        status = garbage(&rest);
    else
        run_numbers(NULL, NULL, &rest);
    printf("\ndone\n");
    return status;
}
