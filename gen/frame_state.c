/* SPDX-License-Identifier: MIT */
#include "frame_state.h"

#include <stddef.h>
#include <string.h>

/* ---- values --------------------------------------------------------------------------------- */

static const struct value other = {VALUE_OTHER, 0};

static bool same(struct value a, struct value b)
{
    return a.kind == b.kind && a.number == b.number;
}

static const struct value mixed = {VALUE_MIXED, 0};

static bool is_computed(struct value value)
{
    return value.kind == VALUE_OTHER || value.kind == VALUE_CONST || value.kind == VALUE_PSR;
}

/* Two addresses of the frame: the higher is a bound, once; a bound that rises gets no second chance. */
static struct value join_addresses(struct value a, struct value b)
{
    int32_t highest = a.number > b.number ? a.number : b.number;

    if (a.kind == VALUE_BELOW && highest > a.number)
        return mixed;
    return (struct value){VALUE_BELOW, highest};
}

/* A is what holds so far, B what comes in: what both say; OTHER where neither is of use to a caller. */
static struct value join(struct value a, struct value b)
{
    if (same(a, b))
        return a;
    if (is_computed(a) && is_computed(b))
        return other;
    if ((a.kind == VALUE_CFA || a.kind == VALUE_BELOW) &&
        (b.kind == VALUE_CFA || b.kind == VALUE_BELOW))
        return join_addresses(a, b);
    return mixed;
}

/* The register of STATE with effect number NUMBER; NULL for those that are not followed. */
static struct value *value_of(struct frame_state *state, unsigned number)
{
    if (number < 15)
        return &state->core[number];
    if (number >= EFFECT_S16 && number < EFFECT_REGISTERS)
        return &state->vfp[number - EFFECT_S16];
    return NULL;
}

static void set(struct frame_state *state, unsigned number, struct value value)
{
    struct value *place = value_of(state, number);

    if (place)
        *place = value;
}

struct value frame_state_register(const struct frame_state *state, unsigned number)
{
    const struct value *place = value_of((struct frame_state *)(uintptr_t)state, number);

    return place ? *place : other;
}

/* ---- slots ---------------------------------------------------------------------------------- */

/* The index of the first slot at or above OFFSET. */
static uint32_t slot_index(const struct frame_state *state, int32_t offset)
{
    uint32_t i = 0;

    while (i < state->slots_count && state->slots[i].offset < offset)
        i++;
    return i;
}

struct value frame_state_word(const struct frame_state *state, int32_t offset)
{
    uint32_t i = slot_index(state, offset);

    return i < state->slots_count && state->slots[i].offset == offset ? state->slots[i].value
                                                                      : other;
}

static void remove_slot(struct frame_state *state, uint32_t i)
{
    state->slots_count--;
    memmove(&state->slots[i], &state->slots[i + 1],
            (state->slots_count - i) * sizeof(state->slots[0]));
}

/* Only what a rule or a load may want later is kept. */
static bool is_wanted(struct value value)
{
    return value.kind != VALUE_MIXED && value.kind != VALUE_OTHER && value.kind != VALUE_CONST;
}

static void store(struct frame_state *state, int32_t offset, struct value value)
{
    uint32_t i = slot_index(state, offset);

    if (i < state->slots_count && state->slots[i].offset == offset)
        remove_slot(state, i);
    if (!is_wanted(value) || state->slots_count == FRAME_SLOTS_MAX)
        return;
    memmove(&state->slots[i + 1], &state->slots[i],
            (state->slots_count - i) * sizeof(state->slots[0]));
    state->slots[i] = (struct slot){offset, value};
    state->slots_count++;
}

/* What lies below sp is nobody's: the next interrupt writes over it. */
static void drop_below_sp(struct frame_state *state)
{
    struct value sp = state->context == FRAME_AWAY ? state->home[BOBBIN_SP - FRAME_BANKED_FIRST]
                                                   : state->core[BOBBIN_SP];
    bool bounded = sp.kind == VALUE_CFA || sp.kind == VALUE_BELOW;

    while (state->slots_count && (!bounded || state->slots[0].offset < sp.number))
        remove_slot(state, 0);
}

/* ---- effects -------------------------------------------------------------------------------- */

