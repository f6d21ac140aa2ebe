/* SPDX-License-Identifier: MIT */
/* Writes the instructions of Chromium's tables of 2021 (core/foreign/chrome2.h). */
#ifndef GEN_CHROME2_CHROME2_BYTECODE_H
#define GEN_CHROME2_CHROME2_BYTECODE_H

#include "util/buffer.h"
#include <bobbin/rule.h>

/* Appends instructions that add BYTES to sp. Returns false if BYTES is 0 or not a multiple of 4. */
bool chrome2_put_add(struct buffer *out, int32_t bytes);

/*
 * Appends instructions that pop REGISTERS (bit n is rn). Returns false if REGISTERS is empty or
 * contains registers other than r4 to r15.
 */
bool chrome2_put_pop(struct buffer *out, uint32_t registers);

/*
 * Appends the sequence that restores the frame of RULE. Returns false if the format cannot express
 * RULE.
 */
bool chrome2_put_rule(struct buffer *out, const struct bobbin_rule *rule);

/* {FINISH}; {REFUSE, 0} */
extern const uint8_t chrome2_trivial[1], chrome2_refusal[2];

#endif
