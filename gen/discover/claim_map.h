/* SPDX-License-Identifier: MIT */
/*
 * What is known of each halfword of the code of an image without mapping symbols. What is claimed
 * can be taken back until it is committed.
 */
#ifndef GEN_DISCOVER_CLAIM_MAP_H
#define GEN_DISCOVER_CLAIM_MAP_H

#include "elf/image.h"

/* What a halfword is: the lowest of its bits. */
enum claim {
    CLAIM_NONE,
    CLAIM_ARM,   /* the first of an instruction */
    CLAIM_THUMB, /* the first of an instruction */
    CLAIM_REST,  /* the second of an instruction */
    CLAIM_DATA,  /* a literal, a jump table */
    CLAIM_MASK = 7,
};

/* What else is known of it. */
enum claim_bit {
    CLAIM_START = 8,     /* a function starts here */
    CLAIM_RETURNS = 16,  /* and comes back, as far as is known */
    CLAIM_BOUNDARY = 32, /* .ARM.exidx begins something here: code before it does not run into it */
    CLAIM_FALLEN = 64,   /* the instruction before goes on here */
    CLAIM_INSIDE = 128,  /* some branch of its function leads over it */
    CLAIM_LOOSE = 256,   /* of a function: not all ways inside it are known */
    CLAIM_UNSURE = 512,  /* of a function: whether it comes back is not known */
    CLAIM_TAIL = 1024,   /* of a function: only branches of others lead to it */
};

struct claim_before {
    size_t index;
    uint16_t bits;
};

struct claim_map {
    const struct image *image;
    size_t *first; /* per section: the index in BITS of its first halfword, if it is executable */
    uint16_t *bits;
    uint32_t *owner; /* beside BITS, of instructions: the function of which it was found to be */
    struct claim_before *before; /* what has changed since the last commit */
    size_t before_count, before_capacity;
};

void claim_map_make(struct claim_map *claims, const struct image *image);
void claim_map_free(struct claim_map *claims);

/* Whether ADDRESS is an even one of an executable section. */
bool claim_map_has(const struct claim_map *claims, uint32_t address);

/* What is known of ADDRESS; 0 outside of executable sections. */
uint16_t claim_map_at(const struct claim_map *claims, uint32_t address);

static inline enum claim claim_map_kind(const struct claim_map *claims, uint32_t address)
{
    return (enum claim)(claim_map_at(claims, address) & CLAIM_MASK);
}

static inline enum claim claim_of(bool thumb)
{
    return thumb ? CLAIM_THUMB : CLAIM_ARM;
}

/* The function of which the instruction at ADDRESS, which is claimed, was found to be. */
uint32_t claim_map_owner(const struct claim_map *claims, uint32_t address);
void claim_map_own(struct claim_map *claims, uint32_t address, uint32_t owner);

/* Makes ADDRESS, of which nothing is claimed, CLAIM. */
void claim_map_set(struct claim_map *claims, uint32_t address, enum claim claim);
void claim_map_mark(struct claim_map *claims, uint32_t address, enum claim_bit bit);
void claim_map_unmark(struct claim_map *claims, uint32_t address, enum claim_bit bit);

/* Claims the SIZE_BYTES from ADDRESS on as data: false when they are claimed as code, or are none.
   Halfwords that are
   data by half are data. */
bool claim_map_data(struct claim_map *claims, uint32_t address, uint32_t size_bytes);

void claim_map_commit(struct claim_map *claims);
void claim_map_undo(struct claim_map *claims);

#endif
