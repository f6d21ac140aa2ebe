/* SPDX-License-Identifier: MIT */
/*
 * The frame state: what is known of a frame before an instruction. The state has the locations of
 * the entry values that a caller needs back, and the registers with a known distance to the cfa.
 * The stage analysis carries states along the edges of the control-flow graph.
 */
#ifndef GEN_FRAME_FRAME_STATE_H
#define GEN_FRAME_FRAME_STATE_H

#include <stddef.h>
#include <string.h>

#include "insn/effect.h"
#include <bobbin/rule.h>

enum value_kind {
    VALUE_MIXED, /* differs by path: unknown */
    VALUE_OTHER, /* computed by this function: no value of the caller, no address of the frame */
    VALUE_CFA,   /* cfa + NUMBER */
    VALUE_BELOW, /* at most cfa + NUMBER: sp after alloca, an aligned address */
    VALUE_ENTRY, /* the value of register NUMBER (effect number) at the entry */
    VALUE_CONST, /* NUMBER */
    VALUE_PSR,   /* cpsr, with the mode in which the frame runs */
    VALUE_MODE,  /* a word whose mode bits (BOBBIN_CPSR_MODE) are NUMBER */
    /*
     * The return address of one of several local calls: bit N of NUMBER is local call N of a group.
     * KIND has the group in the bits from VALUE_OWNER_SHIFT on.
     */
    VALUE_LOCAL,
    /* The value of register NUMBER at the entry, in memory that a callee may have changed. */
    VALUE_LENT,
    /*
     * In another processor mode: the value that register r8 + NUMBER had when that mode was
     * entered. If the mode does not bank that register, this is the frame's own value.
     */
    VALUE_AWAY,
};

struct value {
    uint32_t kind;
    int32_t number;
};

/*
 * Local calls are numbered within a group of regions (analysis/local_calls.h). In a value of kind
 * VALUE_LOCAL, the bits of KIND from VALUE_OWNER_SHIFT on are the group.
 */
enum { VALUE_OWNER_SHIFT = 8, VALUE_OWNERS_MAX = 1 << 24 };

static inline bool value_is_local(struct value value)
{
    return (value.kind & ((1u << VALUE_OWNER_SHIFT) - 1)) == VALUE_LOCAL;
}

/* A word of the frame whose value a rule or a load may need. */
struct slot {
    int32_t offset; /* from the cfa, in bytes */
    struct value value;
};

#define FRAME_SLOTS_MAX 56

/* A bit of TORN: on some path the return address was stored to memory outside the frame. */
#define FRAME_LINK_STORED (1u << 31)
/* In TORN: the return address was in the frame when sp got an unknown value. */
#define FRAME_LINK_LEFT (1u << 30)
#define FRAME_LINK_BITS (FRAME_LINK_STORED | FRAME_LINK_LEFT)
#define FRAME_FAR_MAX   6

/* Words outside the frame, from register NUMBER on (frame_far.h). If COUNT is 0, all is 0. */
struct frame_far {
    uint32_t number, count;
    struct slot word[FRAME_FAR_MAX]; /* offset from the register */
};

/*
 * The registers that a mode may bank: FIQ has its own r8-r12, each mode its own sp and lr (ARM ARM
 * B1.3.2).
 */
enum { FRAME_BANKED_FIRST = 8, FRAME_BANKED = 7 };

enum frame_context {
    FRAME_HOME,     /* the mode of the entry */
    FRAME_AWAY,     /* another mode, which may bank registers: the frame's own are in HOME */
    FRAME_ROOT,     /* outermost code without a caller: the registers have no meaning */
    FRAME_HANDLER,  /* an exception handler: the interrupted code is not a caller */
    FRAME_NOBODY,   /* differs by path, but no path has a caller whose registers still exist */
    FRAME_UNKNOWN,  /* something leads here, but it is not known in which state */
    FRAME_DISPUTED, /* differs by path: the frame is unknown */
};

struct frame_state {
    uint32_t context; /* enum frame_context */
    /* bit N: place N is given up; the value of its register counts as the caller's */
    uint32_t given_up;
    struct value core[15];           /* r0-r14 */
    struct value vfp[16];            /* s16-s31 */
    struct value home[FRAME_BANKED]; /* r8-r14 of the frame, while the context is AWAY */
    /*
     * bit N: each path has a location for place N, but not the same, or not one that a rule has. In
     * a handler: FRAME_LINK_WRITTEN.
     */
    uint32_t torn;
    struct frame_far far;
    uint32_t slots_count;
    struct slot slots[FRAME_SLOTS_MAX]; /* ascending by offset */
};

/*
 * The state at the first instruction of a function (AAPCS32 6.2): the cfa is sp, and each register
 * holds its entry value. GIVEN_UP: the places that no function of the image has to restore.
 */
void frame_state_entry(struct frame_state *state, uint32_t given_up);

/* Whether STATE describes a frame with a caller. */
static inline bool frame_state_has_caller(const struct frame_state *state)
{
    return state->context == FRAME_HOME || state->context == FRAME_AWAY;
}

/* Whether STATE is that of a root or of an exception handler: it has no caller. */
static inline bool frame_state_is_outermost(const struct frame_state *state)
{
    return state->context == FRAME_ROOT || state->context == FRAME_HANDLER;
}

