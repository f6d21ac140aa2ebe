/* SPDX-License-Identifier: MIT */
/*
 * Makes concrete register and stack values for a frame state, steps the core over them once, and
 * compares the result with the expected caller. The proof uses this.
 */
#include "prove/concrete_frame.h"

#include <string.h>

#include "core/unwind/apply.h"

/* The CFA of every frame here. The supported images have no code near this address. */
#define CFA 0x7f000000u

/* If only an upper bound of sp is known, the frame uses an sp this far below the bound. */
#define UNKNOWN_DEPTH_BYTES 4096

/*
 * Number of words below the CFA that are in the window. The core does not read deeper through the
 * window.
 */
#define WINDOW_WORDS 64
#define WINDOW_START (CFA - 4 * WINDOW_WORDS)

/*
 * The memory that the core reads. The window contains the stack words that the core has already
 * read through the callback; all other words are 0.
 */
struct reader {
    const struct concrete_frame *frame;
    uint32_t window[WINDOW_WORDS];
};

static uint32_t noise(uint32_t seed)
{
    seed = (seed ^ seed >> 16) * 0x45d9f3bu;
    seed = (seed ^ seed >> 16) * 0x45d9f3bu;
    return seed ^ seed >> 16;
}

/*
 * The value of a register (effect number) at the function's entry. Each register has a different
 * value.
 */
static uint32_t entry_word(const struct concrete_frame *frame, uint32_t number)
{
    return number == BOBBIN_LR ? frame->return_address : noise(number + 1) | 1;
}

static uint32_t word_of(const struct concrete_frame *frame, struct value value, uint32_t seed)
{
    switch (value.kind) {
    case VALUE_CFA:
        return CFA + (uint32_t)value.number;
    case VALUE_BELOW:
        return CFA + (uint32_t)value.number - UNKNOWN_DEPTH_BYTES;
    case VALUE_ENTRY:
        return entry_word(frame, (uint32_t)value.number);
    case VALUE_CONST:
        return (uint32_t)value.number;
    default:
        return noise(seed);
    }
}

/*
 * Returns sp. In another processor mode sp is unknown; then returns an address below the frame,
 * where the core does not read.
 */
static uint32_t sp_of(const struct concrete_frame *frame)
{
    struct value sp = frame_state_register(frame->state, BOBBIN_SP);

    if (frame_is_address(sp))
        return word_of(frame, sp, 0);
    return CFA - UNKNOWN_DEPTH_BYTES;
}

static bool read(void *context, enum bobbin_space space, uint32_t address, void *out,
                 uint32_t size_bytes)
{
    struct reader *reader = context;
    const struct concrete_frame *frame = reader->frame;
    uint32_t word;

    if (space == BOBBIN_SPACE_CODE)
        return frame->env->read(frame->env->context, space, address, out, size_bytes);
    if (address < sp_of(frame) || address % 4 || size_bytes != 4)
        return false;
    word = word_of(frame, frame_state_word(frame->state, (int32_t)(address - CFA)), address);
    if (address >= WINDOW_START && address < CFA)
        reader->window[(address - WINDOW_START) / 4] = word;
    memcpy(out, &word, sizeof(word));
    return true;
}

static uint32_t d_word(const struct concrete_frame *frame, unsigned word)
{
    return word_of(frame, frame_state_register(frame->state, EFFECT_S16 + word), 100 + word);
}

/*
 * Sets CURSOR to the return address after the call, as if the core had stepped out of the callee.
 */
static void begin_returned(const struct concrete_frame *frame, struct bobbin_cursor *cursor)
{
    cursor->r[BOBBIN_PC] = frame->at.address + frame->at.size_bytes;
    cursor->cpsr &= ~BOBBIN_CPSR_T;
    if (frame->at.thumb)
        cursor->cpsr |= BOBBIN_CPSR_T;
    cursor->kind = BOBBIN_KIND_CALL;
    cursor->valid &= APPLY_KEPT;
}

static void begin(const struct concrete_frame *frame, const struct bobbin_env *env, bool after_call,
                  struct bobbin_cursor *cursor)
{
    uint32_t r[16];
    bool thumb = after_call ? frame->leaf_thumb : frame->at.thumb;

