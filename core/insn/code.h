/* SPDX-License-Identifier: MIT */
/*
 * Inside core: the full decoder: what an instruction does to sp, to saved registers and to pc. For
 * `--small` tables, for some readers of other formats, and for the host. Fast tables need only
 * shape.h.
 *
 * - An instruction that does nothing of that kind is CODE_OTHER.
 * - One that writes pc in another way than the kinds below is CODE_STOP.
 * - One that writes sp in another way is CODE_STOP, too. The following are CODE_OTHER although they
 *   write sp, because no compiler generates them and no code returns through them (each answer of
 *   the core is proved for each image):
 *   - changes of the processor mode, and with it of sp: MSR, CPS, SRS
 *   - accesses of bytes, halfwords or NEON elements, or with a register offset, that write sp back
 *   - multiplications, shifts by registers, extensions, saturations, loads of less than a word and
 *     transfers from coprocessors to sp; nearly all of them are UNPREDICTABLE
 * - LDM and STM that decrement after, or that increment before and write back, are CODE_STOP.
 * - ADD and SUB of a repeated byte (ThumbExpandImm, ARM ARM A6.3.2) are not CODE_ADD but
 *   CODE_OTHER, or CODE_STOP if they write sp.
 * - s0-s31 are not named. The result for UNPREDICTABLE and undefined encodings is arbitrary.
 *
 * Encodings: ARM ARM (DDI 0406C) A5 for ARM, A6 for Thumb, A7.6 for VFP.
 */
#ifndef BOBBIN_CODE_H
#define BOBBIN_CODE_H

#include "../unwind/insn_fields.h"
#include <bobbin/bobbin.h>

enum code_kind {
    CODE_OTHER, /* 0, and CODE_STOP is 1, so that code_stop_if can return its condition */
    CODE_STOP,
    /*
     * registers = memory from r[base] + offset on, the lowest register first; then r[base] +=
     * writeback
     */
    CODE_LOAD,
    /*
     * memory from r[base] + offset on = registers, the lowest register first; then r[base] +=
     * writeback
     */
    CODE_STORE,
    CODE_ADD,    /* r[target] = r[base] + offset; target is not pc */
    CODE_BRANCH, /* to the address of the instruction + offset, without a change of state */
    CODE_CALL,   /* a call: returns to the next instruction */
    CODE_JUMP,   /* to r[target]: bx, mov pc */
    CODE_END,    /* no instruction: a path ends here (small_scan.h) */
};

/*
 * The operands of an instruction. If base is pc, it reads ahead (ARM ARM A2.3), aligned to 4. But
 * MOV and ADD (immediate, T3) in Thumb state do not align it: at an address that is no multiple of
 * 4 their true sum is 2 more than r[base] + offset. No frame depends on them.
 */
struct code_op {
    uint8_t kind; /* enum code_kind */
    uint8_t size_bytes;
    uint8_t condition; /* 0..14; 0 for CBZ. IT is CODE_OTHER: see code_is_it */
    uint8_t base, target;
    uint8_t length_bytes; /* LOAD, STORE: bytes of memory */
    int16_t writeback;    /* LOAD, STORE: added to base; else 0 */
    /* LOAD, STORE: BOBBIN_VALID_R(0..15), BOBBIN_VALID_D(0..15), a LOAD never sp; else 0 */
    uint32_t registers;
    int32_t offset;
};

/*
 * Decodes WORD to OP. A 32-bit Thumb instruction has its first halfword in the high half of WORD; a
 * 16-bit one is in the high half, too. STATE is 0 in ARM state.
 */
void code_decode(uint32_t word, struct code_op *op, uint32_t state);

/* A + B with wrap-around, because offsets from damaged code may exceed 32 bits in sum. */
static inline int32_t code_sum(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* Whether FIRST is IT. Its low byte is ITSTATE for the next instructions (ARM ARM A2.5.2). */
static inline bool code_is_it(uint32_t first)
{
    return first >> 8 == 0xbf && (first & 15);
}

#endif
