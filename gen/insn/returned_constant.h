/* SPDX-License-Identifier: MIT */
/*
 * Exception returns by RFE or LDM ^ to a constant that the code before them has stored on its
 * stack. Such a return enters other code; it does not go back to the interrupted code.
 */
#ifndef GEN_INSN_RETURNED_CONSTANT_H
#define GEN_INSN_RETURNED_CONSTANT_H

#include "insn/effect.h"

struct returned_constant {
    uint32_t target;
    bool own_psr;      /* the new cpsr is a constant, or made of cpsr: no SPSR of an exception */
    bool keeps_mode;   /* it is cpsr, with its mode bits */
    int32_t writeback; /* what RFE adds to sp */
};

/*
 * Whether the exception return AT, whose encoding is CODE, goes to a constant. All code that may
 * jump between the store of the constant and AT is from START to END - 1, and AT is in it. READER
 * loses its IT state.
 */
bool returned_constant_find(struct effect_reader *reader, const struct image *image, uint32_t start,
                            uint32_t end, const struct image_instruction *at, uint32_t code,
                            struct returned_constant *found);

#endif
