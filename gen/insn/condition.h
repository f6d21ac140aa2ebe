/* SPDX-License-Identifier: MIT */
/*
 * Condition codes (ARM ARM A8.3) of instructions and of rows. A condition and its inverse, such as
 * EQ and NE, differ in bit 0.
 */
#ifndef GEN_INSN_CONDITION_H
#define GEN_INSN_CONDITION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CONDITION_ALWAYS = 14,
    CONDITION_REGISTER = 15, /* only in this tool: tests a register, not the flags (cbz, cbnz) */
};

static inline uint8_t condition_inverse(uint8_t condition)
{
    return condition ^ 1;
}

/* True if CONDITION (0 to 13) holds with the flags N, Z, C, V in bits 31 to 28 of CPSR. */
bool condition_holds(uint8_t condition, uint32_t cpsr);

/* Flags, in bits 31 to 28, for which condition_holds(CONDITION) equals HOLDS. */
uint32_t condition_flags(uint8_t condition, bool holds);

/*
 * Flag values that show whether an answer depends on a condition. For each condition 0 to 13, at
 * least one of these values gives another result than clear flags.
 */
#define CONDITION_TEST_FLAGS 2
extern const uint32_t condition_test_flags[CONDITION_TEST_FLAGS];

/* Returns "eq", "ne", ... "al", or "-" for CONDITION_REGISTER. */
const char *condition_name(uint8_t condition);

#endif
