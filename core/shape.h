/* SPDX-License-Identifier: MIT */
/*
 * Inside core: what an instruction does to the frame that it is executed in, as far as compilers make that. Whatever
 * else it is, and whatever its condition, it shapes none. Some of what is rare may be taken for another: see reading.h.
 *
 * Encodings: ARM ARM (DDI 0406C) A5 for ARM, A6 for Thumb, A7.6 for VFP.
 */
#ifndef BOBBIN_SHAPE_H
#define BOBBIN_SHAPE_H

#include "bytes.h"

enum shape_kind {
    SHAPE_NONE,
    SHAPE_HOLDS,       /* a call, a table branch */
    SHAPE_LEAVE,       /* BX, MOV pc: to a register */
    SHAPE_BRANCH,      /* always, to the instruction's own address + bytes */
    SHAPE_UP,          /* sp goes up by bytes */
    SHAPE_DOWN,        /* the same, down */
    SHAPE_FRAME,       /* the register becomes sp + bytes */
    SHAPE_UNFRAME,     /* sp becomes the register + bytes */
    SHAPE_MOVE,        /* the register itself goes up or down, by anything */
    SHAPE_POP,         /* registers, sp goes up by bytes */
    SHAPE_PUSH,        /* the same, down */
    SHAPE_STORE,       /* registers at sp + bytes */
    SHAPE_POP_DOUBLES, /* some of them */
    SHAPE_PUSH_DOUBLES,
};

struct shape {
    uint32_t kind; /* enum shape_kind */
    /* those of a POP, PUSH or STORE, a bit each; of FRAME, UNFRAME and MOVE its number */
    uint32_t registers;
    uint32_t
        bytes; /* in two's complement; of constants the low 8 bits, as they stand, count alone */
};

/* Whether the half HIGH, of one that is wide, in the group of those with a constant, is ADD, ADDW, SUB or SUBW. */
static inline bool shape_is_add(uint32_t high)
{
    return 0x00212100u >> (high >> 5 & 31) & 1;
}

/* Of a wide one in that group: whether its second half LOW makes it a call; or a branch that is always taken. */
static inline bool shape_holds(uint32_t low)
{
    return low >> 14 == 3;
}

static inline bool shape_is_branch(uint32_t low)
{
    return (low & 0xd000) == 0x9000;
}

/* Whether a narrow instruction of Thumb that begins with FIRST, or a wide one, has no shape, as most have none. */
static inline bool shape_is_none(uint32_t first)
{
    if (first < 0x4400)
        return (first >> 8 & 0xf7) != 0x37;
    if (first < 0xaf00) /* MOV to or from sp, to pc; BX */
        return first >> 9 != 0x46 >> 1 ||
               !(first & 0x100 || (first & 0x85) == 0x85 || (first & 0x78) == 0x68);
    if (first < 0xc000) /* b0, b4, b5, bc, bd */
        return first >= 0xb000 && !(0x3031 >> (first >> 8 & 15) & 1);
    if (first < 0xe800)
        return first < 0xe000;
    return (first & 15) != 13 && first >> 11 != 0xf000 >> 11 && first >> 4 != 0xe8d;
}

/*
 * Of the instruction whose halves are FIRST and SECOND as they lie in memory; SECOND does not matter where it has none.
 * THUMB is 0 in ARM state.
 */
void shape_find(struct shape *shape, uint32_t first, uint32_t second, uint32_t thumb);

#endif
