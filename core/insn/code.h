/* SPDX-License-Identifier: MIT */
/*
 * Inside core: instructions, as far as they matter to a frame: for tables of the setting "small",
 * of one other format, and for the host. What is read around the body rules of a fast table is in
 * shape.h. What moves sp, saves or restores a register, or leaves the next instruction; everything
 * else is CODE_OTHER. What writes pc in another way than those below is CODE_STOP, never
 * CODE_OTHER; so is what writes sp, but for what no compiler makes and nobody returns through
 * (every answer of core is proved for each image):
 *   - changes of mode, and with it of sp: MSR, CPS, SRS;
 *   - a base of sp that moves on with bytes, halfwords or NEON elements, or by a register;
 *   - multiplications, shifts by registers, extensions, saturations, loads of less than a word and
 *     transfers from coprocessors to sp. Nearly all of them are UNPREDICTABLE.
 * LDM and STM that decrement after, or increment before and write their base, are STOP. ADD and SUB
 * of a byte repeated (ThumbExpandImm, ARM ARM A6.3.2) are not CODE_ADD: OTHER, or STOP for sp.
 * s0-s31 are not named. What UNPREDICTABLE and undefined encodings are is anybody's guess.
 *
 * Encodings: ARM ARM (DDI 0406C) A5 for ARM, A6 for Thumb, A7.6 for VFP.
 */
#ifndef BOBBIN_CODE_H
#define BOBBIN_CODE_H

#include "../unwind/insn_fields.h"
#include <bobbin/bobbin.h>

enum code_kind {
    CODE_OTHER, /* 0, and STOP 1: what is STOP under a condition is that condition */
    CODE_STOP,
    /* registers = memory from r[base] + offset on, the lowest lowest; then r[base] += writeback */
    CODE_LOAD,
    CODE_STORE,  /* memory from r[base] + offset on = registers, the lowest lowest; then the same */
    CODE_ADD,    /* r[target] = r[base] + offset; target is not pc */
    CODE_BRANCH, /* to the address of the instruction + offset, in the same state */
    CODE_CALL,   /* comes back behind itself */
    CODE_JUMP,   /* to r[target]: bx, mov pc */
    CODE_END,    /* no instruction: where a path ends */
};

/*
 * A base or target that is pc reads ahead (ARM ARM A2.3); as a base it is aligned. That of MOV and
 * ADD (immediate, T3) in Thumb state is not: two bytes behind a multiple of 4 their sum is two more
 * than is said here. No frame is found by it.
 */
struct code_op {
    uint8_t kind; /* enum code_kind */
    uint8_t size_bytes;
    uint8_t condition; /* 0..14; CBZ has 0. IT is OTHER, see code_is_it */
    uint8_t base, target;
    uint8_t length_bytes; /* of the memory of a LOAD or STORE */
    int16_t writeback;    /* 0 unless a LOAD or STORE */
    /* BOBBIN_VALID_R(0..15), BOBBIN_VALID_D(0..15). A LOAD may have pc, never sp. Otherwise 0 */
    uint32_t registers;
    int32_t offset;
};

/*
 * A 32-bit instruction of Thumb has its first halfword in the high half of WORD, one of 16 bits
 * stands there too. STATE: 0 in ARM state.
 */
void code_decode(uint32_t word, struct code_op *op, uint32_t state);

/* Offsets are what the code says, so that their sum may leave 32 bits. */
static inline int32_t code_sum(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* Whether FIRST is IT: its low byte is the ITSTATE of what comes behind it (ARM ARM A2.5.2). */
static inline bool code_is_it(uint32_t first)
{
    return first >> 8 == 0xbf && (first & 15);
}

#endif
