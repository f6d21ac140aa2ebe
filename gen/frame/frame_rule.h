/* SPDX-License-Identifier: MIT */
/*
 * Rules and frame states: derives the rule of a state, and checks whether a given rule is true in a
 * state. For analysis, reference and proof.
 */
#ifndef GEN_FRAME_FRAME_RULE_H
#define GEN_FRAME_FRAME_RULE_H

#include "frame/frame_state.h"
#include <bobbin/rule.h>

/*
 * Facts about places that the state itself does not contain. They decide whether a rule may call a
 * place lost. Bit N is place N (BOBBIN_PLACE_...).
 *
 * OWED: a return that can be reached from here restores this place, so some location holds the
 * caller's value. If the state does not know the location, the place is unknown, and LOST is false.
 *
 * SPENT: a rule may say LOST although a location may still hold this place. The call at this
 * instruction destroys the place, and one rule is valid before and after the call; or the
 * instruction is thread code (analysis/thread_code.h).
 */
struct frame_debt {
    uint32_t owed, spent;
};

/*
 * Whether RULE is true in STATE: its cfa is right; each location in RULE holds the caller's value
 * and is at or above sp; LOST stands only where no location is known or
 * where DEBT allows it. If not, *WHY says what is
 * false.
 */
bool frame_rule_holds(const struct frame_state *state, const struct bobbin_rule *rule,
                      const struct frame_debt *debt, const char **why);

/*
 * Like frame_rule_holds, for a frame to which a call has returned. AFTER is the state after the
 * call. The call destroys r0-r3, r12 and lr, and the core knows this, so a location in one of them
 * counts as LOST.
 */
bool frame_rule_holds_after_call(const struct frame_state *after, const struct bobbin_rule *rule,
                                 const struct frame_debt *debt, const char **why);

/*
 * Returns the places that are lost in AFTER, the state after a call. The return address is never
 * among them.
 */
uint32_t frame_rule_spent(const struct frame_state *after);

/*
 * Returns RULE in its form after a call has returned: locations in registers that a call destroys
 * become LOST.
 */
struct bobbin_rule frame_rule_after_call(const struct bobbin_rule *rule);

/*
 * Whether "no rule" is right in STATE: the code is an exception handler, or no path to it has a
 * caller that could be found.
 */
bool frame_rule_none_is_right(const struct frame_state *state, const struct frame_debt *debt);

/* Returns the rule of STATE. If it is unknown, returns form NONE, and *WHY is the reason. */
struct bobbin_rule frame_rule_of(const struct frame_state *state, const struct frame_debt *debt,
                                 const char **why);

/*
 * Whether STATE contradicts RULE: some path to the instruction shows another cfa, or another
 * location of a register. What STATE does not know contradicts nothing.
 */
bool frame_rule_contradicts(const struct frame_state *state, const struct bobbin_rule *rule);

/* Whether RULE has form FRAME and contains LOST. */
bool frame_rule_loses(const struct bobbin_rule *rule);

#endif
