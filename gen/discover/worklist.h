/* SPDX-License-Identifier: MIT */
/* Inside discovery: what has been found, and what is still to be followed. */
#ifndef GEN_DISCOVER_WORKLIST_H
#define GEN_DISCOVER_WORKLIST_H

#include "discover/traverse.h"
#include "elf/landing_pads.h"

/* A call whose function has not come back yet, of the function at OWNER. */
struct pending_call {
    struct found_call call;
    uint32_t owner;
};

struct worklist {
    struct image *image;
    struct claim_map claims;
    struct traversal traversal;
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

int worklist_open(struct worklist *worklist, struct image *image);
void worklist_close(struct worklist *worklist);

/* A function starts at ADDRESS. */
void worklist_function(struct worklist *worklist, uint32_t address, bool thumb);

/* Whether PIECE makes sense. */
bool worklist_looks_good(struct worklist *worklist, const struct piece *piece);

/* The same, and claims it then. */
bool worklist_try(struct worklist *worklist, const struct piece *piece);

/*
 * All that is certain: functions, and what is behind their calls once what they call has come back.
 */
void worklist_drain(struct worklist *worklist);

/* The start of the function before or at ADDRESS in its section, or ADDRESS. */
uint32_t worklist_owner(const struct worklist *worklist, uint32_t address);

/* What is behind calls of functions that may come back. True when there was something to follow. */
bool worklist_go_on_behind_calls(struct worklist *worklist);

/* Functions and mappings of the image become what was found. */
void worklist_publish(struct worklist *worklist);

#endif
