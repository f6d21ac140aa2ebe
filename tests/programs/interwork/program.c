/* SPDX-License-Identifier: MIT */
#include "interwork.h"

/*
 * Not defined anywhere. The linker turns the guarded call into a nop or a branch to the next
 * instruction.
 */
uint32_t interwork_absent(uint32_t a) __attribute__((weak));

static uint32_t mix_wanted(bool arm, uint32_t a, uint32_t b)
{
    return a * (arm ? 5 : 3) ^ b;
}

static uint32_t ladder_wanted(bool arm, uint32_t depth, uint32_t value)
{
    uint32_t here = mix_wanted(arm, value, depth), there = mix_wanted(!arm, value, depth);

    return depth == 0 ? here - there : here + there * ladder_wanted(!arm, depth - 1, value + 1);
}

static uint32_t far_ladder_wanted(bool arm, uint32_t depth, uint32_t value)
{
    uint32_t here = mix_wanted(arm, value, depth), there = here + mix_wanted(!arm, value, depth);

    return depth == 0 ? here - there : here + there * far_ladder_wanted(!arm, depth - 1, value + 1);
}

static uint32_t jump_wanted(bool arm, uint32_t depth, uint32_t value)
{
    for (; depth; depth--, arm = !arm)
        value = mix_wanted(!arm, value, depth);
    return mix_wanted(!arm, value, 1);
}

static void near(uint32_t round)
{
    CHECK(arm_ladder(5, round) == ladder_wanted(true, 5, round));
    CHECK(thumb_ladder(4, round) == ladder_wanted(false, 4, round));
    CHECK(arm_jump(3, round) == jump_wanted(true, 3, round));
    CHECK(thumb_jump(4, round) == jump_wanted(false, 4, round));
    CHECK(arm_through(thumb_mix, round) == (round * 3 ^ 3) + (round * 3 ^ 4));
    CHECK(thumb_through(arm_mix, round) == (round * 5 ^ 3) + (round * 5 ^ 4));
}

static void far(uint32_t round)
{
    CHECK(arm_far_ladder(3, round) == far_ladder_wanted(true, 3, round));
    CHECK(thumb_far_ladder(2, round) == far_ladder_wanted(false, 2, round));
    CHECK(arm_far_jump(3, round) == jump_wanted(false, 2, round));
    CHECK(thumb_far_jump(4, round) == jump_wanted(true, 3, round));
    CHECK(arm_far_jump(0, round) == mix_wanted(true, round, 1));
    CHECK(thumb_far_jump(0, round) == mix_wanted(false, round, 1));
    CHECK(arm_through(thumb_far_mix, round) == thumb_far_mix(round, 3) + arm_far_mix(round, 4));
}

static void interwork_round(uint32_t round)
{
    near(round);
    far(round);
    CHECK(round + (interwork_absent ? interwork_absent(round) : 1) == round + 1);
}

const struct program program = {"interwork", interwork_round, 60};
