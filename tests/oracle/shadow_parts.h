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

/* ---- calls ----------------------------------------------------------------------------------- */

void shadow_push_call(struct shadow *shadow, const struct code_instruction *from,
                      const struct code_instruction *at, uint32_t return_address);

/*
 * The last instruction jumped to AT. Whether entry code of Hyp mode calls a function by hand: it
 * has set lr. An exception to Hyp mode leaves lr as it was (ARM ARM B1.8.3).
 */
bool shadow_is_called_by_hand(const struct shadow *shadow, const struct code_instruction *at,
                              const struct registers *now);

/* Whether a jump to AT returns from the call RECORD. */
bool shadow_returns_to(const struct record *record, const struct code_instruction *at,
                       const struct registers *now);

/* Whether the innermost call's frame has ended: sp is now above its value in the caller. */
bool shadow_outlived(const struct shadow *shadow, const struct code_instruction *at,
                     const struct registers *now, bool or_equal);

/*
 * Pops records down to the frame that AT returns to; if there is none, to the frame that owns sp.
 */
void shadow_discard(struct shadow *shadow, const struct code_instruction *at,
                    const struct registers *now);

/*
 * How many calls end with a return to AT: one; two for a local call (shadow.h); 0 if this is no
 * return.
 */
size_t shadow_returned(const struct shadow *shadow, const struct code_instruction *at,
                       const struct registers *now);

/* Whether the core reported the return address of one of the last COUNT calls as lost. */
bool shadow_returned_though_given_up(const struct shadow *shadow, size_t count);

/* ---- tasks ----------------------------------------------------------------------------------- */

/*
 * Whether EXCEPTION ends with AT. It may be an exception of another task, so the stack decides too.
 * A system call may change between User and System mode, which have one stack.
 */
bool shadow_resumes_at(const struct record *exception, const struct code_instruction *at,
                       const struct registers *now);

/* Whether the running task goes on at AT. If so, drops what it has given up (parked_point). */
bool shadow_continues(struct shadow *shadow, const struct code_instruction *at,
                      const struct registers *now);

/* The task that goes on at AT, or NULL. */
struct parked *shadow_parked_for(const struct shadow *shadow, const struct code_instruction *at,
                                 const struct registers *now);

/* Parks the running task and continues THERE, or a task without known calls if THERE is NULL. */
void shadow_switch(struct shadow *shadow, struct parked *there);

/*
 * The task that goes on with the registers NOW may have no FPU registers of its own. If d8-d15 are
 * not those that it left, they are from now on those of all its frames.
 */
void shadow_take_doubles(struct shadow *shadow, const struct registers *now);

/* Continues in a task whose callers are unknown. */
void shadow_start_anew(struct shadow *shadow);

#endif
