/* SPDX-License-Identifier: MIT */
/* Inside core: the rule for a frame, from the table or from the code. */
#ifndef BOBBIN_LOOKUP_H
#define BOBBIN_LOOKUP_H

#include "gate.h"
#include "reading.h"

/*
 * The rule for the pc of READING's cursor, its kind and state: STOP_NONE, or why there is none. A rule of form NONE
 * means that the table makes no sense there.
 */
enum bobbin_stop lookup_rule(struct reading *reading);

/*
 * The same for the answer that READING has already, whose trust is not CODE; of its cursor only pc, cpsr, kind and the
 * budget of reads count, and stop_value is written.
 */
enum bobbin_stop lookup_answer(struct reading *reading);

/* The rule of READING is what is KNOWN, of the table that its answer names. */
void lookup_known(struct reading *reading, uint32_t known);

/*
 * Whether the code may tell another rule than WORD, which holds around it. Where nothing is saved there is no prologue
 * to read.
 */
static inline bool lookup_is_read(uint32_t word)
{
    return (word & ~KNOWN_RULE) && rule_register(word) != BOBBIN_PC;
}

/* The code that is read around a rule, where a window has it all; else NULL. */
static inline const uint8_t *lookup_window(const struct reading *reading)
{
    return gate_code(reading->env, reading->cursor->r[BOBBIN_PC], READING_CODE_BYTES);
}

/* The last part of lookup_answer: what CODE, of lookup_window, makes of the rule of READING, a body rule. */
enum bobbin_stop lookup_code(struct reading *reading, const uint8_t *code);

#endif
