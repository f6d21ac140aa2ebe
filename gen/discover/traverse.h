/* SPDX-License-Identifier: MIT */
/*
 * Inside discovery: follows the code from one address along all paths of the same function, up to
 * calls. This code is a *piece*. A piece is claimed only if it is valid: each instruction is valid,
 * and no instruction overlaps another one or data.
 */
#ifndef GEN_DISCOVER_TRAVERSE_H
#define GEN_DISCOVER_TRAVERSE_H

#include "discover/claim_map.h"
#include "discover/straight_line.h"
#include "insn/effect.h"

/* Why a piece is followed. Each kind has its own conditions for a valid piece. */
enum piece_kind {
    PIECE_FUNCTION,   /* a function starts here: it is called, or the image has a symbol for it */
    PIECE_AFTER_CALL, /* after a call that may not return; must not fall into another function */
    PIECE_GUESS,      /* a function may start here; its code must look like a function */
};

struct piece {
    uint32_t address;
    uint32_t owner; /* start of its function */
    enum piece_kind kind;
    bool thumb;
    struct trace trace; /* holds at ADDRESS */
};

/*
 * A call at SITE. THUMB is the state at SITE and at RETURN_ADDRESS. TARGET is NO_TARGET if it is
 * unknown. RETURN_ADDRESS is NO_TARGET for a jump to another function.
 */
struct found_call {
    uint32_t site, return_address, target;
    bool thumb, target_thumb;
    struct trace trace;
};
#define NO_TARGET 1u

/* The function at FROM continues in the function at TO. */
struct found_tail {
    uint32_t from, to;
};

/*
 * A way from SITE to ADDRESS inside a function: a branch, an entry of a jump table, or an exception
 * that a call throws to its landing pad.
 */
struct found_jump {
    uint32_t site, address;
};

/* Traverses pieces. After traverse(), the arrays hold the calls and jumps out of the last piece. */
struct traversal {
    struct claim_map *claims;
    struct effect_reader reader;
    struct pending_path *pending; /* paths still to be followed */
    size_t pending_count, pending_capacity;
    struct found_call *call;
    size_t calls_count, calls_capacity;
    struct found_tail *tail;
    size_t tails_count, tails_capacity;
    struct found_jump *jump;
    size_t jumps_count, jumps_capacity;
    uint32_t *literal; /* constants that may be addresses of code: literals, MOVW and MOVT */
    size_t literals_count, literals_capacity;
    uint32_t *loose; /* loose functions, not all of whose paths are known: an address in each */
    size_t loose_count, loose_capacity;
    bool returns;      /* a path returns, or jumps to code outside the image */
    unsigned evidence; /* number of returns and of calls of known functions */
};

/* Returns STATUS_... */
int traversal_open(struct traversal *traversal, struct claim_map *claims);
void traversal_close(struct traversal *traversal);

/* The piece at the start of the function at ADDRESS. */
struct piece piece_of_function(uint32_t address, bool thumb, enum piece_kind kind);

/*
 * Follows PIECE and claims its code and data, without a commit. False if the piece is invalid; the
 * caller must then undo the claims.
 */
bool traverse(struct traversal *traversal, const struct piece *piece);

#endif
