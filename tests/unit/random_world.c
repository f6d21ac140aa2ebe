/* SPDX-License-Identifier: MIT */
#include "random_world.h"

#define SHORTS    14u
#define WORDS     26u
#define RULES     (SHORTS + WORDS)
#define HALFWORDS (WORLD_CODE_BYTES / 2)

/*
 * With sp as the cfa register, no slot is below sp: no good table has such a rule, and the core
 * does not check.
 */
static uint32_t pick_word(struct fuzz_source *source)
{
    static const uint8_t registers[] = {13, 13, 13, 13, 13, 13, 13, 13, 7, 11, 4, 12};
    uint32_t flags = (fuzz_one_in(source, 12) ? 0 : COMPACT_RA) |
                     (fuzz_one_in(source, 4) ? COMPACT_SPLIT : 0) |
                     (fuzz_one_in(source, 4) ? COMPACT_GAP : 0) |
                     (fuzz_one_in(source, 2) ? COMPACT_EXPLICIT : 0);
    uint32_t number = registers[fuzz_below(source, sizeof(registers))];
    uint32_t cfa_words = fuzz_below(source, 14);
    uint32_t mask = fuzz_below(source, 256) & fuzz_below(source, 256);
    uint32_t doubles = fuzz_one_in(source, 3) ? fuzz_below(source, 9) : 0;
    uint32_t home = fuzz_one_in(source, 3) ? fuzz_below(source, 8) : 0;
    uint32_t needed = (uint32_t)__builtin_popcount(mask) + 2 * doubles + home +
                      (flags & COMPACT_RA ? 1 : 0) + (flags & COMPACT_GAP ? 1 : 0);

    if (number == 13 && cfa_words < needed)
        cfa_words += needed;
    return COMPACT(number, cfa_words, mask, doubles, home, flags);
}

static uint16_t pick_short(struct fuzz_source *source)
{
    uint32_t words = fuzz_below(source, 14);
    uint32_t count = fuzz_below(source, 9);

    return SHORT(1 + words + count, count);
}

/* A rule on sp with lost registers, or from CFI alone. Some lost registers also have a slot. */
static uint32_t pick_lost(struct fuzz_source *source)
{
    uint32_t mask = fuzz_below(source, 256) & fuzz_below(source, 256);
    uint32_t cfa_words = 1 + fuzz_below(source, 14) + (uint32_t)__builtin_popcount(mask);

    return COMPACT_LOST(cfa_words, mask, fuzz_one_in(source, 6) ? 0 : COMPACT_RA,
                        fuzz_below(source, 16));
}

/* Long rules with their steps. */
#define LONG_RULE_WORDS 7u
#define R(n)            BOBBIN_VALID_R(n)
#define D(n)            BOBBIN_VALID_D(n)
static const uint32_t long_rules[][LONG_RULE_WORDS] = {
    {LONG_EITHER(0x0f0f, SHORT(3, 2), RULE_R4_LR)},
    {LONG_EITHER(0xffff, LONG_RULE(WORDS), RULE_LEAF)}, /* rule 0 depends on flags */
    {LONG_HEAD(13, 0, 0x07, 0, 0, COMPACT_RA, 32, 0)},
    {LONG_HEAD(13, 0, 0x00, 0, 0, COMPACT_RA | LONG_EXIDX, 4, 0)},
    {LONG_HEAD(13, 0, 0xff, 0, 0, COMPACT_RA, 36, 0)},
    {LONG_HEAD(13, 0, 0x03, 0, 0, 0, 24, 0)},
    {LONG_HEAD(7, 0, 0x03, 0, 0, COMPACT_RA, 32, 0)},
    {LONG_HEAD(13, 0, 0x03, 1, 0, COMPACT_RA, 32, R(6) | R(11) | D(9) | D(15))},
    {LONG_HEAD(13, 2, 0x00, 0, 0, COMPACT_RA, 12, 0), STEP(STEP_SLOT, STEP_R(5), -8),
     STEP(STEP_SLOT, STEP_R(4), -12)},
    {LONG_HEAD(13, 2, 0x00, 0, 0, COMPACT_RA, 18, 0), STEP(STEP_SLOT, STEP_R(5), -8),
     STEP(STEP_SLOT, STEP_R(4), -12)}, /* the cfa offset is no multiple of 4 */
    {LONG_HEAD(13, 1, 0x00, 0, 0, COMPACT_RA, -4, 0), STEP(STEP_SLOT, STEP_R(4), -8)},
    {LONG_HEAD(13, 3, 0x00, 0, 0, COMPACT_RA | LONG_EXIDX, 12, 0), STEP(STEP_SLOT, STEP_CFA, 8),
     STEP(STEP_REGISTER, STEP_R(6), 2), STEP(STEP_REGISTER, STEP_R(7), STEP_NOBODY)},
    {LONG_HEAD(13, 1, 0x01, 0, 0, 0, 8, 0), STEP(STEP_REGISTER, STEP_RA, 9)},
    {LONG_HEAD(13, 4, 0x00, 0, 0, COMPACT_RA, 40, 0), STEP(STEP_SLOT, STEP_HIGH(10), -28),
     STEP(STEP_HALF, STEP_LOW(10), -32), STEP(STEP_HALF, STEP_LOW(8), -12),
     STEP(STEP_HALF, STEP_HIGH(11), -16)},
    {LONG_HEAD(13, 127, 0x00, 0, 0, COMPACT_RA, 8, 0)}, /* its steps reach beyond the last word */
};
#define LONG_RULES ((uint32_t)(sizeof(long_rules) / sizeof(long_rules[0])))

