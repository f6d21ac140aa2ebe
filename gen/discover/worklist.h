/* SPDX-License-Identifier: MIT */
/* Inside discovery: the pieces and calls that are still to be followed, and all that was found. */
#ifndef GEN_DISCOVER_WORKLIST_H
#define GEN_DISCOVER_WORKLIST_H

#include "discover/traverse.h"
#include "elf/landing_pads.h"

/* A call in the function at OWNER whose target is not known to return. */
struct pending_call {
    struct found_call call;
    uint32_t owner;
};

struct worklist {
    struct image *image;
    struct claim_map claims;
    struct traversal traversal;
    struct landing_pads pads;
    struct piece *piece; /* still to be traversed; a stack */
    size_t pieces_count, pieces_capacity;
    struct pending_call *pending;
    size_t pending_count, pending_capacity;
    struct found_tail *tail; /* tails whose FROM is not known to return */
    size_t tails_count, tails_capacity;
    struct found_jump *jump;
    size_t jumps_count, jumps_capacity;
    uint32_t *loose; /* loose functions, not all of whose paths are known: an address in each */
    size_t loose_count, loose_capacity;
    uint32_t *pointer; /* words that may be function pointers, with the Thumb bit */
    size_t pointers_count, pointers_capacity;
};

/* Returns STATUS_... */
int worklist_open(struct worklist *worklist, struct image *image);
void worklist_close(struct worklist *worklist);

/*
 * Adds the function that starts at ADDRESS. Ignored if the function is known already, or if ADDRESS
 * is not in an executable section.
 */
void worklist_function(struct worklist *worklist, uint32_t address, bool thumb);

/* True if PIECE is valid code (traverse.h). Claims nothing. */
bool worklist_looks_good(struct worklist *worklist, const struct piece *piece);

/* True if PIECE is valid code. Then claims PIECE, and adds its calls and jumps to the worklist. */
bool worklist_try(struct worklist *worklist, const struct piece *piece);

/*
 * Traverses all functions. Also traverses the code after each call whose target is known to return.
 * Stops when all remaining calls have targets that may not return.
 */
void worklist_drain(struct worklist *worklist);

/* The start of the nearest function at or before ADDRESS in its section; ADDRESS if there is
   none. */
uint32_t worklist_owner(const struct worklist *worklist, uint32_t address);

/*
 * Traverses the code after calls of which it is not known whether they return. First those with
 * unknown targets. If there are none, those whose target is loose (not all its paths are known) or
 * unsure (not known whether it returns). True if there was such a call.
 */
bool worklist_continue_after_calls(struct worklist *worklist);

#endif
