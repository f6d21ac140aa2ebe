/* SPDX-License-Identifier: MIT */
/*
 * Stores the entries of regions, finds them by address, and joins the states that arrive at them.
 * For the stage analysis.
 */
#include "analysis/region_entries.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* ---- entries by address ---------------------------------------------------------------------- */

struct region_entry *region_entries_at(const struct region_entries *entries, size_t index)
{
    return &entries->chunk[index / ENTRIES_CHUNK][index % ENTRIES_CHUNK];
}

/*
 * The slot of ADDRESS in the hash table, or the free slot for it. The factor is 2^32 divided by the
 * golden ratio.
 */
static struct region_entry_slot *place_of(const struct region_entries *entries, uint32_t address)
{
    size_t at = (address * 0x9e3779b1u >> 7) & (entries->hashed_size - 1);

    while (entries->hashed[at].index && entries->hashed[at].address != address)
        at = (at + 1) & (entries->hashed_size - 1);
    return &entries->hashed[at];
}

static void grow(struct region_entries *entries)
{
    struct region_entry_slot *old = entries->hashed;
    size_t old_size = entries->hashed_size;

    entries->hashed_size = old_size ? 2 * old_size : ENTRIES_CHUNK;
    entries->hashed = must_realloc(NULL, entries->hashed_size, sizeof(*entries->hashed));
    memset(entries->hashed, 0, entries->hashed_size * sizeof(*entries->hashed));
    for (size_t i = 0; i < old_size; i++)
        if (old[i].index)
            *place_of(entries, old[i].address) = old[i];
    free(old);
}

struct region_entry *region_entries_find(const struct region_entries *entries, uint32_t address)
{
    uint32_t index = entries->count ? place_of(entries, address)->index : 0;

    return index ? region_entries_at(entries, index - 1) : NULL;
}

struct region_entry *region_entries_called(const struct region_entries *entries, uint32_t address)
{
    struct region_entry *entry = region_entries_find(entries, address);

    return entry && entry->by_call ? entry : NULL;
}

struct region_entry *region_entries_add(struct region_entries *entries,
                                        const struct image_instruction *at, uint32_t region)
{
    struct region_entry *entry;

    if (entries->count % ENTRIES_CHUNK == 0)
        array_push(entries->chunk, entries->chunks_count, entries->chunks_capacity,
                   must_realloc(NULL, ENTRIES_CHUNK, sizeof(*entry)));
    if (2 * entries->count >= entries->hashed_size)
        grow(entries);
    *place_of(entries, at->address) =
        (struct region_entry_slot){at->address, (uint32_t)entries->count + 1};
    entry = region_entries_at(entries, entries->count++);
    memset(entry, 0, sizeof(*entry));
    entry->node.at = *at;
    entry->node.effect.condition = CONDITION_ALWAYS;
    entry->node.outside = true;
    entry->node.leader = true;
    entry->region = region;
    return entry;
}

/* ---- regions that refer to an entry ---------------------------------------------------------- */

static void add_referrer(struct region_entries *entries, struct region_entry *entry,
                         uint32_t region)
{
    struct referrer referrer = {region, entry->referrer};

    array_push(entries->referrer, entries->referrers_count, entries->referrers_capacity, referrer);
    entry->referrer = (uint32_t)entries->referrers_count;
}

bool region_entries_refer(struct region_entries *entries, struct region_entry *entry,
                          uint32_t region)
{
    if (entry->referrer && entries->referrer[entry->referrer - 1].region == region)
        return false;
    add_referrer(entries, entry, region);
    return true;
}

void region_entries_refer_late(struct region_entries *entries, struct region_entry *entry,
                               uint32_t region)
{
    if (edge_set_add(&entries->late, entry->node.at.address, region))
        add_referrer(entries, entry, region);
}

/* ---- states that arrive at an entry ---------------------------------------------------------- */

void region_entry_state(const struct region_entry *entry, uint32_t given_up,
                        struct frame_state *state)
{
    if (entry->arrived)
        frame_state_copy(state, entry->arrived);
    else
        frame_state_entry(state, given_up);
}

bool region_entry_arrive(struct region_entry *entry, const struct frame_state *state)
{
    struct frame_state joined;

    /* A function that nothing calls, and to which code without a caller jumps, has no caller. */
    if (frame_state_is_outermost(state) && entry->called && !entry->by_call)
        entry->called = false;
    if (region_entry_is_live(entry)) {
        region_entry_state(entry, state->given_up, &joined);
        if (!frame_state_join(&joined, state))
            return false;
        state = &joined;
    }
    entry->arrived = must_realloc(entry->arrived, 1, frame_state_size(state));
    frame_state_copy(entry->arrived, state);
    return true;
}

void region_entry_call(struct region_entry *entry)
{
    struct frame_state state;

    if (entry->arrived) {
        frame_state_entry(&state, entry->arrived->given_up);
        region_entry_arrive(entry, &state);
    }
    entry->called = true;
}

void region_entries_free(struct region_entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        free(region_entries_at(entries, i)->arrived);
    for (size_t i = 0; i < entries->chunks_count; i++)
        free(entries->chunk[i]);
    free(entries->chunk);
    free(entries->hashed);
    free(entries->referrer);
    edge_set_free(&entries->late);
    memset(entries, 0, sizeof(*entries));
}
