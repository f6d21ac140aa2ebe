/* SPDX-License-Identifier: MIT */
/* Computes the effect of one instruction on a frame state. For the stage analysis. */
#include "frame/frame_effect.h"

#include "frame/frame_far.h"
#include "frame/frame_internal.h"
#include "frame/frame_mode.h"

/* ---- arithmetic ------------------------------------------------------------------------------ */

/*
 * Whether VALUE is, or may be, an address of the frame. If it is, a value computed from it may be
 * one too. In another mode, r11 may still be the frame pointer, because only FIQ mode has its own.
 */
static bool is_vague(struct value value)
{
    bool is_away = value.kind == VALUE_AWAY && value.number + FRAME_BANKED_FIRST < BOBBIN_SP;

    return value.kind == VALUE_MIXED || is_away || frame_is_address(value);
}

static struct value plus(struct value value, int32_t number)
{
    if (frame_is_address(value) || value.kind == VALUE_CONST)
        value.number = (int32_t)((uint32_t)value.number + (uint32_t)number);
    else if (number != 0 && (value.kind == VALUE_PSR || value.kind == VALUE_MODE))
        value = frame_new_mode;
    else if (number != 0)
        value = is_vague(value) ? frame_mixed : frame_other;
    return value;
}

static struct value sum(struct value a, struct value b, bool negative)
{
    if (b.kind == VALUE_CONST)
        return plus(a, negative ? (int32_t)(0u - (uint32_t)b.number) : b.number);
    if (a.kind == VALUE_CONST && !negative)
        return plus(b, a.number);
    if (negative && frame_is_address(a))
        return (struct value){VALUE_BELOW, a.number};
    return is_vague(a) || is_vague(b) ? frame_mixed : frame_other;
}

/* VALUE with the bits of EFFECT cleared or set, if that makes its mode bits known. */
static struct value with_mode(struct value value, const struct effect *effect)
{
    uint32_t bits = (uint32_t)effect->imm & BOBBIN_CPSR_MODE;
    bool clears = effect->kind == EFFECT_BIC;

    if (value.kind == VALUE_MODE)
        value.number =
            (int32_t)(clears ? (uint32_t)value.number & ~bits : (uint32_t)value.number | bits);
    else if (bits == BOBBIN_CPSR_MODE)
        value = (struct value){VALUE_MODE, clears ? 0 : BOBBIN_CPSR_MODE};
    else
        value = frame_other;
    return value;
}

static struct value masked(struct value value, const struct effect *effect)
{
    uint32_t bits = (uint32_t)effect->imm;
    bool clears = effect->kind == EFFECT_BIC;

    if (value.kind == VALUE_CONST)
        value.number =
            (int32_t)(clears ? (uint32_t)value.number & ~bits : (uint32_t)value.number | bits);
    else if (clears && frame_is_address(value))
        value.kind = VALUE_BELOW;
    else if (value.kind != VALUE_MIXED && (value.kind != VALUE_PSR || (bits & BOBBIN_CPSR_MODE)))
        value = with_mode(value, effect);
    return value;
}

/*
 * Removes the next register from LIST and returns it. The registers come in the order of their
 * words in memory.
 */
static unsigned next_listed(uint64_t *list, bool swapped)
{
    unsigned number = (unsigned)(swapped ? 63 - __builtin_clzll(*list) : __builtin_ctzll(*list));

    *list &= ~EFFECT_BIT(number);
    return number;
}

/* What is known of the word of IMAGE at ADDRESS, which code may change: it may state a mode. */
static struct value variable(const struct image *image, uint32_t address)
{
    struct value word = {VALUE_CONST, 0};

    image_read_number(image, address, 4, (uint32_t *)&word.number);
    return frame_states_mode(word)
               ? (struct value){VALUE_MODE, word.number & (int32_t)BOBBIN_CPSR_MODE}
               : frame_other;
}

/* The register of the base of a load or store gets its new value. */
static void write_back(struct frame_state *state, const struct effect *effect, struct value base)
{
    if (effect->writeback)
        frame_far_move(state, effect->rn, effect->rn, effect->writeback,
                       plus(base, effect->writeback));
}

/*
 * Whether EFFECT, a load of register NUMBER from an unknown address of the frame, may give a word
 * that the frame has saved: the word for sp, or any word at sp. Code may move it to sp or pc later.
 */
static bool may_restore(const struct effect *effect, unsigned number, struct value base)
{
    return is_vague(base) &&
           (number == BOBBIN_SP || (effect->rn == BOBBIN_SP && base.kind != VALUE_CFA));
}

/* What a load of register NUMBER from BASE + DISTANCE gives. BASE is the base register's value. */
static struct value load_word(const struct frame_state *before, const struct effect *effect,
                              const struct image *image, unsigned number, struct value base,
                              uint32_t distance)
{
    struct value value = frame_state_memory(before, effect->rn, (int32_t)distance);

    if (value.kind != VALUE_OTHER)
        return value;
    if (base.kind == VALUE_CONST && number < BOBBIN_SP)
        return variable(image, (uint32_t)base.number + distance);
    return may_restore(effect, number, base) ? frame_mixed : frame_other;
}

