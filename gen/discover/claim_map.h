/* SPDX-License-Identifier: MIT */
/*
 * Inside discovery: the known facts about each halfword in the executable sections of an image.
 * Discovery *claims* a halfword as code or data. Claims can be undone until claim_map_commit.
 */
#ifndef GEN_DISCOVER_CLAIM_MAP_H
#define GEN_DISCOVER_CLAIM_MAP_H

#include "elf/image.h"

/* What a halfword is: the low bits of its word in claim_map.bits. */
enum claim {
    CLAIM_NONE,  /* not claimed */
    CLAIM_ARM,   /* the first halfword of an ARM instruction */
    CLAIM_THUMB, /* the first halfword of a Thumb instruction */
    CLAIM_REST,  /* the second halfword of an instruction */
    CLAIM_DATA,  /* a literal or a jump table */
    CLAIM_MASK = 7,
};

/* Other facts about a halfword. Facts about a function are at its first halfword. */
enum claim_bit {
    CLAIM_START = 8,         /* a function starts here */
    CLAIM_RETURNS = 16,      /* of a function: a path that returns is known */
    CLAIM_BOUNDARY = 32,     /* a .ARM.exidx entry starts here: the code before does not continue */
    CLAIM_FALL_THROUGH = 64, /* the previous instruction continues here */
    CLAIM_INSIDE = 128,      /* a branch of the same function jumps over this halfword */
    CLAIM_LOOSE = 256,       /* of a function: not all paths inside it are known */
    CLAIM_UNSURE = 512,      /* of a function: it is not known whether the function returns */
    CLAIM_TAIL = 1024,       /* of a function: only branches of other functions lead to it */
};

/* A logged change: the old bits of a halfword. */
struct claim_change {
    size_t index;
    uint16_t bits;
};

struct claim_map {
    const struct image *image;
    size_t *first;   /* by section: index in BITS of its first halfword, if it is executable */
    uint16_t *bits;  /* by halfword: enum claim and enum claim_bit */
    uint32_t *owner; /* by halfword: start of the function in which the instruction was found */
    struct claim_change *changes; /* since the last commit */
    size_t changes_count, changes_capacity;
};

void claim_map_make(struct claim_map *claims, const struct image *image);
void claim_map_free(struct claim_map *claims);

/* True if ADDRESS is even and in an executable section. */
bool claim_map_has(const struct claim_map *claims, uint32_t address);

/* The bits of the halfword at ADDRESS, or 0 outside executable sections. */
uint16_t claim_map_at(const struct claim_map *claims, uint32_t address);

static inline enum claim claim_map_kind(const struct claim_map *claims, uint32_t address)
{
    return (enum claim)(claim_map_at(claims, address) & CLAIM_MASK);
}

static inline enum claim claim_of(bool thumb)
{
    return thumb ? CLAIM_THUMB : CLAIM_ARM;
}

/* Start of the function in which the claimed instruction at ADDRESS was found. Setting it is not
   undone. */
uint32_t claim_map_owner(const struct claim_map *claims, uint32_t address);
void claim_map_own(struct claim_map *claims, uint32_t address, uint32_t owner);

/* Claims the halfword at ADDRESS as CLAIM, and replaces its old claim. */
void claim_map_set(struct claim_map *claims, uint32_t address, enum claim claim);
void claim_map_mark(struct claim_map *claims, uint32_t address, enum claim_bit bit);
void claim_map_unmark(struct claim_map *claims, uint32_t address, enum claim_bit bit);

/*
 * Claims SIZE_BYTES from ADDRESS on as data, in whole halfwords. False if any of them is claimed as
 * code or is outside executable sections.
 */
bool claim_map_data(struct claim_map *claims, uint32_t address, uint32_t size_bytes);

void claim_map_commit(struct claim_map *claims); /* keeps all changes */
void claim_map_undo(struct claim_map *claims);   /* undoes all changes since the last commit */

#endif