static uint32_t pick_long(struct fuzz_source *source)
{
    return LONG_RULE(WORDS + LONG_RULE_WORDS * fuzz_below(source, LONG_RULES));
}

static uint32_t pick_rule(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 20))
        return fuzz_one_in(source, 2) ? RULE_ROOT : RULE_NONE;
    if (fuzz_one_in(source, 10))
        return LARGE_RUN(9 + fuzz_below(source, 14), fuzz_below(source, 9)) |
               (fuzz_one_in(source, 2) ? RUN_EXPLICIT : 0);
    if (fuzz_one_in(source, 10))
        return pick_lost(source);
    return fuzz_one_in(source, 5) ? pick_long(source) : pick_word(source);
}

/* An address in code or stack, or any value. */
static uint32_t pick_value(struct fuzz_source *source)
{
    switch (fuzz_below(source, 16)) {
    case 0:
        return fuzz_u32(source);
    case 1:
    case 2:
        return WORLD_STACK + 4 * fuzz_below(source, WORLD_STACK_WORDS);
    case 3:
        return WORLD_CODE + (fuzz_below(source, WORLD_CODE_BYTES) & ~3u);
    default:
        return WORLD_CODE + (fuzz_below(source, WORLD_CODE_BYTES) | 1);
    }
}

void random_world_set_up(struct world *world, struct fuzz_source *source)
{
    struct handmade_entry entries[HALFWORDS / 4];
    const struct handmade_range range = RANGE(WORLD_CODE, entries, HALFWORDS / 4);
    uint16_t shorts[SHORTS];
    uint32_t rules[WORDS];
    const struct handmade table = {.ranges = &range,
                                   .ranges_count = 1,
                                   .shorts = shorts,
                                   .shorts_count = SHORTS,
                                   .rules = rules,
                                   .rules_count = WORDS,
                                   .long_rules = long_rules[0],
                                   .long_rules_count = LONG_RULE_WORDS * LONG_RULES};

    for (uint32_t i = 0; i < HALFWORDS / 4; i++)
        entries[i] = (struct handmade_entry){
            .halfwords = 4, .rule = fuzz_below(source, RULES), .wide = fuzz_one_in(source, 8)};
    for (uint32_t i = 0; i < SHORTS; i++)
        shorts[i] = pick_short(source);
    for (uint32_t i = 0; i < WORDS; i++)
        rules[i] = pick_rule(source);
    world_set_up(world, &table);
    for (uint32_t i = 0; i < WORLD_STACK_WORDS; i++)
        world->stack[i] = pick_value(source);
    for (uint32_t i = 0; i < 16; i++)
        world->r[i] = pick_value(source);
    world->r[BOBBIN_SP] = WORLD_STACK + 4 * fuzz_below(source, WORLD_STACK_WORDS - 8) +
                          (fuzz_one_in(source, 20) ? fuzz_below(source, 4) : 0);
}

uint32_t random_world_pc(struct fuzz_source *source)
{
    return WORLD_CODE + 2 * fuzz_below(source, HALFWORDS);
}