static void apply_load(struct frame_state *state, const struct effect *effect,
                       const struct image *image, const struct image_instruction *at)
{
    struct value base = effect->rn == BOBBIN_PC
                            ? (struct value){VALUE_CONST, (int32_t)image_literal_base(at)}
                            : frame_state_register(state, effect->rn);
    uint32_t distance = (uint32_t)effect->imm;
    bool loads_base = effect->list & EFFECT_BIT(effect->rn);
    struct value values[64];
    unsigned count = 0;

    for (uint64_t list = effect->list; list; distance += 4)
        values[count++] =
            load_word(state, effect, image, next_listed(&list, effect->swapped), base, distance);
    if (!loads_base)
        write_back(state, effect, base);
    count = 0;
    for (uint64_t list = effect->list; list;)
        frame_set(state, next_listed(&list, effect->swapped), values[count++]);
}

/* Changes the words that contain any of the BYTES from cfa + OFFSET on to unknown values. */
static void spoil(struct frame_state *state, int32_t offset, int32_t bytes)
{
    for (int32_t i = -(offset & 3); i < bytes; i += 4)
        frame_store(state, (int32_t)((uint32_t)offset + (uint32_t)i), frame_other);
}

/* Stores VALUE at cfa + OFFSET. If that is not the address of a word, it changes two words. */
static void store(struct frame_state *state, int32_t offset, struct value value)
{
    if (offset % 4 == 0)
        frame_store(state, offset, value);
    else
        spoil(state, offset, 4);
}

static void apply_store(struct frame_state *state, const struct effect *effect)
{
    struct value base = frame_state_register(state, effect->rn);
    struct value values[64];
    unsigned count = 0;

    for (uint64_t list = effect->list; list;)
        values[count++] = frame_state_register(state, next_listed(&list, effect->swapped));
    write_back(state, effect, base);
    for (unsigned i = 0; i < count; i++) {
        int32_t distance = effect->imm + 4 * (int32_t)i;
        if (base.kind == VALUE_CFA)
            store(state, plus(base, distance).number, values[i]);
        else if (frame_is_other_stack(base))
            frame_far_store(state, effect->rn, distance - effect->writeback, values[i]);
    }
}

/*
 * Handles the load of a literal. If the literal lies in read-only memory, the value is a constant.
 */
static bool apply_literal(struct frame_state *state, const struct effect *effect,
                          const struct image *image, const struct image_instruction *at)
{
    uint32_t address = effect_literal(effect, at);
    const struct image_section *section;
    uint32_t word;

    if (effect->rn != BOBBIN_PC || __builtin_popcountll(effect->list) != 1)
        return false;
    section = image_section_at(image, address);
    if (!section || section->writable || !image_read_number(image, address, 4, &word))
        return false;
    frame_set(state, (unsigned)__builtin_ctzll(effect->list),
              (struct value){VALUE_CONST, (int32_t)word});
    return true;
}

/* ---- all effects ----------------------------------------------------------------------------- */

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
            value = frame_other;
        break;
    case EFFECT_READ_PSR:
        value = state->context == FRAME_HOME ? (struct value){VALUE_PSR, 0} : frame_other;
        break;
    case EFFECT_BIC:
    case EFFECT_ORR:
        value = masked(value, effect);
        break;
    case EFFECT_INSERT:
        value = frame_state_register(state, effect->rd);
        value = is_vague(value) ? frame_mixed : frame_new_mode;
        break;
    case EFFECT_READ_SPSR:
        value = frame_new_mode;
        break;
    default:
        value = sum(value, frame_state_register(state, effect->rm), effect->kind == EFFECT_SUB);
        break;
    }
    if (effect->kind == EFFECT_MOVE)
        frame_far_move(state, effect->rd, effect->rn, effect->imm, value);
    else
        frame_set(state, effect->rd, value);
}

static void apply_spoil(struct frame_state *state, const struct effect *effect)
{
    struct value base = frame_state_register(state, effect->rn);

    if (base.kind == VALUE_CFA)
        spoil(state, plus(base, effect->imm).number, (int32_t)effect->spoiled_bytes);
    for (uint32_t i = 0; base.kind != VALUE_CFA && i < effect->spoiled_bytes; i += 4)
        frame_far_store(state, effect->rn, effect->imm + (int32_t)i, frame_other);
    write_back(state, effect, base);
}

