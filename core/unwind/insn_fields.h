/* SPDX-License-Identifier: MIT */
/*
 * Inside core: facts about instructions that both decoders use: the small one that fast tables need
 * (shape.c) and the full one (insn/code.c).
 */
#ifndef BOBBIN_INSN_FIELDS_H
#define BOBBIN_INSN_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#define CODE_ALWAYS 14 /* the condition "always" (ARM ARM A8.3) */

/* Whether FIRST is the first halfword of a 32-bit Thumb instruction (ARM ARM A6.1). */
static inline bool code_is_wide(uint32_t first)
{
    return first >= 0xe800;
}

/* The low BITS of VALUE as a signed number. */
static inline int32_t code_signed(uint32_t value, uint32_t bits)
{
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

#endif
