/* SPDX-License-Identifier: MIT */
/*
 * The state of a frame before an instruction: its values, its slots, and the join where paths meet.
 * For the stage analysis.
 */
#include <stddef.h>
#include <string.h>

#include "frame/frame_far.h"
#include "frame/frame_internal.h"
#include "frame/frame_place.h"

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_computed(struct value value)
{
    return value.kind == VALUE_OTHER || value.kind == VALUE_CONST || value.kind == VALUE_PSR ||
           value.kind == VALUE_MODE;
}

/* The modes that an ARMv7 processor has (ARM ARM B1.3.1): bit N is mode 16 + N. */
#define MODES 0x8ccfu

/* A 0 is the value of a variable before it is set. */
bool frame_states_mode(struct value word)
{
    uint32_t mode = (uint32_t)word.number & BOBBIN_CPSR_MODE;

    if (word.kind != VALUE_CONST)
        return word.kind == VALUE_MODE;
    return mode >= 16 && MODES >> (mode - 16) & 1;
}

/*
 * Joins two different addresses of the frame: the result is an upper bound, the higher of both. A
 * bound that would rise a second time becomes MIXED, so that the fixpoint iteration ends.
 */
static struct value join_addresses(struct value a, struct value b)
{
    int32_t highest = a.number > b.number ? a.number : b.number;

    if (a.kind == VALUE_BELOW && highest > a.number)
        return frame_mixed;
    return (struct value){VALUE_BELOW, highest};
}

/*
 * Joins A, the value so far, and B, the value on one more path. The result is true on both paths.
 * It is OTHER if a caller needs neither value, and MIXED if a caller may need one of them.
 */
static struct value join(struct value a, struct value b)
{
    if (frame_same(a, b))
        return a;
    if (is_computed(a) && is_computed(b))
        return frame_states_mode(a) || frame_states_mode(b) ? frame_new_mode : frame_other;
    if (value_is_local(a) && a.kind == b.kind)
        return (struct value){a.kind, a.number | b.number};
    if ((a.kind == VALUE_LENT || b.kind == VALUE_LENT) && a.number == b.number &&
        (a.kind == VALUE_ENTRY || b.kind == VALUE_ENTRY))
        return (struct value){VALUE_LENT, a.number};
    if (frame_is_address(a) && frame_is_address(b))
        return join_addresses(a, b);
    return frame_mixed;
}

/*
 * The register of STATE with effect number NUMBER. NULL for registers that a state does not
 * contain.
 */
static struct value *value_of(struct frame_state *state, unsigned number)
{
    if (number < 15)
        return &state->core[number];
    if (number >= EFFECT_S16 && number < EFFECT_REGISTERS)
        return &state->vfp[number - EFFECT_S16];
    return NULL;
}

/*
 * Whether register NUMBER is given up and still counts as the caller's when it gets another value:
 * nothing else holds what the caller had in it.
 */
static bool stays_with_caller(const struct frame_state *state, unsigned number)
{
    unsigned place = frame_place_of_word(number);
    struct bobbin_rule rule;

    if (!(state->given_up >> place & 1))
        return false;
    frame_find_place(state, place, &rule);
    return rule.place_kind[place] == BOBBIN_LOST;
}

void frame_set(struct frame_state *state, unsigned number, struct value value)
{
    struct value *target = value_of(state, number);

    if (state->given_up && stays_with_caller(state, number))
        return;
    if (target)
        *target = value;
    frame_far_forget(state, number);
}

void frame_state_mix(struct frame_state *state, uint64_t registers)
{
    for (unsigned number = 0; number < EFFECT_REGISTERS; number++)
        if (registers >> number & 1 && value_of(state, number)) {
            *value_of(state, number) = frame_mixed;
            frame_far_forget(state, number);
        }
}

/* ---- slots ----------------------------------------------------------------------------------- */

