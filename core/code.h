/* SPDX-License-Identifier: MIT */
/*
 * Inside core: instructions, as far as they matter to a frame. What moves sp, saves or restores a register,
 * or leaves the next instruction; everything else is CODE_OTHER. An instruction that writes sp or pc in
 * another way than those below is CODE_STOP, never CODE_OTHER.
 *
 * Encodings: ARM ARM (DDI 0406C) A5 for ARM, A6 for Thumb, A7.5 and A7.6 for VFP.
 */
#ifndef BOBBIN_CODE_H
#define BOBBIN_CODE_H

#include "bobbin.h"

enum code_kind {
    CODE_OTHER,
    CODE_LOAD,   /* registers = memory from r[base] + offset on, the lowest lowest; then r[base] += writeback */
    CODE_STORE,  /* memory from r[base] + offset on = registers, the lowest lowest; then the same */
    CODE_ADD,    /* r[target] = r[base] + offset; not with pc */
    CODE_BRANCH, /* to the address of the instruction + offset, in the same state */
    CODE_CALL,   /* comes back behind itself */
    CODE_JUMP,   /* to r[target]: bx, mov pc */
    CODE_IT,     /* offset: the eight bits of ITSTATE (ARM ARM A2.5.2) that it sets */
    CODE_STOP,
};

#define CODE_ALWAYS 14 /* condition of what is always executed (ARM ARM A8.3) */

struct code_op {
    uint8_t kind; /* enum code_kind */
    uint8_t size_bytes;
    uint8_t condition; /* 0..14; CBZ has 0. Thumb instructions in an IT block: CODE_ALWAYS, ITSTATE rules */
    uint8_t base, target;
    uint32_t registers; /* BOBBIN_VALID_R(0..15), BOBBIN_VALID_D(0..15). A LOAD may have pc, never sp */
    int32_t offset, writeback;
};

/* HALFWORDS has the second one of a 32-bit instruction in its low half, the first one in its high half. */
void code_decode_thumb(uint32_t halfwords, struct code_op *op);
void code_decode_arm(uint32_t word, struct code_op *op);

/* Whether FIRST is the first halfword of a 32-bit Thumb instruction (ARM ARM A6.1). */
static inline bool code_is_wide(uint32_t first)
{
    return first >= 0xe800;
}

/* What ARM and Thumb write alike: LDM and STM; VLDM, VSTM, VLDR and VSTR. */
void code_decode_multiple(uint32_t word, struct code_op *op);
void code_decode_vfp(uint32_t word, struct code_op *op);

/* A load or store of REGISTERS at r[base] OFFSET; INDEXED: bit 0 P, bit 1 W (ARM ARM A5.3, "index", "wback"). */
void code_transfer(struct code_op *op, bool load, uint32_t registers, int32_t offset, uint32_t indexed);

static inline uint32_t code_field(uint32_t word, uint32_t shift, uint32_t bits)
{
    return word >> shift & ((1u << bits) - 1);
}

/* The low BITS of VALUE as a signed number. */
static inline int32_t code_signed(uint32_t value, uint32_t bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

static inline uint32_t code_rotate(uint32_t value, uint32_t bits)
{
    return value >> bits | value << (-bits & 31);
}

#endif