/* The bit of TORN in the state of a handler: each path has written lr. */
#define FRAME_LINK_WRITTEN (1u << BOBBIN_PLACE_RA)

/*
 * Whether lr of STATE may be the address of the code that an exception interrupted: on some path a
 * handler has not written lr. Of the values of a handler, states have only this one.
 */
static inline bool frame_state_keeps_interrupted(const struct frame_state *state)
{
    return state->context == FRAME_HANDLER && !(state->torn & FRAME_LINK_WRITTEN);
}

/* Whether the context of STATE differs by path. Then a jump through lr proves no return. */
static inline bool frame_state_is_disputed(const struct frame_state *state)
{
    return state->context == FRAME_DISPUTED || state->context == FRAME_NOBODY;
}

/* A state without a known caller. CONTEXT is none of HOME and AWAY. */
void frame_state_without_caller(struct frame_state *state, enum frame_context context);

/* Joins OTHER into STATE, so that STATE is true on both paths. Returns true if STATE changed. */
bool frame_state_join(struct frame_state *state, const struct frame_state *other);

/* Makes the values of REGISTERS (EFFECT_BITs) unknown. */
void frame_state_mix(struct frame_state *state, uint64_t registers);

bool frame_state_equal(const struct frame_state *a, const struct frame_state *b);

/* The bytes of STATE in use, from its start. */
static inline size_t frame_state_size(const struct frame_state *state)
{
    return offsetof(struct frame_state, slots) + state->slots_count * sizeof(state->slots[0]);
}

static inline void frame_state_copy(struct frame_state *to, const struct frame_state *from)
{
    memcpy(to, from, frame_state_size(from));
}

/* The index of the first slot at or above OFFSET. */
static inline uint32_t frame_slot_search(const struct frame_state *state, int32_t offset)
{
    uint32_t i = 0;

    while (i < state->slots_count && state->slots[i].offset < offset)
        i++;
    return i;
}

/*
 * The same, quickly if the slots are adjacent words, as they nearly always are: the first guess is
 * then right.
 */
static inline uint32_t frame_slot_index(const struct frame_state *state, int32_t offset)
{
    uint32_t i = 0;

    if (state->slots_count)
        i = ((uint32_t)offset - (uint32_t)state->slots[0].offset) / 4;
    return i < state->slots_count && state->slots[i].offset == offset
               ? i
               : frame_slot_search(state, offset);
}

/*
 * frame_state_register: the value of register NUMBER (effect number). frame_state_word: the value
 * of the word at cfa + OFFSET. Both return OTHER if the state does not contain it.
 */
static inline struct value frame_state_register(const struct frame_state *state, unsigned number)
{
    if (number < 15)
        return state->core[number];
    if (number >= EFFECT_S16 && number < EFFECT_REGISTERS)
        return state->vfp[number - EFFECT_S16];
    return (struct value){VALUE_OTHER, 0};
}
static inline struct value frame_state_word(const struct frame_state *state, int32_t offset)
{
    uint32_t i = frame_slot_index(state, offset);

    return i < state->slots_count && state->slots[i].offset == offset
               ? state->slots[i].value
               : (struct value){VALUE_OTHER, 0};
}

/* The word at register NUMBER + OFFSET; OTHER if the state does not contain it. */
struct value frame_state_memory(const struct frame_state *state, unsigned number, int32_t offset);

/* Whether VALUE is the value of register NUMBER (effect number) at the entry. */
static inline bool frame_is_entry(struct value value, unsigned number)
{
    return value.kind == VALUE_ENTRY && value.number == (int32_t)number;
}

/* Whether VALUE, of sp, is computed by the function, and not from an address of the frame. */
static inline bool frame_is_other_stack(struct value value)
{
    return value.kind == VALUE_OTHER || value.kind == VALUE_CONST;
}

/* Whether VALUE is an address of the frame, or an upper bound of one. */
static inline bool frame_is_address(struct value value)
{
    return value.kind == VALUE_CFA || value.kind == VALUE_BELOW;
}

/* The effect number of the first word of PLACE. A d register has two words. */
static inline unsigned frame_word_of_place(unsigned place)
{
    if (place == BOBBIN_PLACE_RA)
        return BOBBIN_LR;
    return place < BOBBIN_PLACE_D8 ? place + 4 : EFFECT_S16 + 2 * (place - BOBBIN_PLACE_D8);
}

/* The place that register NUMBER (effect number) belongs to. BOBBIN_PLACES: none. */
static inline unsigned frame_place_of_word(unsigned number)
{
    if (number == BOBBIN_LR)
        return BOBBIN_PLACE_RA;
    if (number >= 4 && number < 12)
        return BOBBIN_PLACE_R4 + number - 4;
    return number >= EFFECT_S16 ? BOBBIN_PLACE_D8 + (number - EFFECT_S16) / 2 : BOBBIN_PLACES;
}

static inline bool frame_place_is_double(unsigned place)
{
    return place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA;
}

/*
 * The places whose own registers still hold the caller's values: bit N is place N. This function is
 * called very often; the result is nearly always all places.
 */
uint32_t frame_places_kept(const struct frame_state *state);

#endif
