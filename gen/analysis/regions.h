/* SPDX-License-Identifier: MIT */
/*
 * Regions: the parts of an image that are analysed one at a time, so that only one needs memory. A
 * region is a function with the code up to the next function. Functions that overlap are one
 * region. What regions know of each other is stored at their entries. For the stage analysis.
 */
#ifndef GEN_ANALYSIS_REGIONS_H
#define GEN_ANALYSIS_REGIONS_H

#include "analysis/assumptions.h"
#include "analysis/carried_addresses.h"
#include "analysis/code_map.h"
#include "analysis/computed_addresses.h"
#include "analysis/forced_contexts.h"
#include "analysis/inner_calls.h"
#include "analysis/local_calls.h"
#include "analysis/node_store.h"
#include "analysis/region_entries.h"
#include "elf/vectors.h"

struct region {
    uint32_t start, end; /* START to END - 1 */
    uint32_t entry;      /* index + 1 of its first entry; 0: none */
    /* Index in CALLEE of its first callee. Its callees end where those of the next region begin. */
    uint32_t callees_first;
    bool queued;
    bool forced;    /* some of its code is a root or an exception handler */
    bool computed;  /* has a computed jump, and code that nothing leads to */
    bool unreached; /* has code that nothing leads to */
    bool unsure;    /* has a jump that may be a return: see trust_returns() in analysis.c */
    bool leaves;    /* has a jump to another frame */
    bool switches;  /* code with a caller leaves with the sp of another stack, or to a handler */
    bool jumped;    /* another region continues here in the same frame */
    bool falls;     /* continues in the next region after its last instruction */
};

/* An edge, by addresses. */
struct far_edge {
    uint32_t from, to;
};

/* A target of non-local gotos: functions that its own function has called jump to it. */
struct label {
    uint32_t address;
};

struct regions {
    const struct image *image;
    struct row_options options;
    /* Bit N: place N is given up: no function has to restore it (given_up.h). */
    uint32_t given_up;
    uint64_t pushed; /* the registers, as EFFECT_BITs, that some function saves at sp */
    struct code_map map;
    struct node_store store;
    struct region_entries entries;
    struct forced_contexts forced;
    struct region *region; /* ascending by address */
    size_t count, capacity;
    /* The callees of each region, as far as they do not depend on a state. */
    uint32_t *callee;
    size_t callees_count, callees_capacity;
    struct local_calls locals;
    struct inner_calls inner;
    struct carried_addresses carried;
    struct computed_addresses computed_addresses;
    /*
     * A ring buffer with one slot per region: the regions that must be solved again, because
     * something that they depend on has changed.
     */
    uint32_t *queue;
    size_t queue_first, queue_count;
    struct far_edge *computed; /* the targets assumed for computed jumps; ascending */
    size_t computed_count, computed_capacity;
    struct vector_table *vectors; /* their entries: code that only exceptions enter */
    size_t vectors_count, vectors_capacity;
    struct label *label; /* ascending */
    size_t labels_count, labels_capacity;
    /* What the analysis assumed before any state was known. Each thread has further ones. */
    struct assumptions assumptions;
    bool trusting; /* what looks like a return is one, even in a state that is not known */
    /* All results are final. Nothing changes from here on, so several threads may read. */
    bool settled;
};

/* Cuts IMAGE into regions. REGIONS takes ownership of the contents of FORCED. */
void regions_make(struct regions *regions, const struct image *image,
                  const struct forced_contexts *forced, const struct row_options *options);
void regions_free(struct regions *regions);

/* Forgets all that was found since regions_make. GIVEN_UP: the places that are known to be. */
void regions_restart(struct regions *regions, uint32_t given_up);

/* Declares all results final. */
void regions_settle(struct regions *regions);

/*
 * The entry at ADDRESS. Makes it if there is none and the regions are not settled. NULL if no
 * instruction starts there, or if the regions are settled and there is none.
 */
struct region_entry *regions_entry(struct regions *regions, uint32_t address);

/* Whether an instruction jumps to ADDRESS, or calls it. */
bool regions_is_entered(const struct regions *regions, uint32_t address);

/* Whether a frame begins at the start of REGION and no other frame continues there. */
bool regions_begins_frame(const struct regions *regions, uint32_t region);

/* The number of the region that contains ADDRESS, where an instruction starts. */
uint32_t regions_at(const struct regions *regions, uint32_t address);

/* Whether targets are assumed for the computed jump at ADDRESS. */
bool regions_has_assumed_targets(const struct regions *regions, uint32_t address);

void regions_enqueue(struct regions *regions, uint32_t region);
bool regions_dequeue(struct regions *regions, uint32_t *region);

/* Queues all regions that depend on ENTRY. */
void regions_enqueue_referrers(struct regions *regions, const struct region_entry *entry);

/* Queues all regions, callees before callers. Recursive calls have no such order. */
void regions_enqueue_all(struct regions *regions);

#endif