static void remove_slot(struct frame_state *state, uint32_t i)
{
    state->slots_count--;
    memmove(&state->slots[i], &state->slots[i + 1],
            (state->slots_count - i) * sizeof(state->slots[0]));
}

/* Whether a slot with VALUE must be kept, because a rule or a later load may need it. */
static bool is_wanted(struct value value)
{
    return value.kind != VALUE_MIXED && value.kind != VALUE_OTHER && value.kind != VALUE_CONST;
}

/*
 * What is kept of VALUE, a word with a processor mode, in a slot. Such words leave room for those
 * of the caller.
 */
static struct value mode_slot(const struct frame_state *state, struct value value)
{
    if (state->slots_count >= FRAME_SLOTS_MAX / 2)
        return frame_other;
    return (struct value){VALUE_MODE, value.number & (int32_t)BOBBIN_CPSR_MODE};
}

void frame_store(struct frame_state *state, int32_t offset, struct value value)
{
    uint32_t i = frame_slot_index(state, offset);

    if (i < state->slots_count && state->slots[i].offset == offset)
        remove_slot(state, i);
    if (frame_states_mode(value))
        value = mode_slot(state, value);
    if (!is_wanted(value) || state->slots_count == FRAME_SLOTS_MAX)
        return;
    memmove(&state->slots[i + 1], &state->slots[i],
            (state->slots_count - i) * sizeof(state->slots[0]));
    state->slots[i] = (struct slot){offset, value};
    state->slots_count++;
}

void frame_drop_words_below(struct frame_state *state, struct value sp)
{
    bool bounded = frame_is_address(sp);

    frame_far_drop_below_sp(state);
    if (frame_is_other_stack(sp))
        return;
    for (uint32_t i = 0; !bounded && i < state->slots_count; i++)
        if (frame_is_entry(state->slots[i].value, BOBBIN_LR))
            state->torn |= FRAME_LINK_LEFT;
    while (state->slots_count && (!bounded || state->slots[0].offset < sp.number))
        remove_slot(state, 0);
}

struct value frame_state_memory(const struct frame_state *state, unsigned number, int32_t offset)
{
    struct value base = frame_state_register(state, number);

    if (base.kind == VALUE_CFA)
        return frame_state_word(state, (int32_t)((uint32_t)base.number + (uint32_t)offset));
    return frame_far_load(state, number, offset);
}

/* ---- entries --------------------------------------------------------------------------------- */

void frame_state_entry(struct frame_state *state, uint32_t given_up)
{
    memset(state, 0, sizeof(*state));
    state->given_up = given_up;
    for (unsigned number = 0; number < 15; number++)
        state->core[number] = frame_other;
    for (unsigned number = 4; number < 12; number++)
        state->core[number] = (struct value){VALUE_ENTRY, (int32_t)number};
    state->core[BOBBIN_LR] = (struct value){VALUE_ENTRY, BOBBIN_LR};
    state->core[BOBBIN_SP] = (struct value){VALUE_CFA, 0};
    for (unsigned number = EFFECT_S16; number < EFFECT_REGISTERS; number++)
        *value_of(state, number) = (struct value){VALUE_ENTRY, (int32_t)number};
}

void frame_state_without_caller(struct frame_state *state, enum frame_context context)
{
    memset(state, 0, sizeof(*state));
    state->context = context;
}

/* ---- places ---------------------------------------------------------------------------------- */

#define ENTRY(i) VALUE_ENTRY, EFFECT_S16 + (i)

/* The values of s16-s31 at the entry. */
static const struct value vfp_of_entry[16] = {{ENTRY(0)},  {ENTRY(1)},  {ENTRY(2)},  {ENTRY(3)},
                                              {ENTRY(4)},  {ENTRY(5)},  {ENTRY(6)},  {ENTRY(7)},
                                              {ENTRY(8)},  {ENTRY(9)},  {ENTRY(10)}, {ENTRY(11)},
                                              {ENTRY(12)}, {ENTRY(13)}, {ENTRY(14)}, {ENTRY(15)}};

