/* SPDX-License-Identifier: MIT */
/*
 * Inside the decoder: what ARM and Thumb instructions have in common. WORD is an ARM instruction,
 * or a Thumb one whose fields stand where the ARM one has them; its condition is not looked at.
 * Everything returns the kind of OP.
 */
#ifndef BOBBIN_CODE_PARTS_H
#define BOBBIN_CODE_PARTS_H

#include "../format/bytes.h"
#include "code.h"

/* ARM ARM A5.3, A5.5, A7.6: before or after, up or down, base written, load. */
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

/* What loads less than a word, or from somewhere else, to where LDR has its register. */
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
 * P, U, W, L and the base are those of WORD. REGISTERS of 0 are others than op->registers can name.
 * op->length_bytes is 4 until it is set.
 */
uint32_t code_transfer(uint32_t word, struct code_op *op, uint32_t registers, uint32_t distance);

/* LDR and STR of a word. */
uint32_t code_single(uint32_t word, struct code_op *op, uint32_t distance);

/* LDM and STM; VLDM, VSTM, VLDR and VSTR. */
uint32_t code_multiple(uint32_t word, struct code_op *op);
uint32_t code_vfp(uint32_t word, struct code_op *op);

uint32_t code_arm(uint32_t word, struct code_op *op);
uint32_t code_thumb_narrow(uint32_t word, struct code_op *op);
uint32_t code_thumb_wide(uint32_t word, struct code_op *op);

#endif
