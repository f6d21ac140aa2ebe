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
    struct found_tail *tail; /* those whose FROM is not known to return */
    size_t tails_count, tails_capacity;
    struct found_jump *jump;
    size_t jumps_count, jumps_capacity;
    uint32_t *loose; /* addresses in functions whose paths are not all known */
    size_t loose_count, loose_capacity;
    uint32_t *pointer; /* words that may be addresses of functions, with bit 0 */
    size_t pointers_count, pointers_capacity;
};

/* Returns STATUS_... */
int worklist_open(struct worklist *worklist, struct image *image);
void worklist_close(struct worklist *worklist);

/* Adds the function that starts at ADDRESS. No effect if it is known already, or is no code. */
void worklist_function(struct worklist *worklist, uint32_t address, bool thumb);

/* True if PIECE makes sense. Claims nothing. */
bool worklist_looks_good(struct worklist *worklist, const struct piece *piece);

/* True if PIECE makes sense. Then claims it and adds what it leads to. */
bool worklist_try(struct worklist *worklist, const struct piece *piece);

/*
 * Traverses all functions and, after each call whose target is known to return, the code after it.
 * Ends when nothing certain is left.
 */
void worklist_drain(struct worklist *worklist);

/* The start of the nearest function at or before ADDRESS in its section; ADDRESS if there is
   none. */
uint32_t worklist_owner(const struct worklist *worklist, uint32_t address);

/*
 * Continues after calls of which it is not known whether they return: first those with unknown
 * targets, then those of loose or unsure functions. True if there was such a call.
 */
bool worklist_continue_after_calls(struct worklist *worklist);

/* Writes the mappings and functions that were found to the image (publish.c). */
void worklist_publish(struct worklist *worklist);

#endif