static uint32_t doubles_kept(const struct frame_state *state)
{
    uint32_t kept = 0;

    for (unsigned i = 0; i < 8; i++)
        if (frame_is_entry(state->vfp[2 * i], EFFECT_S16 + 2 * i) &&
            frame_is_entry(state->vfp[2 * i + 1], EFFECT_S16 + 2 * i + 1))
            kept |= 1u << (BOBBIN_PLACE_D8 + i);
    return kept;
}

uint32_t frame_places_kept(const struct frame_state *state)
{
    uint32_t kept = (uint32_t)frame_is_entry(state->core[BOBBIN_LR], BOBBIN_LR) << BOBBIN_PLACE_RA;

    for (unsigned i = 0; i < 8; i++)
        kept |= (uint32_t)frame_is_entry(state->core[4 + i], 4 + i) << (BOBBIN_PLACE_R4 + i);
    if (memcmp(state->vfp, vfp_of_entry, sizeof(vfp_of_entry)) == 0)
        return kept | 0xffu << BOBBIN_PLACE_D8;
    return kept | doubles_kept(state);
}

/* ---- joins ----------------------------------------------------------------------------------- */

static void join_slots(struct frame_state *state, const struct frame_state *with)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        struct slot *slot = &state->slots[i];
        struct value other = frame_state_word(with, slot->offset);
        struct value value = join(slot->value, other);
        if (is_wanted(value) && other.kind != VALUE_OTHER)
            state->slots[kept++] = (struct slot){slot->offset, value};
    }
    state->slots_count = kept;
}

bool frame_state_equal(const struct frame_state *a, const struct frame_state *b)
{
    return memcmp(a, b, offsetof(struct frame_state, slots)) == 0 &&
           memcmp(a->slots, b->slots, a->slots_count * sizeof(a->slots[0])) == 0;
}

/* Joins two values of sp or lr. In constant addresses, the bits of a mode mean nothing. */
static struct value join_pointer(struct value a, struct value b)
{
    struct value joined = join(a, b);

    return joined.kind == VALUE_MODE && !frame_same(a, b) ? frame_other : joined;
}

enum { LAST_WORD = -4 }; /* the word of a frame that is next to the caller's frame */

/*
 * Joins two values of sp. If the bound of sp would rise, it rises to the next slot, or else to the
 * last word of the frame. No slot lies between, so no slot is lost. There are at most
 * FRAME_SLOTS_MAX slots, so the fixpoint iteration ends.
 */
static struct value join_sp(const struct frame_state *state, struct value a, struct value b)
{
    struct value joined = join_pointer(a, b);
    int32_t highest = a.number > b.number ? a.number : b.number;
    uint32_t i = frame_slot_index(state, highest);
    int32_t bound = i < state->slots_count ? state->slots[i].offset : LAST_WORD;

    if (joined.kind != VALUE_MIXED || a.kind != VALUE_BELOW || bound < highest ||
        !frame_is_address(b))
        return joined;
    return (struct value){VALUE_BELOW, bound};
}

/* Joins everything except TORN. */
static void join_values(struct frame_state *state, const struct frame_state *with)
{
    struct value sp = join_sp(state, state->core[BOBBIN_SP], with->core[BOBBIN_SP]);
    struct value lr = join_pointer(state->core[BOBBIN_LR], with->core[BOBBIN_LR]);

    for (unsigned i = 0; i < 15; i++)
        state->core[i] = join(state->core[i], with->core[i]);
    state->core[BOBBIN_SP] = sp;
    state->core[BOBBIN_LR] = lr;
    for (unsigned i = 0; i < 16; i++)
        state->vfp[i] = join(state->vfp[i], with->vfp[i]);
    for (unsigned i = 0; i < FRAME_BANKED; i++)
        state->home[i] = join(state->home[i], with->home[i]);
    join_slots(state, with);
    frame_far_join(state, with);
    frame_drop_below_sp(state);
}

