/* SPDX-License-Identifier: MIT */
/* Condition codes (ARM ARM A8.3). Those of a pair, EQ and NE for one, differ in bit 0. */
#ifndef GEN_INSN_CONDITION_H
#define GEN_INSN_CONDITION_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CONDITION_ALWAYS = 14,
    CONDITION_REGISTER = 15, /* of ours: on a register, not on flags (cbz) */
};

static inline uint8_t condition_inverse(uint8_t condition)
{
    return condition ^ 1;
}

/* Whether CONDITION (0..13) holds with the flags in CPSR bits 31..28. */
bool condition_holds(uint8_t condition, uint32_t cpsr);

/* Flags, in CPSR bits 31..28, with which CONDITION is HOLDS. */
uint32_t condition_flags(uint8_t condition, bool holds);

/*
 * Flags that tell whether something depends on one condition, whichever that is: with one of these at least it is
 * another than with none set.
 */
#define CONDITION_TELLING 2
extern const uint32_t condition_telling[CONDITION_TELLING];

/* "eq", "ne", ... "al" */
const char *condition_name(uint8_t condition);

#endif
