/* SPDX-License-Identifier: MIT */
#include "asm.h"

struct sample {
    asm_function *function;
    uint32_t (*wanted)(uint32_t a, uint32_t b);
};

#define ASM(state, name, value)                                                                    \
    static uint32_t wanted_##state##_##name(uint32_t a, uint32_t b)                                \
    {                                                                                              \
        (void)b;                                                                                   \
        return value;                                                                              \
    }
ASM_ALL
#undef ASM

#define ASM(state, name, value) {state##_##name, wanted_##state##_##name},
static const struct sample samples[] = {ASM_ALL};
#undef ASM

static void try(const struct sample *sample, uint32_t a, uint32_t b)
{
    uint32_t result;

    CHECK(asm_call(sample->function, a, b, &result) == 0);
    CHECK(result == sample->wanted(a, b));
}

static void asm_round(uint32_t round)
{
    for (uint32_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        try(&samples[i], 0, 3);
        try(&samples[i], round + 1, 2);
        try(&samples[i], 500, round);
    }
}

const struct program program = {"asm", asm_round, 16};
