/* SPDX-License-Identifier: MIT */
/* From what is known of a frame to the rule for it, and whether a given rule is true of it. */
#ifndef GEN_FRAME_FRAME_RULE_H
#define GEN_FRAME_FRAME_RULE_H

#include "frame/frame_state.h"
#include <bobbin/rule.h>

/*
 * What others make of a frame's places, a bit a place. OWED: some return from here gives it back; then the
 * caller's value must be somewhere, and not to know where is ignorance, not loss. SPENT: the call made here
 * destroys it; as one rule serves before and behind the call, that may call it lost early.
 */
struct frame_debt {
    uint32_t owed, spent;
};

/*
 * Whether RULE tells the truth in STATE: its cfa is the cfa, each place that it names holds the caller's value
 * at or above sp, and LOST stands only where no place is known to hold it. Otherwise *WHY says what is false
 * of which register.
 */
bool frame_rule_holds(const struct frame_state *state, const struct bobbin_rule *rule,
                      const struct frame_debt *debt, const char **why);

/*
 * The same for a frame to which a call comes back. There r0-r3, r12 and lr are gone, and the core knows that:
 * what RULE has in them is lost. AFTER is the state behind the call.
 */
bool frame_rule_holds_after_call(const struct frame_state *after, const struct bobbin_rule *rule,
                                 const struct frame_debt *debt, const char **why);

/* The registers of which nothing is left in AFTER, behind a call; the return address is another matter. */
uint32_t frame_rule_spent(const struct frame_state *after);

/* RULE as a frame has it to which a call comes back. */
struct bobbin_rule frame_rule_after_call(const struct bobbin_rule *rule);

/* The rule that STATE is. Form NONE and *WHY when it is not known. */
struct bobbin_rule frame_rule_of(const struct frame_state *state, const struct frame_debt *debt,
                                 const char **why);

/* Whether RULE says of a register that nobody has it. */
bool frame_rule_loses(const struct bobbin_rule *rule);

#endif
