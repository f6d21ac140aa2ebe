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

/* In a word: the kind in bits 3..0, registers as bits 4 to 19, bytes in bits 31..20. */
enum shape_kind {
    SHAPE_NONE,
    SHAPE_HOLDS,        /* a call, a table branch */
    SHAPE_LEAVE,        /* BX, MOV pc: to a register */
    SHAPE_BRANCH,       /* always, by an offset from the instruction, in bits 31..4 */
    SHAPE_PUSH,         /* registers, lr for pc too; sp goes down by bytes */
    SHAPE_POP,          /* the same, up */
    SHAPE_STORE,        /* registers at sp + bytes */
    SHAPE_PUSH_DOUBLES, /* some of them */
    SHAPE_POP_DOUBLES,
    SHAPE_DOWN,    /* sp goes down by bytes */
    SHAPE_UP,      /* the same, up */
    SHAPE_FRAME,   /* the register becomes sp + bytes */
    SHAPE_UNFRAME, /* sp becomes the register + bytes */
    SHAPE_MOVE,    /* the register itself goes up or down, by anything */
    SHAPE_BYTES_BITS = 12,
    SHAPE_REGISTERS_SHIFT = 4,
    SHAPE_BYTES_SHIFT = 20,
};

static inline uint32_t shape_make(enum shape_kind kind, uint32_t bytes, uint32_t registers)
{
    return bytes << SHAPE_BYTES_SHIFT | registers << SHAPE_REGISTERS_SHIFT | kind;
}

static inline enum shape_kind shape_kind(uint32_t shape)
{
    return (enum shape_kind)(shape & 15);
}

static inline uint32_t shape_bytes(uint32_t shape)
{
    return shape >> SHAPE_BYTES_SHIFT;
}

static inline uint32_t shape_registers(uint32_t shape)
{
    return bytes_field(shape, SHAPE_REGISTERS_SHIFT, 16);
}

/* BYTES that may be less than none. */
static inline uint32_t shape_less(uint32_t bytes)
{
    return (uint32_t)((int32_t)(bytes << (32 - SHAPE_BYTES_BITS)) >> (32 - SHAPE_BYTES_BITS));
}

/* From a branch to where it goes. */
static inline uint32_t shape_distance(uint32_t shape)
{
    return (uint32_t)((int32_t)shape >> SHAPE_REGISTERS_SHIFT);
}

/*
 * By the first byte of an instruction of Thumb: a bit for each that may have a shape, the highest for the lowest byte.
 */
extern const uint32_t shape_firsts[8];

/* Whether an instruction of Thumb that begins with HALF, of 16 bits, has no shape, as most have none. */
static inline bool shape_is_none(uint32_t half)
{
    return (int32_t)(shape_firsts[half >> 13] << (half >> 8 & 31)) >= 0;
}

/* Of INSTRUCTION, as code_decode takes it, and of 16 bits only where shape_is_none says nothing; THUMB is 0 in ARM state. */
uint32_t shape_of(uint32_t instruction, uint32_t thumb);

#endif
