/* SPDX-License-Identifier: MIT */
/*
 * Local calls: calls of the middle of the calling function, which the analysis treats as jumps.
 * Regions that continue in one another are a group. Local calls are numbered within their group, so
 * that a state can tell of which local calls lr may be the return address (VALUE_LOCAL).
 */
#ifndef GEN_ANALYSIS_LOCAL_CALLS_H
#define GEN_ANALYSIS_LOCAL_CALLS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Maximum number of local calls in a group, because each has a bit in a value. Further calls are
 * treated as ordinary calls.
 */
#define LOCALS_MAX 31

struct local_call {
    uint32_t group, number;
    uint32_t back; /* its return address */
    uint32_t callee;
};

struct local_calls {
    uint32_t *group;         /* per region: its number, or that of a lower region in its group */
    uint32_t *first;         /* per region: the number of its first local call */
    struct local_call *call; /* ascending by group and number after local_calls_number */
    size_t count, capacity;
};

void local_calls_make(struct local_calls *locals, size_t regions_count);
void local_calls_free(struct local_calls *locals);

/* Joins the groups of regions A and B, because one continues in the other. */
void local_calls_join(struct local_calls *locals, uint32_t a, uint32_t b);

/*
 * The group of REGION: the number of its lowest region. The first call after a join shortens the
 * path to the group. A repeated call only reads, so after regions_settle several threads may call
 * this.
 */
uint32_t local_calls_group(const struct local_calls *locals, uint32_t region);

/* Adds a local call of REGION. Call this in ascending order of address. */
void local_calls_add(struct local_calls *locals, uint32_t region, uint32_t back, uint32_t callee);

/* Gives each local call its group and its number. */
void local_calls_number(struct local_calls *locals);

/* The return address of local call NUMBER of GROUP. */
uint32_t local_calls_back(const struct local_calls *locals, uint32_t group, uint32_t number);

#endif
