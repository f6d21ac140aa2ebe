/* SPDX-License-Identifier: MIT */
/*
 * Inside core: what an instruction does to the frame that it is executed in, as far as compilers
 * make that. Whatever else it is, and whatever its condition, it shapes none. Some of what is rare
 * may be taken for another: see reading.h.
 *
 * Encodings: ARM ARM (DDI 0406C) A5 for ARM, A6 for Thumb, A7.6 for VFP.
 */
#ifndef BOBBIN_SHAPE_H
#define BOBBIN_SHAPE_H

#include "../format/bytes.h"

enum shape_kind {
    SHAPE_NONE,
    SHAPE_HOLDS,   /* a call, a table branch */
    SHAPE_LEAVE,   /* BX, MOV pc: to a register */
    SHAPE_BRANCH,  /* always, to the instruction's own address + bytes */
    SHAPE_UP,      /* sp goes up by bytes */
    SHAPE_DOWN,    /* it goes down; bytes mean nothing */
    SHAPE_FRAME,   /* the register becomes sp + bytes */
    SHAPE_UNFRAME, /* sp becomes the register + bytes */
    SHAPE_POP,     /* registers; those that need not be kept (r0-r3, r12) are below sp + bytes */
    SHAPE_PUSH,    /* registers; bytes mean nothing */
    SHAPE_POP_DOUBLES, /* some of them */
    SHAPE_PUSH_DOUBLES,
};

struct shape {
    uint32_t kind;      /* enum shape_kind */
    uint32_t registers; /* those of a POP or PUSH, a bit each; of FRAME and UNFRAME its number */
    uint32_t
        bytes; /* in two's complement; of constants the low 8 bits, as they stand, count alone */
};

/*
 * Whether an instruction of Thumb that begins with FIRST has no shape at first glance, as most have
 * none; it is narrow.
 */
static inline bool shape_is_none(uint32_t first)
{
    return first < 0xaf00 && first >> 9 != 0x46 >> 1;
}

/*
 * Of the instruction whose halves are FIRST and SECOND as they lie in memory; SECOND does not
 * matter where it has none. THUMB is 0 in ARM state; in that of Thumb it is none of which
 * shape_is_none says that.
 */
void shape_find(struct shape *shape, uint32_t first, uint32_t second, uint32_t thumb);

#endif