static uint32_t apply(struct frame_state *state, const struct effect *effect,
                      const struct image *image, const struct image_instruction *at)
{
    switch (effect->kind) {
    case EFFECT_OTHER:
    case EFFECT_VECTOR_BASE:
        break;
    case EFFECT_LOAD:
        if (apply_literal(state, effect, image, at))
            return FRAME_ASSUMES_CONSTANT;
        apply_load(state, effect, image, at);
        break;
    case EFFECT_STORE:
        apply_store(state, effect);
        break;
    case EFFECT_SPOIL:
        apply_spoil(state, effect);
        break;
    case EFFECT_WRITE_PSR:
        return frame_mode_write_psr(state, frame_state_register(state, effect->rn));
    case EFFECT_SET_MODE:
        if (effect->writeback)
            frame_set(state, effect->rn,
                      plus(frame_state_register(state, effect->rn), effect->writeback));
        frame_mode_leave(state);
        break;
    case EFFECT_LOCAL_CALL:
        state->core[BOBBIN_LR] = (struct value){VALUE_LOCAL | effect->group << VALUE_OWNER_SHIFT,
                                                (int32_t)(1u << effect->imm)};
        break;
    case EFFECT_UNKNOWN:
        frame_state_without_caller(state, FRAME_DISPUTED);
        break;
    default:
        apply_arithmetic(state, effect);
        break;
    }
    return 0;
}

/*
 * The value of registers that EFFECT writes in a way that is not modelled. If EFFECT reads an
 * address of the frame, the result may be one too. If it reads a word with new mode bits, the
 * result has new mode bits, except where only other bits of cpsr are put into the word. The same is
 * true if it computes with cpsr and constants alone, as EOR does to change the mode, or ORR of two
 * constants.
 */
static struct value unknown_of(const struct frame_state *state, const struct effect *effect)
{
    struct value result = frame_other;
    bool psr = false, other = effect->reads == 0;

    for (uint64_t reads = effect->reads; reads;) {
        struct value value = frame_state_register(state, next_listed(&reads, false));
        if (is_vague(value))
            return frame_mixed;
        psr |= value.kind == VALUE_PSR;
        other |= value.kind != VALUE_PSR && value.kind != VALUE_MODE && value.kind != VALUE_CONST;
        if (value.kind == VALUE_MODE)
            result = value;
    }
    if (psr && result.kind == VALUE_MODE && !result.number)
        return (struct value){VALUE_PSR, 0};
    if (!other && result.kind != VALUE_MODE)
        return frame_new_mode;
    return result;
}

#define CORE_REGISTERS (EFFECT_BIT(15) - 1)

/* Notes which values of the caller a VFP or system register gets from REGISTERS. */
static void note_copies(struct frame_state *state, uint64_t registers)
{
    while (registers) {
        struct value value = state->core[next_listed(&registers, false)];
        if (value.kind == VALUE_ENTRY)
            state->torn |= 1u << frame_place_of_word((unsigned)value.number);
    }
}

/*
 * Notes which values of the caller EFFECT copies to where no rule finds them: to a VFP or system
 * register, by an instruction that is not modelled; or the return address to memory outside the
 * frame.
 */
static void note_copy(struct frame_state *state, const struct effect *effect)
{
    uint64_t core = effect->reads & CORE_REGISTERS;

    if (effect->kind == EFFECT_OTHER && !effect->sets_flags && !(effect->writes & CORE_REGISTERS))
        note_copies(state, core);
    if (effect->kind != EFFECT_STORE || is_vague(frame_state_register(state, effect->rn)))
        return;
    for (uint64_t list = effect->list & CORE_REGISTERS; list;)
        if (frame_is_entry(state->core[next_listed(&list, false)], BOBBIN_LR))
            state->torn |= FRAME_LINK_STORED;
}

/* The base NUMBER moves by an unknown number. An address of the frame stays one. */
static void move_base(struct frame_state *state, unsigned number)
{
    frame_set(state, number,
              is_vague(frame_state_register(state, number)) ? frame_mixed : frame_other);
}

/*
 * A handler has written lr, and has not only adjusted the address of the interrupted code. The lr
 * of another mode may be any address of the interrupted code.
 */
static void note_link(struct frame_state *state, const struct effect *effect)
{
    bool adjusts = effect->kind == EFFECT_MOVE && effect->rn == BOBBIN_LR;

    if (state->context != FRAME_HANDLER)
        return;
    if (effect_writes_mode(effect))
        state->torn = 0;
    else if (!adjusts && (effect_written(effect) & EFFECT_BIT(BOBBIN_LR)))
        state->torn = FRAME_LINK_WRITTEN;
}

uint32_t frame_state_apply(struct frame_state *state, const struct effect *effect,
                           const struct image *image, const struct image_instruction *at)
{
    struct value value;
    uint32_t assumed;

    note_link(state, effect);
    if (effect->flow == FLOW_EXCEPTION) /* to a constant, in a mode that is not known */
        frame_state_without_caller(state, FRAME_DISPUTED);
    if (!frame_state_has_caller(state))
        return 0;
    value = unknown_of(state, effect);
    note_copy(state, effect);
    assumed = apply(state, effect, image, at);
    for (uint64_t writes = effect->writes; writes;) {
        unsigned number = next_listed(&writes, false);
        bool is_stack = number == BOBBIN_SP && value.kind == VALUE_MODE;
        if (effect->moves && number == effect->rn)
            move_base(state, number);
        else
            frame_set(state, number, is_stack ? frame_other : value);
    }
    frame_drop_below_sp(state);
    return assumed;
}
