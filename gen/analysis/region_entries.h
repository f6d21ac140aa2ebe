/* SPDX-License-Identifier: MIT */
/*
 * The entries of regions: instructions at which code of other regions continues, or a frame begins.
 * An entry is all that regions know of each other. For the stage analysis.
 */
#ifndef GEN_ANALYSIS_REGION_ENTRIES_H
#define GEN_ANALYSIS_REGION_ENTRIES_H

#include "analysis/graph.h"
#include "frame/frame_call.h"

struct region_entry {
    struct node node; /* stands for the instruction in all other regions; OUTSIDE is set */
    uint32_t region;
    uint32_t next; /* index + 1 of the next entry in the region; 0: none */
    /* Index + 1 of the first region in the list of those that depend on this entry; 0: none. */
    uint32_t referrer;
    bool called;  /* starts with the state of the procedure-call standard */
    bool by_call; /* CALLED because an instruction calls it, not only because of a pointer to it */
    bool jumped;  /* other regions continue here in the same frame */
    /* A handler jumps to this function, which is called too, with the lr of the exception. */
    bool interrupted;
    /*
     * The join of all states that arrive, in frame_state_size() bytes. NULL: none arrives from
     * other regions, except the state of a call if CALLED is set.
     */
    struct frame_state *arrived;
};

struct referrer {
    uint32_t region;
    uint32_t next; /* index + 1; 0: none */
};

/* A slot of the hash table: INDEX + 1 of the entry at ADDRESS. 0: free. */
struct region_entry_slot {
    uint32_t address, index;
};

struct region_entries {
    struct region_entry **chunk; /* blocks of ENTRIES_CHUNK entries, so that no entry moves */
    size_t chunks_count, chunks_capacity;
    size_t count;
    struct region_entry_slot *hashed; /* hash table by address; its size is a power of two */
    size_t hashed_size;
    struct referrer *referrer;
    size_t referrers_count, referrers_capacity;
    struct edge_set late; /* referrers that depend on a state, by entry and region */
};

#define ENTRIES_CHUNK 1024

/* The entry of an outside NODE, which is its first member. */
static inline struct region_entry *region_entry_of(struct node *node)
{
    return (struct region_entry *)node;
}

struct region_entry *region_entries_at(const struct region_entries *entries, size_t index);

/* The entry at ADDRESS. NULL if there is none. */
struct region_entry *region_entries_find(const struct region_entries *entries, uint32_t address);

/* The same. NULL too if no instruction calls ADDRESS. */
struct region_entry *region_entries_called(const struct region_entries *entries, uint32_t address);

/* Adds an entry at the instruction AT of region number REGION. */
struct region_entry *region_entries_add(struct region_entries *entries,
                                        const struct image_instruction *at, uint32_t region);

/*
 * REGION depends on ENTRY. Call region_entries_refer in ascending order of region; it returns false
 * if the region is listed already. After that, call region_entries_refer_late in any order.
 */
bool region_entries_refer(struct region_entries *entries, struct region_entry *entry,
                          uint32_t region);
void region_entries_refer_late(struct region_entries *entries, struct region_entry *entry,
                               uint32_t region);

/* ENTRY is called: the state of the procedure-call standard arrives. */
void region_entry_call(struct region_entry *entry);

/* STATE arrives at ENTRY. Returns true if that changes the joined state. */
bool region_entry_arrive(struct region_entry *entry, const struct frame_state *state);

/* Whether any state arrives at ENTRY. If so, region_entry_state is the join of these states. */
static inline bool region_entry_is_live(const struct region_entry *entry)
{
    return entry->called || entry->arrived;
}

/* Whether a frame begins at ENTRY: it is called, or all jumps to it are tail calls. */
static inline bool region_entry_is_function(const struct region_entry *entry)
{
    return entry->called || (entry->arrived && frame_state_undone(entry->arrived));
}
void region_entry_state(const struct region_entry *entry, uint32_t given_up,
                        struct frame_state *state);

void region_entries_free(struct region_entries *entries);

#endif
