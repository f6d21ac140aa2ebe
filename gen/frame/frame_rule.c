/* SPDX-License-Identifier: MIT */
/*
 * Derives the rule of a frame state, and checks a given rule against a state. For analysis,
 * reference and proof.
 */
#include "frame/frame_rule.h"

#include <stddef.h>

#include "frame/frame_place.h"
#include "rows/rows.h"

/*
 * The places of the mask PLACES that no location holds. A torn place is not lost: on each path some
 * location holds it, but the state does not know which path was taken.
 */
static uint32_t lost_of(const struct frame_state *state, uint32_t places)
{
    return places & ~state->torn & ~frame_places_found(state, places);
}

/* ---- the cfa --------------------------------------------------------------------------------- */

/*
 * Whether sp has a known bound. The memory below sp is not part of the frame, so without a bound no
 * slot is safe.
 */
static bool sp_is_bounded(const struct frame_state *state)
{
    struct value sp = frame_state_register(state, BOBBIN_SP);

    return frame_is_address(sp) || state->context == FRAME_AWAY;
}

/*
 * Whether a rule may use the slot of PLACE. While sp is in another stack, a slot counts if a return
 * that can be reached needs it: until then nothing may overwrite it.
 */
static bool may_use_slot(const struct frame_state *state, const struct frame_debt *debt,
                         unsigned place)
{
    return sp_is_bounded(state) ||
           (frame_is_other_stack(state->core[BOBBIN_SP]) && (debt->owed >> place & 1));
}

/*
 * Finds a register with a known distance to the cfa: sp first, then frame pointers, then the
 * others.
 */
static bool find_cfa(const struct frame_state *state, const struct frame_debt *debt,
                     struct bobbin_rule *rule)
{
    static const uint8_t order[] = {13, 7, 11, 4, 5, 6, 8, 9, 10, 12, 3, 2, 1, 0, 14};

    for (size_t i = 0; may_use_slot(state, debt, BOBBIN_PLACE_RA) && i < sizeof(order); i++) {
        struct value value = frame_state_register(state, order[i]);
        if (value.kind == VALUE_CFA) {
            rule->cfa_register = order[i];
            rule->cfa_offset = -value.number;
            return true;
        }
    }
    return false;
}

