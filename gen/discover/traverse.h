/* SPDX-License-Identifier: MIT */
/*
 * Code followed from one place to wherever it goes in the same function, up to calls: a piece. It
 * is code only if all of it makes sense: no instruction that is none, none in the middle of
 * another, none in what is read as data.
 */
#ifndef GEN_DISCOVER_TRAVERSE_H
#define GEN_DISCOVER_TRAVERSE_H

#include "discover/claim_map.h"
#include "discover/straight_line.h"
#include "insn/effect.h"

/* Why a piece is followed, which tells what may be expected of it. */
enum piece_kind {
    PIECE_FUNCTION, /* it is called, or the image says that a function starts there */
    PIECE_BEHIND, /* behind a call that may not come back: it does not run into another function */
    PIECE_GUESS,  /* a function may start there, in that state: it must look like one */
};

struct piece {
    uint32_t address;
    uint32_t owner; /* where its function starts */
    enum piece_kind kind;
    bool thumb;
    struct trace trace;
};

/*
 * A call at SITE that goes on, if it does, at BACK, in the state of the site. NO_TARGET: who knows
 * where; nowhere.
 */
struct found_call {
    uint32_t site, back, target;
    bool thumb, target_thumb;
    struct trace trace;
};
#define NO_TARGET 1u

/* The function at FROM goes on in that at TO. */
struct found_tail {
    uint32_t from, to;
};

/* A branch at SITE to ADDRESS, or what is as good as one. */
struct found_jump {
    uint32_t site, address;
};

/* What a piece leads to. */
struct traversal {
    struct claim_map *claims;
    struct effect_reader reader;
    struct pending_path *pending; /* where it still goes on */
    size_t pending_count, pending_capacity;
    struct found_call *call;
    size_t calls_count, calls_capacity;
    struct found_tail *tail;
    size_t tails_count, tails_capacity;
    struct found_jump *jump;
    size_t jumps_count, jumps_capacity;
    uint32_t *literal; /* words that it reads from beside the code, or makes of halves */
    size_t literals_count, literals_capacity;
    uint32_t *loose; /* jumps inside the function, and nobody knows where to */
    size_t loose_count, loose_capacity;
    bool returns;      /* to its caller, or to whom it had it from */
    unsigned evidence; /* how much in it is as it is in functions */
};

int traversal_open(struct traversal *traversal, struct claim_map *claims);
void traversal_close(struct traversal *traversal);

/* A piece that begins with the function at ADDRESS. */
struct piece piece_of_function(uint32_t address, bool thumb, enum piece_kind kind);

/*
 * Claims what PIECE leads to, not yet committed. False when it makes no sense; then what is claimed
 * is to be undone.
 */
bool traverse(struct traversal *traversal, const struct piece *piece);

#endif