void frame_state_entry(struct frame_state *state)
{
    memset(state, 0, sizeof(*state));
    for (unsigned number = 0; number < 15; number++)
        state->core[number] = other;
    for (unsigned number = 4; number < 12; number++)
        state->core[number] = (struct value){VALUE_ENTRY, (int32_t)number};
    state->core[BOBBIN_LR] = (struct value){VALUE_ENTRY, BOBBIN_LR};
    state->core[BOBBIN_SP] = (struct value){VALUE_CFA, 0};
    for (unsigned number = EFFECT_S16; number < EFFECT_REGISTERS; number++)
        set(state, number, (struct value){VALUE_ENTRY, (int32_t)number});
}

void frame_state_without_caller(struct frame_state *state, enum frame_context context)
{
    memset(state, 0, sizeof(*state));
    state->context = context;
}

static bool has_caller(const struct frame_state *state)
{
    return state->context == FRAME_HOME || state->context == FRAME_AWAY;
}

static struct value plus(struct value value, int32_t number)
{
    if (value.kind == VALUE_CFA || value.kind == VALUE_BELOW || value.kind == VALUE_CONST)
        value.number = (int32_t)((uint32_t)value.number + (uint32_t)number);
    else if (number != 0)
        value = value.kind == VALUE_MIXED ? value : other;
    return value;
}

static struct value sum(struct value a, struct value b, bool negative)
{
    if (b.kind == VALUE_CONST)
        return plus(a, negative ? (int32_t)(0u - (uint32_t)b.number) : b.number);
    if (a.kind == VALUE_CONST && !negative)
        return plus(b, a.number);
    if (negative && (a.kind == VALUE_CFA || a.kind == VALUE_BELOW))
        return (struct value){VALUE_BELOW, a.number};
    return a.kind == VALUE_MIXED || b.kind == VALUE_MIXED ? mixed : other;
}

static struct value masked(struct value value, const struct effect *effect)
{
    uint32_t bits = (uint32_t)effect->imm;
    bool clears = effect->kind == EFFECT_BIC;

    if (value.kind == VALUE_CONST)
        value.number =
            (int32_t)(clears ? (uint32_t)value.number & ~bits : (uint32_t)value.number | bits);
    else if (clears && (value.kind == VALUE_CFA || value.kind == VALUE_BELOW))
        value.kind = VALUE_BELOW;
    else if (value.kind != VALUE_PSR || (bits & BOBBIN_CPSR_MODE))
        value = value.kind == VALUE_MIXED ? value : other;
    return value;
}

/* The registers of a list, in the order of their words in memory. */
static unsigned next_listed(uint64_t *list, bool swapped)
{
    unsigned number = (unsigned)(swapped ? 63 - __builtin_clzll(*list) : __builtin_ctzll(*list));

    *list &= ~EFFECT_BIT(number);
    return number;
}

static void apply_load(struct frame_state *state, const struct effect *effect)
{
    struct value base = frame_state_register(state, effect->rn);
    int32_t offset = base.number + effect->imm;
    bool loads_base = effect->list & EFFECT_BIT(effect->rn);

    for (uint64_t list = effect->list; list; offset += 4)
        set(state, next_listed(&list, effect->swapped),
            base.kind == VALUE_CFA ? frame_state_word(state, offset) : other);
    if (!loads_base && effect->writeback)
        set(state, effect->rn, plus(base, effect->writeback));
}

static void apply_store(struct frame_state *state, const struct effect *effect)
{
    struct value base = frame_state_register(state, effect->rn);
    struct value values[64];
    unsigned count = 0;

    for (uint64_t list = effect->list; list;)
        values[count++] = frame_state_register(state, next_listed(&list, effect->swapped));
    if (effect->writeback)
        set(state, effect->rn, plus(base, effect->writeback));
    for (unsigned i = 0; base.kind == VALUE_CFA && i < count; i++)
        store(state, base.number + effect->imm + 4 * (int32_t)i, values[i]);
}