static bool cfa_holds(const struct frame_state *state, const struct frame_debt *debt,
                      const struct bobbin_rule *rule)
{
    struct value value = frame_state_register(state, rule->cfa_register);

    return rule->form == BOBBIN_FORM_FRAME && may_use_slot(state, debt, BOBBIN_PLACE_RA) &&
           value.kind == VALUE_CFA && value.number == -rule->cfa_offset;
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Expands to one string for each place, in the order of BOBBIN_PLACE_... */
#define EACH_PLACE(before, after)                                                                  \
    before "r4" after, before "r5" after, before "r6" after, before "r7" after, before "r8" after, \
        before "r9" after, before "r10" after, before "r11" after, before "d8" after,              \
        before "d9" after, before "d10" after, before "d11" after, before "d12" after,             \
        before "d13" after, before "d14" after, before "d15" after,                                \
        before "the return address" after

static const char *const wrong_place[BOBBIN_PLACES] = {
    EACH_PLACE("the rule has a wrong location for ", "")};

bool frame_rule_loses(const struct bobbin_rule *rule)
{
    for (unsigned place = 0; rule->form == BOBBIN_FORM_FRAME && place < BOBBIN_PLACES; place++)
        if (rule->place_kind[place] == BOBBIN_LOST)
            return true;
    return false;
}

/* Whether RULE loses the return address. Then nothing else of RULE is used. */
static bool ends_trace(const struct bobbin_rule *rule)
{
    return rule->form == BOBBIN_FORM_FRAME && rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_LOST;
}

/*
 * Whether the code can never return from this frame: no reachable return restores the return
 * address, and either the return address is lost or the cfa (the caller's sp) is unknown.
 */
static bool nobody_returns(const struct frame_state *state, const struct frame_debt *debt)
{
    struct bobbin_rule rule;

    return !(debt->owed >> BOBBIN_PLACE_RA & 1) &&
           (lost_of(state, 1u << BOBBIN_PLACE_RA) || !find_cfa(state, debt, &rule));
}

/* Whether RULE has the right location for PLACE, which is not SAME. */
static bool place_is_right(const struct frame_state *state, const struct bobbin_rule *rule,
                           unsigned place, const struct frame_debt *debt)
{
    switch (rule->place_kind[place]) {
    case BOBBIN_LOST:
        return !(debt->owed >> place & 1) &&
               (lost_of(state, 1u << place) || (debt->spent >> place & 1));
    case BOBBIN_REGISTER:
        return frame_place_holds(state, place, BOBBIN_REGISTER, rule->place_value[place]);
    default:
        return may_use_slot(state, debt, place) &&
               frame_place_holds(state, place, rule->place_kind[place], rule->place_value[place]);
    }
}

/* The first place for which RULE has a wrong location; BOBBIN_PLACES: there is none. */
static unsigned first_wrong(const struct frame_state *state, const struct bobbin_rule *rule,
                            const struct frame_debt *debt)
{
    uint32_t moved = rule_places_moved(rule);
    uint32_t changed = ~moved & ~frame_places_kept(state);
    unsigned wrong = (unsigned)__builtin_ctz(changed | 1u << BOBBIN_PLACES);

    for (; moved; moved &= moved - 1) {
        unsigned place = (unsigned)__builtin_ctz(moved);
        if (place > wrong)
            break;
        if (!place_is_right(state, rule, place, debt))
            return place;
    }
    return wrong;
}

bool frame_rule_none_is_right(const struct frame_state *state, const struct frame_debt *debt)
{
    return state->context == FRAME_HANDLER ||
           (state->context == FRAME_NOBODY && !(debt->owed >> BOBBIN_PLACE_RA & 1));
}

bool frame_rule_holds(const struct frame_state *state, const struct bobbin_rule *rule,
                      const struct frame_debt *debt, const char **why)
{
    unsigned place;

    *why = "the rule has the wrong form";
    if (state->context == FRAME_ROOT || rule->form == BOBBIN_FORM_ROOT)
        return state->context == FRAME_ROOT && rule->form == BOBBIN_FORM_ROOT;
    if (frame_rule_none_is_right(state, debt) || rule->form == BOBBIN_FORM_NONE)
        return frame_rule_none_is_right(state, debt) && rule->form == BOBBIN_FORM_NONE;
    if (state->context == FRAME_UNKNOWN || frame_state_is_disputed(state))
        return false;
    if (ends_trace(rule) && nobody_returns(state, debt))
        return true;
    *why = "the rule computes a wrong cfa";
    if (!cfa_holds(state, debt, rule))
        return false;
    place = first_wrong(state, rule, debt);
    if (place < BOBBIN_PLACES)
        *why = wrong_place[place];
    return place == BOBBIN_PLACES;
}

/* Whether RULE has PLACE in a register that a call destroys. */
static bool is_spent(const struct bobbin_rule *rule, unsigned place)
{
    int32_t number = rule->place_value[place];

    if (rule->place_kind[place] == BOBBIN_REGISTER)
        return number < 4 || (number > 11 && number < BOBBIN_INNER);
    return place == BOBBIN_PLACE_RA && rule->place_kind[place] == BOBBIN_SAME;
}

struct bobbin_rule frame_rule_after_call(const struct bobbin_rule *rule)
{
    struct bobbin_rule spent = *rule;

    for (unsigned place = 0; rule->form == BOBBIN_FORM_FRAME && place < BOBBIN_PLACES; place++)
        if (is_spent(rule, place))
            rule_put(&spent, place, BOBBIN_LOST, 0);
    return spent;
}

bool frame_rule_holds_after_call(const struct frame_state *after, const struct bobbin_rule *rule,
                                 const struct frame_debt *debt, const char **why)
{
    struct bobbin_rule spent = frame_rule_after_call(rule);

    return frame_rule_holds(after, &spent, debt, why);
}

uint32_t frame_rule_spent(const struct frame_state *after)
{
    return lost_of(after, (1u << BOBBIN_PLACE_RA) - 1);
}

/*
 * The rule for code from which no return is possible: the return address is lost, so a trace stops
 * here.
 */
static struct bobbin_rule rule_of_the_end(void)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    rule.cfa_register = BOBBIN_SP;
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        rule_put(&rule, place, BOBBIN_LOST, 0);
    return rule;
}

static const char *const unknown_place[BOBBIN_PLACES] = {
    EACH_PLACE("no location holds ", " on all paths"),
};

/*
 * Whether sp is above the cfa, because the code popped more than it pushed. Then it is unknown to
 * which frame sp belongs.
 */
static bool is_above_cfa(const struct frame_state *state)
{
    struct value sp = frame_state_register(state, BOBBIN_SP);

    return sp.kind == VALUE_CFA && sp.number > 0;
}

/* The order in which a push stores registers, from the highest slot down. */
static const uint8_t push_order[] = {
    BOBBIN_PLACE_RA,     BOBBIN_PLACE_R4 + 7, BOBBIN_PLACE_R4 + 6,
    BOBBIN_PLACE_R4 + 5, BOBBIN_PLACE_R4 + 4, BOBBIN_PLACE_R4 + 3,
    BOBBIN_PLACE_R4 + 2, BOBBIN_PLACE_R4 + 1, BOBBIN_PLACE_R4,
};

/*
 * Fills the gaps between the slots of RULE, if one push at the entry can then have stored all of
 * them: a register that was saved with the others, and that the function has not changed, is in its
 * slot too. The table has a short form for rules without gaps.
 */
