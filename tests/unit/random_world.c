/* SPDX-License-Identifier: MIT */
#include "random_world.h"

#define RULES     40u
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
    uint32_t rules[RULES];
    const struct handmade table = {.ranges = &range,
                                   .ranges_count = 1,
                                   .rules = rules,
                                   .rules_count = RULES,
                                   .exidx_first = RULES - 3};

    for (uint32_t i = 0; i < HALFWORDS / 4; i++)
        entries[i] = (struct handmade_entry){.halfwords = 4,
                                             .rule = fuzz_below(source, RULES + 1),
                                             .wide = fuzz_one_in(source, 8),
                                             .without = fuzz_one_in(source, 8) ? HOW_FORWARD : 0};
    for (uint32_t i = 0; i < RULES; i++)
        rules[i] = pick_word(source);
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
