/* SPDX-License-Identifier: MIT */
/*
 * Inside the decoder: the parts that ARM and Thumb instructions share. WORD is an ARM instruction,
 * or a Thumb one with its fields moved to where the ARM instruction has them. Its condition is
 * ignored. Functions that return uint32_t return the kind of OP, unless a comment says otherwise.
 */
#ifndef BOBBIN_CODE_PARTS_H
#define BOBBIN_CODE_PARTS_H

#include "../format/bytes.h"
#include "code.h"

/* ARM ARM A5.3, A5.5, A7.6: P offset before the access, U upwards, W write back, L load. */
#define CODE_P (1u << 24)
#define CODE_U (1u << 23)
#define CODE_W (1u << 21)
#define CODE_L (1u << 20)

static inline uint32_t code_rotate(uint32_t value, uint32_t bits)
{
    return value >> (bits & 31) | value << (-bits & 31);
}

/* Whether NUMBER is sp or pc. */
static inline bool code_is_special(uint32_t number)
{
    return (number | 2) == BOBBIN_PC;
}

static inline uint32_t code_stop_if(bool stop)
{
    return stop ? CODE_STOP : CODE_OTHER;
}

/*
 * A load of less than a word, or a load with an operand that is not decoded. Its target is in the
 * same bits as in LDR. Returns CODE_STOP if the target is sp or pc.
 */
static inline uint32_t code_load(uint32_t word)
{
    return code_stop_if((word & CODE_L) && code_is_special(bytes_field(word, 12, 4)));
}

uint32_t code_add(uint32_t target, struct code_op *op, uint32_t base, uint32_t offset);
static inline uint32_t code_jump(uint32_t target, struct code_op *op, uint32_t link)
{
    op->target = (uint8_t)target;
    return link ? CODE_CALL : CODE_JUMP;
}

/*
 * A load or store with P, U, W, L and the base in WORD. REGISTERS is 0 if op->registers cannot name
 * the registers. op->length_bytes is 4, unless the caller has changed it.
 */
uint32_t code_transfer(uint32_t word, struct code_op *op, uint32_t registers, uint32_t distance);

/* LDR and STR. */
uint32_t code_single(uint32_t word, struct code_op *op, uint32_t distance);

/* LDM and STM; VLDM, VSTM, VLDR and VSTR. */
uint32_t code_multiple(uint32_t word, struct code_op *op);
uint32_t code_vfp(uint32_t word, struct code_op *op);

uint32_t code_arm(uint32_t word, struct code_op *op);
uint32_t code_thumb_narrow(uint32_t word, struct code_op *op);
uint32_t code_thumb_wide(uint32_t word, struct code_op *op);

#endif