static void fill_gaps(const struct frame_state *state, struct bobbin_rule *rule)
{
    struct bobbin_rule full = *rule, filled = *rule;
    int32_t end = 0; /* start of the slot above; 0: there is none yet */

    for (size_t i = 0; i < sizeof(push_order); i++) {
        unsigned place = push_order[i];
        if (rule->place_kind[place] == BOBBIN_SLOT) {
            int32_t offset = rule->place_value[place];
            if (end ? offset != end - 4 : offset < -4 * (int32_t)(i + 1))
                return;
            end = offset;
            filled = full;
        } else if (end && frame_place_holds(state, place, BOBBIN_SLOT, end - 4)) {
            end -= 4;
            rule_put(&full, place, BOBBIN_SLOT, end);
        }
    }
    *rule = filled;
}

/* Whether RULE may have PLACE where it is: in a register, or in a slot that nothing overwrites. */
static bool may_use_place(const struct frame_state *state, const struct frame_debt *debt,
                          const struct bobbin_rule *rule, unsigned place)
{
    return rule->place_kind[place] == BOBBIN_REGISTER || may_use_slot(state, debt, place);
}

static struct bobbin_rule find_rule(const struct frame_state *state, const struct frame_debt *debt,
                                    const char **why)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);
    uint32_t kept;

    *why = "sp is above the cfa: the code popped more than it pushed";
    if (is_above_cfa(state))
        return rule_of_form(BOBBIN_FORM_NONE);
    *why = "the cfa is not at a known distance from any register";
    if (!find_cfa(state, debt, &rule))
        return rule_of_form(BOBBIN_FORM_NONE);
    kept = frame_places_kept(state);
    for (unsigned place = 0; place < BOBBIN_PLACES; place++) {
        if (kept >> place & 1) /* rule has SAME already */
            continue;
        frame_find_place(state, place, &rule);
        *why = unknown_place[place];
        if (rule.place_kind[place] == BOBBIN_LOST ? (debt->owed | state->torn) >> place & 1
                                                  : !may_use_place(state, debt, &rule, place))
            return rule_of_form(BOBBIN_FORM_NONE);
    }
    fill_gaps(state, &rule);
    *why = NULL;
    return rule;
}

struct bobbin_rule frame_rule_of(const struct frame_state *state, const struct frame_debt *debt,
                                 const char **why)
{
    *why = NULL;
    if (frame_rule_none_is_right(state, debt))
        return rule_of_form(BOBBIN_FORM_NONE);
    switch (state->context) {
    case FRAME_ROOT:
        return rule_of_form(BOBBIN_FORM_ROOT);
    case FRAME_UNKNOWN:
        *why = "no path is known that leads here";
        return rule_of_form(BOBBIN_FORM_NONE);
    case FRAME_DISPUTED:
    case FRAME_NOBODY:
        *why = "paths from different contexts meet here";
        return rule_of_form(BOBBIN_FORM_NONE);
    default:
        return nobody_returns(state, debt) ? rule_of_the_end() : find_rule(state, debt, why);
    }
}

/* Whether VALUE is known to be something else than cfa + NUMBER. */
static bool is_not_address(struct value value, int32_t number)
{
    if (value.kind == VALUE_BELOW)
        return number > value.number;
    return value.kind == VALUE_CFA ? value.number != number : value.kind != VALUE_MIXED;
}

/* Whether the caller's value of PLACE is known not to be where RULE says. */
static bool is_not_there(const struct frame_state *state, const struct bobbin_rule *rule,
                         unsigned place)
{
    unsigned word = frame_word_of_place(place);
    unsigned number = rule->place_kind[place] == BOBBIN_REGISTER
                          ? rule_register_of(rule->place_value[place])
                          : word;
    struct value sp = frame_state_register(state, BOBBIN_SP);
    struct value value = frame_state_register(state, number);

    switch (rule->place_kind[place]) {
    case BOBBIN_SAME:
    case BOBBIN_REGISTER:
        return value.kind != VALUE_MIXED && !frame_is_entry(value, word) &&
               value.kind != VALUE_LENT && value.kind != VALUE_AWAY;
    case BOBBIN_LOST:
        return false;
    default:
        return sp.kind == VALUE_CFA && rule->place_value[place] < sp.number;
    }
}

bool frame_rule_contradicts(const struct frame_state *state, const struct bobbin_rule *rule)
{
    if (state->context == FRAME_UNKNOWN)
        return false;
    if (!frame_state_has_caller(state) || rule->form != BOBBIN_FORM_FRAME ||
        is_not_address(frame_state_register(state, rule->cfa_register), -rule->cfa_offset))
        return true;
    for (unsigned place = 0; place < BOBBIN_PLACES; place++)
        if (is_not_there(state, rule, place))
            return true;
    return false;
}
