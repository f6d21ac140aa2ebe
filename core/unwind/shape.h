/* SPDX-License-Identifier: MIT */
/*
 * Inside core: the small decoder: what an instruction does to the stack frame, for the instructions
 * that compilers generate in prologues and epilogues. All others are NONE, and conditions are
 * ignored. Rare instructions may be mistaken for others; reading.h says why that is safe.
 *
 * Encodings: ARM ARM (DDI 0406C) A5 for ARM, A6 for Thumb, A7.6 for VFP.
 */
#ifndef BOBBIN_SHAPE_H
#define BOBBIN_SHAPE_H

#include "../format/bytes.h"

enum shape_kind {
    SHAPE_NONE,
    SHAPE_HOLDS,   /* a call or a table branch: the frame is complete here */
    SHAPE_LEAVE,   /* BX or MOV pc, a branch to a register: the frame is gone */
    SHAPE_BRANCH,  /* unconditional, to its own address + bytes */
    SHAPE_UP,      /* adds bytes to sp */
    SHAPE_DOWN,    /* subtracts from sp; bytes mean nothing */
    SHAPE_FRAME,   /* register = sp + bytes */
    SHAPE_UNFRAME, /* sp = register + bytes */
    /* pops registers. Those that need no restoring (r0-r3, r12) are below sp + bytes */
    SHAPE_POP,
    SHAPE_PUSH,        /* pushes registers; bytes mean nothing */
    SHAPE_POP_DOUBLES, /* pops some of d8-d15 */
    SHAPE_PUSH_DOUBLES,
};

struct shape {
    uint32_t kind;      /* enum shape_kind */
    uint32_t registers; /* POP, PUSH: one bit each. FRAME, UNFRAME: the number of the register */
    uint32_t bytes;     /* in two's complement. A constant is its low 8 bits, not rotated */
};

/*
 * A quick test: true only if FIRST is a 16-bit Thumb instruction of kind NONE. True for most of
 * these.
 */
static inline bool shape_is_none(uint32_t first)
{
    return first < 0xaf00 && first >> 9 != 0x46 >> 1;
}

/*
 * Decodes the instruction whose halfwords in memory are FIRST and SECOND. A narrow one has no
 * SECOND. THUMB is 0 in ARM state. In Thumb state shape_is_none(FIRST) must be false.
 */
void shape_find(struct shape *shape, uint32_t first, uint32_t second, uint32_t thumb);

#endif
