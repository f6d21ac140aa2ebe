/* SPDX-License-Identifier: MIT */
/*
 * Crashes after tail calls. The command line chooses the way from main to the crash:
 *
 *   crash unique     first, second and third call each other by tail calls; third crashes
 *   crash inlined    the same, where the tail call of second is in an inlined function
 *   crash fork       two ways lead to the crash
 *   crash pointer    the tail call goes to a pointer
 *   crash loop       the tail calls have a loop
 */
#include <string.h>

#include "board.h"

#define NOINLINE __attribute__((noinline))

static volatile unsigned level;

/* Crashes if X is large. Not itself a tail call: the store is the last instruction. */
NOINLINE static unsigned third(unsigned x)
{
    level = x;
    *(volatile unsigned *)0xcafe0000u = x;
    return x + level;
}

/* ---- one way --------------------------------------------------------------------------------- */

NOINLINE static unsigned second(unsigned x)
{
    level += 2;
    return third(x * 3);
}

NOINLINE static unsigned first(unsigned x)
{
    level += 1;
    return second(x + 7);
}

static inline __attribute__((always_inline)) unsigned pass_on(unsigned x)
{
    level += 4;
    return third(x ^ 5);
}

NOINLINE static unsigned second_inlined(unsigned x)
{
    level += 3;
    return pass_on(x);
}

NOINLINE static unsigned first_inlined(unsigned x)
{
    level += 1;
    return second_inlined(x + 9);
}

/* ---- several ways ---------------------------------------------------------------------------- */

NOINLINE static unsigned left(unsigned x)
{
    level += 5;
    return third(x * 5);
}

NOINLINE static unsigned right(unsigned x)
{
    level += 6;
    return third(x * 6);
}

NOINLINE static unsigned way(unsigned x)
{
    level += 7;
    if (level & 1)
        return left(x);
    return right(x);
}

/* ---- unknown ways ---------------------------------------------------------------------------- */

static unsigned (*volatile target)(unsigned) = third;

NOINLINE static unsigned through_pointer(unsigned x)
{
    level += 8;
    return target(x);
}

NOINLINE static unsigned ping(unsigned x);

NOINLINE static unsigned pong(unsigned x)
{
    level += 9;
    return ping(x - 1);
}

NOINLINE static unsigned ping(unsigned x)
{
    level += 10;
    if (x > 4)
        return pong(x - 1);
    return third(x);
}

/* ---- entries --------------------------------------------------------------------------------- */

/* These calls are no tail calls: the result is used. */
NOINLINE static unsigned enter_unique(unsigned x)
{
    return first(x) + level;
}

NOINLINE static unsigned enter_inlined(unsigned x)
{
    return first_inlined(x) + level;
}

NOINLINE static unsigned enter_fork(unsigned x)
{
    return way(x) + level;
}

NOINLINE static unsigned enter_pointer(unsigned x)
{
    return through_pointer(x) + level;
}

NOINLINE static unsigned enter_loop(unsigned x)
{
    return ping(x) + level;
}

static const struct {
    const char *command;
    unsigned (*enter)(unsigned x);
} commands[] = {
    {"crash unique", enter_unique},   {"crash inlined", enter_inlined}, {"crash fork", enter_fork},
    {"crash pointer", enter_pointer}, {"crash loop", enter_loop},
};

int main(void)
{
    const char *line = board_command_line();
    unsigned sum = 0;

    for (unsigned i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
        if (strcmp(line, commands[i].command) == 0)
            sum += commands[i].enter((unsigned)strlen(line));
    return (int)sum;
}
