/* SPDX-License-Identifier: MIT */
/* From what is known of a frame to the rule for it, and whether a given rule is true of it. */
#ifndef GEN_FRAME_RULE_H
#define GEN_FRAME_RULE_H

#include "frame_state.h"

/*
 * Whether RULE tells the truth in STATE: its cfa is the cfa, each place that it names holds the caller's value
 * at or above sp, and LOST stands only where no place is known to hold it. RETURNS: a return can be
 * reached from here; then the caller's registers must be somewhere, and not to know where is ignorance, not loss.
 * Otherwise *WHY says what is false of which register.
 */
bool frame_rule_holds(const struct frame_state *state, const struct bobbin_rule *rule, bool returns,
                      const char **why);

/*
 * The same for a frame to which a call comes back. There r0-r3, r12 and lr are gone, and the core knows that:
 * what RULE has in them is lost. AFTER is the state behind the call.
 */
bool frame_rule_holds_after_call(const struct frame_state *after, const struct bobbin_rule *rule,
                                 bool returns, const char **why);

/* RULE as a frame has it to which a call comes back. */
struct bobbin_rule frame_rule_after_call(const struct bobbin_rule *rule);

/*
 * The rule that STATE is. PREFERRED, when not NULL and true here, is taken: so that runs of instructions
 * have one rule. Form NONE and *WHY when it is not known.
 */
struct bobbin_rule frame_rule_of(const struct frame_state *state,
                                 const struct bobbin_rule *preferred, bool returns,
                                 const char **why);

/* Whether RULE says of a register that nobody has it. */
bool frame_rule_loses(const struct bobbin_rule *rule);

#endif
