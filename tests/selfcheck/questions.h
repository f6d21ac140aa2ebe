/* SPDX-License-Identifier: MIT */
/*
 * The questions, for every halfword of the code, whether an instruction starts there or not:
 *   1. its rule, as a return address and as an interrupted pc, in the state that world.h chooses
 *   2. the caller of a frame that was interrupted there
 *   3. the caller of a frame that returns there
 *   4. the caller of a call through a bad pointer that returns there
 * Question 3 needs a leaf that was called from there; any address with the rule of a leaf serves.
 */
#ifndef SELFCHECK_QUESTIONS_H
#define SELFCHECK_QUESTIONS_H

#include "answers.h"
#include "code.h"

#define ANSWERS_PER_HALFWORD 5

/*
 * Asks about every STEP-th halfword. False if the table has no leaf; question 3 is then left out.
 */
bool ask_all(struct answers *answers, const struct code *code, uint32_t step);

#endif
