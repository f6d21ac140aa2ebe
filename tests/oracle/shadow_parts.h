/* SPDX-License-Identifier: MIT */
/* Inside shadow*.c. */
#ifndef ORACLE_SHADOW_PARTS_H
#define ORACLE_SHADOW_PARTS_H

#include "shadow.h"

/* Adds an innermost record, all zero but for its kind. */
struct record *shadow_push(struct shadow *shadow, enum record_kind kind);
void shadow_pop(struct shadow *shadow);

static inline bool shadow_top_is(const struct shadow *shadow, enum record_kind kind)
{
    return shadow->count && shadow_top(shadow)->kind == kind;
}

/* Judges shadow->from: AT was reached with the registers NOW, or was about to be reached. */
void shadow_judge(struct shadow *shadow, const struct code_instruction *at,
                  const struct registers *now);

/* The exception of VECTOR was entered. */
void shadow_enter_exception(struct shadow *shadow, const struct arrival *arrival,
                            enum bobbin_vector vector);

/* Whether the innermost exception came at the vector at ADDRESS, and has returned to it. */
bool shadow_is_back_at_vector(const struct shadow *shadow, uint32_t address);

#endif
