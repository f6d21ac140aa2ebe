/* SPDX-License-Identifier: MIT */
/*
 * Exception returns: the instructions that write pc, and SPSR to cpsr (ARM ARM B1.8.3, B9.3). This
 * is the only place that knows their encodings, in both states.
 */
#ifndef GEN_INSN_EXCEPTION_RETURN_H
#define GEN_INSN_EXCEPTION_RETURN_H

#include "insn/effect.h"

enum exception_return {
    EXCEPTION_RETURN_NONE, /* no exception return */
    EXCEPTION_RETURN_RFE,  /* RFE: pc and cpsr are words of memory */
    EXCEPTION_RETURN_LDM,  /* LDM {..., pc}^ */
    EXCEPTION_RETURN_ERET, /* ERET; in Thumb state also MOVS pc, lr, which has the same encoding */
    EXCEPTION_RETURN_DATA, /* SUBS pc, lr, #n or other data processing that sets flags and pc */
};

/* The kind of the instruction AT, whose encoding is CODE (effect_fetch). */
enum exception_return exception_return_of(const struct image_instruction *at, uint32_t code);

/* The two words of RFE, which are pc and cpsr. */
struct exception_block {
    uint8_t rn;
    int32_t offset;    /* of the lower word, from rn */
    int32_t writeback; /* what RFE adds to rn */
};

/* Whether the instruction AT, whose encoding is CODE, is RFE. Sets BLOCK if so. */
bool exception_return_block(const struct image_instruction *at, uint32_t code,
                            struct exception_block *block);

/*
 * Whether code from START to END - 1 jumps to an instruction after FROM, up to TO. READER loses its
 * IT state.
 */
bool exception_return_is_entered(struct effect_reader *reader, const struct image *image,
                                 uint32_t start, uint32_t end, uint32_t from, uint32_t to);

/*
 * Whether the exception return AT goes to a constant that the code before it loads into lr or
 * ELR_hyp. Then it returns from no exception: it changes the mode, and the code goes on at *TARGET.
 * All code that may jump past the load is from START to END - 1. READER loses its IT state.
 */
bool exception_return_changes_mode(struct effect_reader *reader, const struct image *image,
                                   uint32_t start, uint32_t end, const struct image_instruction *at,
                                   uint32_t *target);

#endif
