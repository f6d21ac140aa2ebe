/* SPDX-License-Identifier: MIT */
/*
 * An image cut into regions, which are analysed one at a time: a function with what lies between it and the
 * next; functions that overlap are one region. What goes on between regions is known at their entries.
 */
#ifndef GEN_ANALYSIS_REGIONS_H
#define GEN_ANALYSIS_REGIONS_H

#include "analysis/code_map.h"
#include "analysis/forced_contexts.h"
#include "analysis/local_calls.h"
#include "analysis/region_entries.h"

struct region {
    uint32_t start, end;    /* END is behind the last instruction */
    uint32_t entry;         /* the first of its entries, + 1 */
    uint32_t callees_first; /* in CALLEE; they end where those of the next region begin */
    bool queued;
    bool forced;   /* some of its code is */
    bool computed; /* jumps, maybe nobody knows where, before code that nothing leads to */
    bool leaves;   /* jumps with the sp of another frame */
    bool jumped;   /* another region goes on here in the same frame */
    bool falls;    /* its last instruction goes on into the next region */
};

/* Edges by address. */
struct far_edge {
    uint32_t from, to;
};

/* An instruction to which functions jump that its own has called. */
struct label {
    uint32_t address;
};

struct regions {
    const struct image *image;
    struct code_map map;
    struct region_entries entries;
    struct forced_contexts forced;
    struct region *region; /* ascending */
    size_t count, capacity;
    uint32_t *callee; /* the regions to which each one goes, as far as that depends on no state */
    size_t callees_count, callees_capacity;
    struct local_calls locals;
    /* a ring of COUNT: regions of which something has changed that matters to them */
    uint32_t *queue;
    size_t queue_first, queue_count;
    struct far_edge *computed; /* where computed jumps are taken to go; ascending */
    size_t computed_count, computed_capacity;
    struct label *label; /* ascending */
    size_t labels_count, labels_capacity;
    bool settled; /* all is known of them, and nothing changes any more: several may read it */
};

/* What FORCED has becomes theirs. */
void regions_make(struct regions *regions, const struct image *image,
                  const struct forced_contexts *forced);
void regions_free(struct regions *regions);

/* From here on they stay as they are. */
void regions_settle(struct regions *regions);

/* The entry at ADDRESS, made when there is none yet; NULL when no instruction starts there, or all is settled. */
struct region_entry *regions_entry(struct regions *regions, uint32_t address);

/* Whether a frame begins with REGION, and no other frame goes on there. */
bool regions_begins_frame(const struct regions *regions, uint32_t region);

/* The number of the region with ADDRESS, where an instruction starts. */
uint32_t regions_at(const struct regions *regions, uint32_t address);

void regions_enqueue(struct regions *regions, uint32_t region);
bool regions_dequeue(struct regions *regions, uint32_t *region);

/* All regions that refer to ENTRY. */
void regions_enqueue_referrers(struct regions *regions, const struct region_entry *entry);

/* All regions, each behind those that it calls, as far as there is such an order. */
void regions_enqueue_all(struct regions *regions);

#endif
