/* SPDX-License-Identifier: MIT */
#include "random_world.h"

#define SHORTS    14u
#define WORDS     26u
#define RULES     (SHORTS + WORDS)
#define HALFWORDS (WORLD_CODE_BYTES / 2)

/* From sp nothing that is saved is below it: there no table has a rule, and core does not look. */
static uint32_t pick_word(struct fuzz_source *source)
{
    static const uint8_t registers[] = {13, 13, 13, 7, 11, 4, 12};
    uint32_t flags = (fuzz_one_in(source, 6) ? 0 : COMPACT_RA) |
                     (fuzz_one_in(source, 4) ? COMPACT_SPLIT : 0) |
                     (fuzz_one_in(source, 4) ? COMPACT_GAP : 0);
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

/* The same in a halfword. */
static uint16_t pick_short(struct fuzz_source *source)
{
    uint32_t words = fuzz_below(source, 14);
    uint32_t mask = fuzz_below(source, 256) & fuzz_below(source, 256);
    uint32_t count = fuzz_below(source, 9);

    if (fuzz_one_in(source, 5))
        return SHORT_MASK(1 + words + (uint32_t)__builtin_popcount(mask), mask);
    return SHORT(1 + words + count, count);
}

/* On sp, with registers that are lost: of those that have a slot, too. */
static uint32_t pick_lost(struct fuzz_source *source)
{
    uint32_t mask = fuzz_below(source, 256) & fuzz_below(source, 256);
    uint32_t cfa_words = 1 + fuzz_below(source, 14) + (uint32_t)__builtin_popcount(mask);

    return COMPACT_LOST(cfa_words, mask, fuzz_one_in(source, 6) ? 0 : COMPACT_RA,
                        1 + fuzz_below(source, 255));
}

/* Long rules, with what is behind them: the first is nothing, most others are words. */
#define LONG_RULE_WORDS 5u
static const uint32_t long_rules[][LONG_RULE_WORDS] = {
    {0},
    {LONG_WORD(COMPACT(13, 8, 0x07, 0, 0, COMPACT_RA), 0)},
    {LONG_WORD(COMPACT(13, 1, 0x00, 0, 0, COMPACT_RA), 0)},
    {LONG_WORD(COMPACT(13, 12, 0x01, 0, 0, COMPACT_RA), 0)},
    {LONG_WORD(COMPACT(13, 9, 0xff, 0, 0, COMPACT_RA), 0)},
    {LONG_WORD(COMPACT(13, 8, 0xff, 0, 0, COMPACT_RA), 0)}, /* the lowest below sp */
    {LONG_WORD(COMPACT(13, 6, 0x05, 0, 0, COMPACT_RA), 0)},
    {LONG_WORD(COMPACT(13, 6, 0x03, 0, 0, 0), 0)},
    {LONG_WORD(COMPACT(13, 12, 0x03, 1, 0, COMPACT_RA), 0)},
    {LONG_WORD(COMPACT(7, 8, 0x03, 0, 0, COMPACT_RA), 0)},
    {LONG_WORD(COMPACT(13, 8, 0x03, 0, 0, COMPACT_RA), 0xff00)},
    {LONG_WORD(COMPACT(13, 8, 0x03, 1, 0, COMPACT_RA), 0xfe84)},
    {LONG_HEAD(1, 13, 1u << BOBBIN_PLACE_RA | 3), -4u, LONG_PLACE(BOBBIN_SLOT, -4),
     LONG_PLACE(BOBBIN_SLOT, -8), LONG_PLACE(BOBBIN_SLOT, -12)},
    {LONG_HEAD(1, 13, 1u << BOBBIN_PLACE_RA | 3), 18, LONG_PLACE(BOBBIN_SLOT, -4),
     LONG_PLACE(BOBBIN_SLOT, -8), LONG_PLACE(BOBBIN_SLOT, -12)},
    {LONG_HEAD(1, 13, 0x1ffff)}, /* which goes on behind the rules */
};
#define LONG_RULES ((uint32_t)(sizeof(long_rules) / sizeof(long_rules[0])))

static uint32_t pick_long(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 8))
        return LONG_RULE(fuzz_below(source, LONG_RULE_WORDS * LONG_RULES + 2));
    return LONG_RULE(LONG_RULE_WORDS * (1 + fuzz_below(source, LONG_RULES - 1)));
}

static uint32_t pick_rule(struct fuzz_source *source)
{
    if (fuzz_one_in(source, 20))
        return RULE_ROOT;
    if (fuzz_one_in(source, 10))
        return LARGE_RUN(9 + fuzz_below(source, 14), fuzz_below(source, 9));
    if (fuzz_one_in(source, 10))
        return pick_lost(source);
    return fuzz_one_in(source, 5) ? pick_long(source) : pick_word(source);
}

/* Code, stack, or anything. */
static uint32_t pick_value(struct fuzz_source *source)
{
    switch (fuzz_below(source, 8)) {
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
                                   .exidx_first = RULES - 3,
                                   .long_rules = long_rules[0],
                                   .long_rules_size = sizeof(long_rules)};

    for (uint32_t i = 0; i < HALFWORDS / 4; i++)
        entries[i] = (struct handmade_entry){.halfwords = 4,
                                             .rule = fuzz_below(source, RULES + 1),
                                             .wide = fuzz_one_in(source, 8),
                                             .without = fuzz_one_in(source, 8) ? HOW_FORWARD : 0};
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
