/* SPDX-License-Identifier: MIT */
/*
 * Local calls: of the middle of the calling function, and taken for jumps. Regions that go on in one another
 * are a group, in which local calls are numbered, so that a state may say of lr which of them it is from.
 */
#ifndef GEN_ANALYSIS_LOCAL_CALLS_H
#define GEN_ANALYSIS_LOCAL_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* Those that are taken for jumps, a group; more are calls like others. */
#define LOCALS_MAX 31

struct local_call {
    uint32_t group, number;
    uint32_t back; /* where it goes on */
    uint32_t callee;
};

struct local_calls {
    uint32_t *group; /* of each region: its number, or that of another of the group that is lower */
    uint32_t *first; /* the number of the first local call of each region */
    struct local_call *call; /* ascending by group and number, once they are numbered */
    size_t count, capacity;
};

void local_calls_make(struct local_calls *locals, size_t regions_count);
void local_calls_free(struct local_calls *locals);

/* Regions A and B go on in one another. */
void local_calls_join(struct local_calls *locals, uint32_t a, uint32_t b);

/*
 * The group of REGION: the lowest of its regions. Asked a second time, with nothing joined since, it changes nothing.
 */
uint32_t local_calls_group(const struct local_calls *locals, uint32_t region);

/* One more local call of REGION. In ascending order of address. */
void local_calls_add(struct local_calls *locals, uint32_t region, uint32_t back, uint32_t callee);

/* Numbers all of them. */
void local_calls_number(struct local_calls *locals);

/* Where local call NUMBER of GROUP goes on. */
uint32_t local_calls_back(const struct local_calls *locals, uint32_t group, uint32_t number);

#endif