/* A literal is a constant, when it is code's own or read-only data. */
static bool apply_literal(struct frame_state *state, const struct effect *effect,
                          const struct image *image, const struct image_instruction *at)
{
    uint32_t base = at->thumb ? (at->address + 4) & ~3u : at->address + 8;
    const struct image_section *section;
    uint8_t word[4];

    if (effect->rn != BOBBIN_PC || __builtin_popcountll(effect->list) != 1)
        return false;
    base += (uint32_t)effect->imm;
    section = image_section_at(image, base);
    if (!section || section->writable || !image_read(image, base, word, 4))
        return false;
    set(state, (unsigned)__builtin_ctzll(effect->list),
        (struct value){VALUE_CONST, (int32_t)((uint32_t)word[0] | (uint32_t)word[1] << 8 |
                                              (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24)});
    return true;
}

/* ---- the processor's mode ----------------------------------------------------------------------- */

static struct value as_found(unsigned number)
{
    return (struct value){VALUE_AWAY, (int32_t)number};
}

/* Whether the other mode has a bank of its own is not known: it may even be the same mode. */
static void go_away(struct frame_state *state)
{
    struct value *bank = &state->core[FRAME_BANKED_FIRST];

    if (state->context == FRAME_HOME) {
        state->context = FRAME_AWAY;
        memcpy(state->home, bank, sizeof(state->home));
    }
    for (unsigned i = 0; i < FRAME_BANKED; i++)
        bank[i] = as_found(i);
}

/* What has been left alone is what it was, in whatever bank. */
static void come_home(struct frame_state *state)
{
    struct value *bank = &state->core[FRAME_BANKED_FIRST];

    if (state->context != FRAME_AWAY)
        return;
    state->context = FRAME_HOME;
    for (unsigned i = 0; i < FRAME_BANKED; i++)
        bank[i] = same(bank[i], as_found(i)) ? state->home[i] : mixed;
    memset(state->home, 0, sizeof(state->home));
}

static void forget(struct frame_state *state)
{
    memset(state, 0, sizeof(*state));
    state->context = FRAME_DISPUTED;
}

/* ---- all effects ------------------------------------------------------------------------------- */

static void apply_arithmetic(struct frame_state *state, const struct effect *effect)
{
    struct value value = frame_state_register(state, effect->rn);

    switch (effect->kind) {
    case EFFECT_MOVE:
        value = plus(value, effect->imm);
        break;
    case EFFECT_CONST:
        value = (struct value){VALUE_CONST, effect->imm};
        break;
    case EFFECT_MOVT:
        value = frame_state_register(state, effect->rd);
        if (value.kind == VALUE_CONST)
            value.number =
                (int32_t)(((uint32_t)value.number & 0xffff) | (uint32_t)effect->imm << 16);
        else
            value = other;
        break;
    case EFFECT_READ_PSR:
        value = state->context == FRAME_HOME ? (struct value){VALUE_PSR, 0} : other;
        break;
    case EFFECT_BIC:
    case EFFECT_ORR:
        value = masked(value, effect);
        break;
    default:
        value = sum(value, frame_state_register(state, effect->rm), effect->kind == EFFECT_SUB);
        break;
    }
    set(state, effect->rd, value);
}

static void apply_spoil(struct frame_state *state, const struct effect *effect)
{
    struct value base = frame_state_register(state, effect->rn);

    for (uint32_t i = 0; base.kind == VALUE_CFA && i < effect->spoiled_bytes; i += 4)
        store(state, base.number + effect->imm + (int32_t)i, other);
    if (effect->writeback)
        set(state, effect->rn, plus(base, effect->writeback));
}

static void apply(struct frame_state *state, const struct effect *effect, const struct image *image,
                  const struct image_instruction *at)
{
    switch (effect->kind) {
    case EFFECT_OTHER:
        break;
    case EFFECT_LOAD:
        if (!apply_literal(state, effect, image, at))
            apply_load(state, effect);
        break;
    case EFFECT_STORE:
        apply_store(state, effect);
        break;
    case EFFECT_SPOIL:
        apply_spoil(state, effect);
        break;
    case EFFECT_WRITE_PSR:
        if (frame_state_register(state, effect->rn).kind == VALUE_PSR)
            come_home(state);
        else
            go_away(state);
        break;
    case EFFECT_SET_MODE:
        go_away(state);
        break;
    case EFFECT_UNKNOWN:
        forget(state);
        break;
    default:
        apply_arithmetic(state, effect);
        break;
    }
}

void frame_state_apply(struct frame_state *state, const struct effect *effect,
                       const struct image *image, const struct image_instruction *at)
{
    if (!has_caller(state))
        return;
    apply(state, effect, image, at);
    for (uint64_t writes = effect->writes; writes;)
        set(state, next_listed(&writes, false), other);
    drop_below_sp(state);
}

/* ---- calls and returns ---------------------------------------------------------------------------- */

unsigned frame_word_of_place(unsigned place)
{
    if (place == BOBBIN_PLACE_RA)
        return BOBBIN_LR;
    return place < BOBBIN_PLACE_D8 ? place + 4 : EFFECT_S16 + 2 * (place - BOBBIN_PLACE_D8);
}

bool frame_place_is_double(unsigned place)
{
    return place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA;
}

void frame_state_call(struct frame_state *state, uint32_t broken)
{
    static const unsigned destroyed[] = {0, 1, 2, 3, 12, BOBBIN_LR};

    if (!has_caller(state))
        return;
    for (unsigned i = 0; i < sizeof(destroyed) / sizeof(destroyed[0]); i++)
        state->core[destroyed[i]] = other;
    for (unsigned place = 0; place < BOBBIN_PLACES; place++) {
        if (!(broken >> place & 1))
            continue;
        set(state, frame_word_of_place(place), other);
        if (frame_place_is_double(place))
            set(state, frame_word_of_place(place) + 1, other);
    }
    if (broken & FRAME_SP_RESTORED)
        state->core[BOBBIN_SP] = mixed;
    drop_below_sp(state);
}

static bool has_entry(const struct frame_state *state, unsigned word)
{
    struct value value = frame_state_register(state, word);

    return value.kind == VALUE_ENTRY && value.number == (int32_t)word;
}

uint32_t frame_state_restored(const struct frame_state *state)
{
    struct value sp = state->core[BOBBIN_SP];
    uint32_t restored = 0;

    if (state->context != FRAME_HOME)
        return 0;
    for (unsigned place = 0; place < BOBBIN_PLACES; place++) {
        unsigned word = frame_word_of_place(place);
        if (has_entry(state, word) && (!frame_place_is_double(place) || has_entry(state, word + 1)))
            restored |= 1u << place;
    }
    return restored | (sp.kind == VALUE_CFA && sp.number == 0 ? FRAME_SP_RESTORED : 0);
}

/* ---- joins ------------------------------------------------------------------------------------ */

static void join_slots(struct frame_state *state, const struct frame_state *with)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < state->slots_count; i++) {
        struct slot *slot = &state->slots[i];
        struct value value = join(slot->value, frame_state_word(with, slot->offset));
        if (is_wanted(value))
            state->slots[kept++] = (struct slot){slot->offset, value};
    }
    state->slots_count = kept;
}

