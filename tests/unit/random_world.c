/* SPDX-License-Identifier: MIT */
#include "random_world.h"

#define SHORTS    14u
#define WORDS     26u
#define RULES     (SHORTS + WORDS)
#define HALFWORDS (WORLD_CODE_BYTES / 2)

static uint32_t pick_word(struct fuzz_source *source)
{
    static const uint8_t registers[] = {13, 13, 13, 7, 11, 4, 12};
    uint32_t flags = (fuzz_one_in(source, 6) ? 0 : COMPACT_RA) |
                     (fuzz_one_in(source, 4) ? COMPACT_SPLIT : 0) |
                     (fuzz_one_in(source, 4) ? COMPACT_GAP : 0);

    return COMPACT(registers[fuzz_below(source, sizeof(registers))], fuzz_below(source, 14),
                   fuzz_below(source, 256) & fuzz_below(source, 256),
                   fuzz_one_in(source, 3) ? fuzz_below(source, 9) : 0,
                   fuzz_one_in(source, 3) ? fuzz_below(source, 8) : 0, flags);
}

/* What a halfword may be, with one of its bits wrong at times. */
static uint16_t pick_short(struct fuzz_source *source)
{
    uint32_t words = fuzz_below(source, 14);

    if (fuzz_one_in(source, 5))
        return (uint16_t)(0x8000 | words << 8 |
                          (fuzz_below(source, 256) & fuzz_below(source, 256)));
    return (uint16_t)(words << 4 | fuzz_below(source, fuzz_one_in(source, 8) ? 16 : 9) |
                      (fuzz_one_in(source, 8) ? 0x800 : 0) |
                      (fuzz_one_in(source, 20) ? 0x4000 : 0));
}

/* Long rules, of which the first ends a trace, the others are words with another cfa, mostly from sp. */
static const uint8_t long_rules[] = {
    3,                                     /* a root */
    5, 0x07, 0x01, 0,    0,    0x20,       /* sp + 32, ra, r4-r6 */
    5, 0x00, 0x01, 0,    0,    0x04,       /* sp + 4, ra */
    5, 0x01, 0x01, 0,    0,    0xb0, 0x00, /* sp + 48, ra, r4; a byte too many */
    5, 0xff, 0x01, 0,    0,    0x24,       /* sp + 36, ra, r4-r11 */
    5, 0xff, 0x01, 0,    0,    0x20,       /* sp + 32, the lowest below sp */
    5, 0x03, 0x01, 0,    0,    0x7c,       /* sp - 4 */
    5, 0x03, 0x01, 0,    0,    0x12,       /* sp + 18 */
    5, 0x05, 0x01, 0,    0,    0x18,       /* sp + 24, ra, r4, r6 */
    5, 0x03, 0x00, 0,    0,    0x18,       /* sp + 24, r4-r5 */
    5, 0x03, 0x01, 0x40, 0,    0x30,       /* sp + 48, ra, r4-r5, d8 */
    5, 0x03, 0x01, 0x28, 0,    0x20,       /* r7 + 32, ra, r4-r5 */
    5, 0x03, 0x01, 0,    0x80, 0x20,       /* sp + 32, ra, r4-r5, all doubles lost */
    5, 0x03, 0x01, 0,    0,    0x80,       /* which goes on behind the rules */
};
static const uint8_t long_starts[] = {0, 1, 7, 13, 20, 26, 32, 38, 44, 50, 56, 62, 68, 74};

static uint32_t pick_long(struct fuzz_source *source)
{
    return LONG_RULE(fuzz_one_in(source, 8) ? fuzz_below(source, sizeof(long_rules) + 2)
                                            : long_starts[fuzz_below(source, sizeof(long_starts))]);
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
                                   .long_rules = long_rules,
                                   .long_rules_size = sizeof(long_rules)};

    for (uint32_t i = 0; i < HALFWORDS / 4; i++)
        entries[i] = (struct handmade_entry){.halfwords = 4,
                                             .rule = fuzz_below(source, RULES + 1),
                                             .wide = fuzz_one_in(source, 8),
                                             .without = fuzz_one_in(source, 8) ? HOW_FORWARD : 0};
    for (uint32_t i = 0; i < SHORTS; i++)
        shorts[i] = pick_short(source);
    for (uint32_t i = 0; i < WORDS; i++)
        rules[i] = fuzz_one_in(source, 5) ? pick_long(source) : pick_word(source);
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
