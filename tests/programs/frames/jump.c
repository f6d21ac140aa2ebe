/* SPDX-License-Identifier: MIT */
#include <setjmp.h>

#include "frames.h"

static jmp_buf back;

/* The call is the last instruction, so its return address belongs to the next function. */
APART __attribute__((noreturn)) static void leave(int value)
{
    longjmp(back, value);
}

APART __attribute__((noreturn)) static void leave_from_depth(uint32_t depth, int value)
{
    volatile uint32_t locals[8];

    locals[depth % 8] = depth;
    if (locals[depth % 8] == 0)
        leave(value);
    leave_from_depth(depth - 1, value);
}

APART static uint32_t leave_if(bool now, int value)
{
    if (now)
        leave(value);
    return (uint32_t)value;
}

APART static int arrive(uint32_t depth, int value)
{
    int got = setjmp(back);

    if (got == 0)
        leave_from_depth(depth, value);
    return got;
}

/* longjmp must restore the saved registers as they were at setjmp. */
APART static uint32_t arrive_with_registers(uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                                            int value)
{
    uint32_t product = a * b + c * d;
    double x = (double)a / (b + 1);
    int got = setjmp(back);

    if (got == 0)
        leave_if(true, value);
    return product + a + b + c + d + (uint32_t)got + (x * (b + 1) == a);
}

void frames_jump(uint32_t round)
{
    CHECK(arrive(round % 6, 3) == 3);
    CHECK(arrive(0, 0) == 1);
    CHECK(arrive_with_registers(round, 1, 2, 3, 9) == round + 6 + round + 6 + 9 + 1);
    CHECK(leave_if(false, 4) == 4);
}
