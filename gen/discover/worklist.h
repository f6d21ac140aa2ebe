/* SPDX-License-Identifier: MIT */
/* Inside discovery: what has been found, and what is still to be followed. */
#ifndef GEN_DISCOVERER_H
#define GEN_DISCOVERER_H

#include "discover/traverse.h"
#include "elf/landing_pads.h"

/* A call whose function has not come back yet, of the function at OWNER. */
struct pending_call {
    struct found_call call;
    uint32_t owner;
};

struct discoverer {
    struct image *image;
    struct claims claims;
    struct follower follower;
    struct landing_pads pads;
    struct piece *piece; /* those that are next; a stack */
    size_t pieces_count, pieces_capacity;
    struct pending_call *pending;
    size_t pending_count, pending_capacity;
    struct found_tail *tail; /* by which it is not known yet whether the owner returns */
    size_t tails_count, tails_capacity;
    struct found_jump *jump;
    size_t jumps_count, jumps_capacity;
    uint32_t *loose; /* instructions behind which the way is not known */
    size_t loose_count, loose_capacity;
    uint32_t *pointer; /* words that may be addresses of functions */
    size_t pointers_count, pointers_capacity;
};

int discoverer_open(struct discoverer *discoverer, struct image *image);
void discoverer_close(struct discoverer *discoverer);

/* A function starts at ADDRESS. */
void discoverer_function(struct discoverer *discoverer, uint32_t address, bool thumb);

/* Whether PIECE makes sense. */
bool discoverer_looks_good(struct discoverer *discoverer, const struct piece *piece);

/* The same, and claims it then. */
bool discoverer_try(struct discoverer *discoverer, const struct piece *piece);

/* All that is certain: functions, and what is behind their calls once what they call has come back. */
void discoverer_drain(struct discoverer *discoverer);

/* The start of the function before or at ADDRESS in its section, or ADDRESS. */
uint32_t discoverer_owner(const struct discoverer *discoverer, uint32_t address);

/* What is behind calls of functions that may come back. True when there was something to follow. */
bool discoverer_go_on_behind_calls(struct discoverer *discoverer);

/* Functions and mappings of the image become what was found. */
void discoverer_tell(struct discoverer *discoverer);

#endif
