/* SPDX-License-Identifier: MIT */
/* Inside core: the rule for a frame, from the table or from the code. */
#ifndef BOBBIN_LOOKUP_H
#define BOBBIN_LOOKUP_H

#include "find.h"
#include "rule.h"

/* Keeps in CURSOR what the tables say of its pc, kind and state. A pc without a rule ends the next step, not this one. */
void lookup_note(struct bobbin_cursor *cursor, const struct table_answer *answer);

/*
 * The rule for the pc of CURSOR, of which the answer has been noted: STOP_NONE, or why there is none. A rule of form NONE
 * means that the table makes no sense there. TRUST is set with STOP_NONE.
 */
enum bobbin_stop lookup_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                             struct rule *rule, uint8_t *trust);

/* The same for an ANSWER at hand; of CURSOR only pc, cpsr, kind and the budget of reads count. */
enum bobbin_stop lookup_answer(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                               const struct table_answer *answer, struct rule *rule,
                               uint8_t *trust);

#endif
