/* SPDX-License-Identifier: MIT */
/*
 * Inside insn: an instruction as capstone decoded it, and its operands. effect_translate.c,
 * effect_load_store.c and effect_flow.c translate it into an effect.
 */
#ifndef GEN_INSN_EFFECT_OPERANDS_H
#define GEN_INSN_EFFECT_OPERANDS_H

#include "insn/effect.h"

struct decoded {
    const cs_insn *insn;
    const cs_arm *arm;
    const struct image_instruction *at;
    bool returns; /* from an exception (exception_return.h) */
};

/* Stands for an operand that is not one of r0-r15. */
#define EFFECT_NO_REGISTER 0xff

/* The number 0 to 15 of capstone's register REG, or EFFECT_NO_REGISTER. */
unsigned decoded_core_number(arm_reg reg);

/*
 * The bits (EFFECT_BIT) of the registers that make up REG: one of r0-r15, or each s register of an
 * s, d or q register. 0 for d16-d31 and system registers.
 */
uint64_t decoded_mask(arm_reg reg);

static inline const cs_arm_op *decoded_operand(const struct decoded *in, unsigned i)
{
    return &in->arm->operands[i];
}

/* The number of the core register in operand I, or EFFECT_NO_REGISTER. */
unsigned decoded_register(const struct decoded *in, unsigned i);

/* The bits (EFFECT_BIT) of all register operands from operand FIRST on. */
uint64_t decoded_list(const struct decoded *in, unsigned first);

static inline bool decoded_is_imm(const struct decoded *in, unsigned i)
{
    return i < in->arm->op_count && decoded_operand(in, i)->type == ARM_OP_IMM;
}

/*
 * The bits of the registers that capstone reports as written. For some operands capstone reports
 * neither read nor write: the registers of LDREXD, pc in the Thumb SUBS pc, lr. They count as
 * written.
 */
uint64_t decoded_written(const struct decoded *in);

/* Makes EFFECT an EFFECT_OTHER: all registers that the instruction writes get unknown values. */
void decoded_destroy(const struct decoded *in, struct effect *effect);

/* How an instruction accesses a row of words: LDM, STM, PUSH, POP, and those of VFP registers. */
struct list_access {
    bool store;
    bool stack;        /* PUSH, POP: the base is sp, which is no operand */
    bool before, down; /* increment or decrement, before or after (ARM ARM A8.8, "LDM") */
};

/* Sets ACCESS to that of INSN. Returns false if INSN is no such instruction. */
bool decoded_list_access(const cs_insn *insn, struct list_access *access);

#endif
