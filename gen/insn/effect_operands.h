/* SPDX-License-Identifier: MIT */
/* One instruction as the disassembler library shows it; and what is made of that, by effect.c and effect_memory.c. */
#ifndef GEN_INSN_EFFECT_OPERANDS_H
#define GEN_INSN_EFFECT_OPERANDS_H

#include "insn/effect.h"

struct decoded {
    const cs_insn *insn;
    const cs_arm *arm;
    const struct image_instruction *at;
};

/* What is not one of r0-r15. */
#define EFFECT_NO_REGISTER 0xff

/* The number of a core register of the library, or EFFECT_NO_REGISTER. */
unsigned decoded_core_number(arm_reg reg);

/* The words (EFFECT_BIT) that a register of any size is made of; 0 for d16-d31 and system ones. */
uint64_t decoded_mask(arm_reg reg);

static inline const cs_arm_op *decoded_operand(const struct decoded *in, unsigned i)
{
    return &in->arm->operands[i];
}

/* The core register that operand I is, or EFFECT_NO_REGISTER. */
unsigned decoded_register(const struct decoded *in, unsigned i);

/* The words of all registers among the operands from FIRST on. */
uint64_t decoded_list(const struct decoded *in, unsigned first);

static inline bool decoded_is_imm(const struct decoded *in, unsigned i)
{
    return i < in->arm->op_count && decoded_operand(in, i)->type == ARM_OP_IMM;
}

/*
 * What the library says is written. Of some operands it says nothing at all (the registers of ldrexd,
 * pc in the Thumb form of subs pc, lr): those count as written.
 */
uint64_t decoded_written(const struct decoded *in);

/* Makes EFFECT one that destroys what the library says is written. */
void decoded_destroy(const struct decoded *in, struct effect *effect);

/* Sets all of EFFECT but its condition. */
void effect_translate(const struct decoded *in, struct effect *effect);

/* Loads and stores; false when the instruction is none of those that are followed. */
bool effect_memory(const struct decoded *in, struct effect *effect);

#endif
