/* SPDX-License-Identifier: MIT */
/*
 * The questions: for every halfword of the code, instruction or not,
 *   its rule, as a return address and interrupted there with flags, in the state that world.h gives it;
 *   the caller of a frame that was interrupted there;
 *   the caller of a frame whose return address it is;
 *   the caller of a call through a bad pointer that comes back there.
 * The third needs a function without a frame that was called from there: any address with such a rule.
 */
#ifndef SELFCHECK_QUESTIONS_H
#define SELFCHECK_QUESTIONS_H

#include "answers.h"
#include "code.h"

#define ANSWERS_PER_HALFWORD 5

/* Asks of each STEP-th halfword, from the first on. False when the table has no leaf; the third question is
   then left out. */
bool ask_all(struct answers *answers, const struct code *code, uint32_t step);

#endif