    for (unsigned i = 0; i < BOBBIN_PC; i++)
        r[i] = word_of(frame, frame_state_register(frame->state, i), 50 + i);
    r[BOBBIN_SP] = sp_of(frame);
    r[BOBBIN_PC] = after_call ? frame->leaf : frame->at.address;
    if (after_call)
        r[BOBBIN_LR] = (frame->at.address + frame->at.size_bytes) | frame->at.thumb;
    bobbin_begin(cursor, env, r, frame->flags | 0x1f | (thumb ? BOBBIN_CPSR_T : 0));
    for (unsigned i = 0; i < 8; i++) {
        cursor->d[i] = (uint64_t)d_word(frame, 2 * i + 1) << 32 | d_word(frame, 2 * i);
        cursor->valid |= BOBBIN_VALID_D(8 + i);
    }
    if (after_call && frame->no_leaf)
        begin_returned(frame, cursor);
    if (frame->trapped) {
        cursor->r[BOBBIN_PC] += frame->at.size_bytes;
        cursor->kind = BOBBIN_KIND_CALL;
    }
}

/* ---- compare --------------------------------------------------------------------------------- */

static bool r_agrees(const struct concrete_frame *frame, const struct bobbin_rule *rule,
                     const struct bobbin_cursor *cursor, unsigned number)
{
    bool lost = rule->place_kind[BOBBIN_PLACE_R4 + number - 4] == BOBBIN_LOST;
    bool valid = cursor->valid & BOBBIN_VALID_R(number);

    return lost ? !valid : valid && cursor->r[number] == entry_word(frame, number);
}

static bool d_agrees(const struct concrete_frame *frame, const struct bobbin_rule *rule,
                     const struct bobbin_cursor *cursor, unsigned number)
{
    bool lost = rule->place_kind[BOBBIN_PLACE_D8 + number - 8] == BOBBIN_LOST;
    bool valid = cursor->valid & BOBBIN_VALID_D(number);
    uint32_t word = EFFECT_S16 + 2 * (number - 8);
    uint64_t wanted = (uint64_t)entry_word(frame, word + 1) << 32 | entry_word(frame, word);

    return lost ? !valid : valid && cursor->d[number - 8] == wanted;
}

static const char *difference(const struct concrete_frame *frame, const struct bobbin_rule *rule,
                              const struct bobbin_cursor *cursor)
{
    if (cursor->r[BOBBIN_PC] != (frame->return_address & ~1u) ||
        !(cursor->cpsr & BOBBIN_CPSR_T) != !(frame->return_address & 1))
        return "the core finds another pc";
    if (cursor->r[BOBBIN_SP] != CFA)
        return "the core finds another sp";
    for (unsigned number = 4; number < 12; number++)
        if (!r_agrees(frame, rule, cursor, number))
            return "the core finds another value of one of r4-r11";
    for (unsigned number = 8; number < 16; number++)
        if (!d_agrees(frame, rule, cursor, number))
            return "the core finds another value of one of d8-d15";
    return NULL;
}

/* Whether RULE requires that the trace ends at this frame with the reason STOP. */
static bool stop_agrees(const struct bobbin_rule *rule, uint8_t stop)
{
    if (rule->form == BOBBIN_FORM_ROOT)
        return stop == BOBBIN_STOP_OUTERMOST;
    if (rule->form == BOBBIN_FORM_NONE)
        return stop == BOBBIN_STOP_NO_RULE;
    return rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_LOST && stop == BOBBIN_STOP_LOST;
}

static bool step_agrees(const struct concrete_frame *frame, const struct bobbin_env *env,
                        struct bobbin_cursor cursor, const struct bobbin_rule *rule,
                        bool after_call, const char **why)
{
    *why = "the core does not step out of the callee";
    if (after_call && !frame->no_leaf && !bobbin_step(&cursor, env))
        return false;
    *why = "the core stops where a caller exists, or for another reason";
    if (!bobbin_step(&cursor, env))
        return stop_agrees(rule, cursor.stop);
    *why = "the core finds a caller where the trace ends";
    if (rule->form != BOBBIN_FORM_FRAME || rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_LOST)
        return false;
    *why = difference(frame, rule, &cursor);
    return *why == NULL;
}

bool concrete_frame_agrees(const struct concrete_frame *frame, const struct bobbin_rule *rule,
                           bool after_call, const char **why)
{
    struct bobbin_env env = *frame->env;
    struct reader reader = {.frame = frame};
    struct bobbin_cursor cursor;

    env.context = &reader;
    env.read = read;
    begin(frame, &env, after_call, &cursor);
    if (!step_agrees(frame, &env, cursor, rule, after_call, why))
        return false;
    /* Repeats the step with the stack in a window, so that the core takes its fast paths. */
    env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){reader.window, WINDOW_START, sizeof(reader.window)};
    return step_agrees(frame, &env, cursor, rule, after_call, why);
}
