/* SPDX-License-Identifier: MIT */
/* The places of an image to which code of other regions goes, or where frames begin. */
#ifndef GEN_ANALYSIS_REGION_ENTRIES_H
#define GEN_ANALYSIS_REGION_ENTRIES_H

#include "analysis/graph.h"

struct region_entry {
    struct node node; /* stands for the real one in all other regions: FOREIGN is set */
    uint32_t region;
    uint32_t next;               /* in the same region, + 1; 0: none */
    uint32_t referrer;           /* the first of those who want to know when it changes, + 1 */
    bool called;                 /* starts as the procedure-call standard says */
    bool jumped;                 /* other regions go on here in the same frame */
    struct frame_state *arrived; /* what else comes in from other regions; packed. NULL: nothing */
};

struct referrer {
    uint32_t region;
    uint32_t next; /* + 1 */
};

/* Where the entry at ADDRESS is: INDEX + 1. 0: free. */
struct region_entry_slot {
    uint32_t address, index;
};

struct region_entries {
    struct region_entry **chunk; /* of ENTRIES_CHUNK each: entries stay where they are */
    size_t chunks_count, chunks_capacity;
    size_t count;
    struct region_entry_slot *hashed; /* by hash of address. A power of two of them */
    size_t hashed_size;
    struct referrer *referrer;
    size_t referrers_count, referrers_capacity;
    struct edge_set late; /* referrers that were not known from the start, by entry and region */
};

#define ENTRIES_CHUNK 1024

/* What a foreign NODE stands for. */
static inline struct region_entry *region_entry_of(struct node *node)
{
    return (struct region_entry *)node;
}

struct region_entry *region_entries_at(const struct region_entries *entries, size_t index);

/* The entry at ADDRESS; NULL when there is none. */
struct region_entry *region_entries_find(const struct region_entries *entries, uint32_t address);

/* One more, at the instruction AT of region number REGION. */
struct region_entry *region_entries_add(struct region_entries *entries,
                                        const struct image_instruction *at, uint32_t region);

/* REGION refers to ENTRY. In ascending order of region, and then LATE in any. False when that is known. */
bool region_entries_refer(struct region_entries *entries, struct region_entry *entry,
                          uint32_t region);
void region_entries_refer_late(struct region_entries *entries, struct region_entry *entry,
                               uint32_t region);

/* ENTRY is called. */
void region_entry_call(struct region_entry *entry);

/* STATE comes in at ENTRY. True if that changes what does. */
bool region_entry_arrive(struct region_entry *entry, const struct frame_state *state);

/* Whether anything comes in from outside, and then what. */
static inline bool region_entry_is_live(const struct region_entry *entry)
{
    return entry->called || entry->arrived;
}
void region_entry_state(const struct region_entry *entry, struct frame_state *state);

void region_entries_free(struct region_entries *entries);

#endif