/*
 * Whether STATE has the return address. On another stack a slot does not count, unless the code
 * comes back to it.
 */
static bool has_return_address(const struct frame_state *state)
{
    const uint32_t ra = 1u << BOBBIN_PLACE_RA;
    struct frame_state bare;

    if (!frame_is_other_stack(state->core[BOBBIN_SP]) || state->context == FRAME_AWAY)
        return frame_places_found(state, ra);
    frame_state_copy(&bare, state);
    bare.slots_count = 0;
    return frame_places_found(&bare, ra);
}

/* Whether STATE has no caller, or one whose return address no location holds. */
static bool is_without_caller(const struct frame_state *state)
{
    const uint32_t ra = 1u << BOBBIN_PLACE_RA;

    if (frame_state_has_caller(state))
        return !(state->torn & ra) && !has_return_address(state);
    return frame_state_is_outermost(state) || state->context == FRAME_NOBODY;
}

/* The context where paths in the contexts of A and B, which differ, meet. */
static enum frame_context join_contexts(const struct frame_state *a, const struct frame_state *b)
{
    if (frame_state_is_outermost(a) && frame_state_is_outermost(b))
        return FRAME_HANDLER;
    return is_without_caller(a) && is_without_caller(b) ? FRAME_NOBODY : FRAME_DISPUTED;
}

/* Joins WITH into STATE, of another context. Returns true if STATE changed. */
static bool change_context(struct frame_state *state, const struct frame_state *with)
{
    enum frame_context context = join_contexts(state, with);

    if (context == state->context)
        return false;
    frame_state_without_caller(state, context);
    return true;
}

#define ALL_PLACES ((1u << BOBBIN_PLACES) - 1)

/*
 * The places of which STATE has a word in a slot that JOINED, its join with another state, no
 * longer has.
 */
static uint32_t places_dropped(const struct frame_state *state, const struct frame_state *joined)
{
    uint32_t dropped = 0;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        struct value value = state->slots[i].value;
        if (value.kind == VALUE_ENTRY &&
            !frame_same(frame_state_word(joined, state->slots[i].offset), value))
            dropped |= 1u << frame_place_of_word((unsigned)value.number);
    }
    return dropped & ALL_PLACES;
}

/*
 * The places that each of BEFORE and WITH has somewhere, but their join JOINED not. If JOINED still
 * has the register of a place, each of them may have a slot of its own besides. That counts later,
 * when the register changes.
 */
static uint32_t find_torn(const struct frame_state *joined, const struct frame_state *before,
                          const struct frame_state *with)
{
    uint32_t lost = ALL_PLACES & ~frame_places_found(joined, ALL_PLACES);
    uint32_t torn = lost & (frame_places_found(before, lost) | before->torn) &
                    (frame_places_found(with, lost) | with->torn);

    if (joined->slots_count < before->slots_count || before->torn)
        torn |= (places_dropped(before, joined) | before->torn) &
                (places_dropped(with, joined) | with->torn);
    return torn | ((before->torn | with->torn) & FRAME_LINK_BITS);
}

bool frame_state_join(struct frame_state *state, const struct frame_state *with)
{
    struct frame_state before;

    if (frame_state_equal(state, with) || state->context == FRAME_DISPUTED ||
        with->context == FRAME_UNKNOWN)
        return false;
    if (state->context == FRAME_UNKNOWN) {
        frame_state_copy(state, with);
        return true;
    }
    if (state->context != with->context)
        return change_context(state, with);
    frame_state_copy(&before, state);
    if (state->context == FRAME_HANDLER) {
        state->torn &= with->torn;
        return state->torn != before.torn;
    }
    join_values(state, with);
    /* If no value changed and nothing was torn, nothing can be torn now. */
    if (!before.torn && !(with->torn & FRAME_LINK_BITS) && frame_state_equal(state, &before))
        return false;
    state->torn = find_torn(state, &before, with);
    return !frame_state_equal(state, &before);
}
