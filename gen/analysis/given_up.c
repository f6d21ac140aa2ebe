/* SPDX-License-Identifier: MIT */
/* Finds the registers that an image gives up. For analysis.c. */
#include "analysis/given_up.h"

#include "frame/frame_call.h"

#define R9      (1u << (BOBBIN_PLACE_R4 + 5))
#define R4_R11  (0xffu << BOBBIN_PLACE_R4)
#define DOUBLES (0xffu << BOBBIN_PLACE_D8)

/* d8-d15 as registers */
#define S16_S31 (0xffffull << EFFECT_S16)

/*
 * The places that a function gives up if it returns without BROKEN. Code that gives a task its
 * registers back breaks more than that, and so does code that loses the frame. If no function saves
 * d8-d15, no function keeps a value there for its caller.
 */
static uint32_t given_up_by(const struct regions *regions, uint32_t broken)
{
    uint32_t doubles = regions->pushed & S16_S31 ? 0 : DOUBLES;

    if (broken & (FRAME_SP_RESTORED | 1u << BOBBIN_PLACE_RA | (R4_R11 & ~R9)))
        return 0;
    return (broken & R9) | (broken & doubles ? doubles : 0);
}

uint32_t given_up_find(const struct regions *regions)
{
    uint32_t given_up = 0;

    for (size_t i = 0; i < regions->entries.count; i++) {
        const struct region_entry *entry = region_entries_at(&regions->entries, i);
        if (entry->called && !entry->jumped && entry->node.returns.any)
            given_up |= given_up_by(regions, entry->node.returns.broken);
    }
    return given_up;
}