bool frame_state_equal(const struct frame_state *a, const struct frame_state *b)
{
    return memcmp(a, b, offsetof(struct frame_state, slots)) == 0 &&
           memcmp(a->slots, b->slots, a->slots_count * sizeof(a->slots[0])) == 0;
}

/*
 * A higher bound for sp: up to the next slot, below which there is nothing to tell apart, so that it rises
 * only so many times.
 */
static struct value join_sp(const struct frame_state *state, struct value a, struct value b)
{
    struct value joined = join(a, b);
    int32_t highest = a.number > b.number ? a.number : b.number;
    uint32_t i = slot_index(state, highest);

    if (joined.kind != VALUE_MIXED || a.kind != VALUE_BELOW || i == state->slots_count ||
        (b.kind != VALUE_CFA && b.kind != VALUE_BELOW))
        return joined;
    return (struct value){VALUE_BELOW, state->slots[i].offset};
}

bool frame_state_join(struct frame_state *state, const struct frame_state *with)
{
    struct frame_state before = *state;
    struct value sp = join_sp(state, state->core[BOBBIN_SP], with->core[BOBBIN_SP]);

    if (frame_state_equal(state, with) || state->context == FRAME_DISPUTED)
        return false;
    if (state->context != with->context) {
        forget(state);
        return true;
    }
    for (unsigned i = 0; i < 15; i++)
        state->core[i] = join(state->core[i], with->core[i]);
    state->core[BOBBIN_SP] = sp;
    for (unsigned i = 0; i < 16; i++)
        state->vfp[i] = join(state->vfp[i], with->vfp[i]);
    for (unsigned i = 0; i < FRAME_BANKED; i++)
        state->home[i] = join(state->home[i], with->home[i]);
    join_slots(state, with);
    drop_below_sp(state);
    return !frame_state_equal(state, &before);
}
