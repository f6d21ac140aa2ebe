/* SPDX-License-Identifier: MIT */
/*
 * Links: a constant return address in lr, set by MOV lr, pc, by ADR or by the load of a literal.
 * Code that has copied its image adds the distance of the copy to the link: a number from memory,
 * or the difference of two registers.
 */
#ifndef GEN_INSN_LINK_H
#define GEN_INSN_LINK_H

#include "insn/effect.h"

/* A constant that no condition guards, in another register than lr. ADDRESS 0: there is none. */
struct link_constant {
    uint32_t address;
    uint32_t from; /* the instruction that set the register */
    unsigned number;
};

struct link {
    uint32_t back; /* without the Thumb bit; 0: lr has no such constant */
    uint32_t from; /* the instruction that set lr */
    uint8_t condition;
    bool is_in_elr;  /* code has copied lr to ELR_hyp */
    uint32_t moved;  /* lr is this address plus unknown numbers. 0: it is not, or BACK is not 0 */
    int8_t balance;  /* registers added to MOVED minus those subtracted, without those of LOADED */
    uint64_t loaded; /* the registers (EFFECT_BITs) whose values are from memory */
    uint64_t sums;   /* the registers whose values are sums of lr and another register */
    struct link_constant other; /* the latest one */
    struct link_constant older; /* the one before, in another register */
};

/*
 * Updates LINK after the instruction AT with EFFECT. Call it for each instruction in ascending
 * order, with LINK zero at first.
 */
void link_pass(struct link *link, const struct image *image, const struct image_instruction *at,
               const struct effect *effect);

#endif
