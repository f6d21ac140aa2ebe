/* SPDX-License-Identifier: MIT */
/*
 * What is known of a frame before an instruction: where the entry values of the registers that a
 * caller wants back are, and which registers are a fixed distance from the cfa.
 */
#ifndef GEN_FRAME_FRAME_STATE_H
#define GEN_FRAME_FRAME_STATE_H

#include <stddef.h>
#include <string.h>

#include "insn/effect.h"
#include <bobbin/rule.h>

enum value_kind {
    VALUE_MIXED, /* differs by path: nothing can be said */
    VALUE_OTHER, /* computed here: no register of the caller, no address of the frame */
    VALUE_CFA,   /* cfa + number */
    VALUE_BELOW, /* cfa + number or less: sp after alloca, an aligned address */
    VALUE_ENTRY, /* what register NUMBER held at the entry */
    VALUE_CONST, /* number */
    VALUE_PSR,   /* cpsr with the mode in which the frame runs */
    VALUE_LOCAL, /* where one of some local calls goes on: NUMBER has a bit a call. With VALUE_OWNER */
    VALUE_LENT, /* what register NUMBER held at the entry, in memory that a callee may have changed */
    VALUE_AWAY, /* of another mode: register NUMBER as it was found there, or its own */
};

struct value {
    uint32_t kind;
    int32_t number;
};

/* Local calls are numbered by groups of regions (locals.h): above the kind LOCAL stands which. */
enum { VALUE_OWNER_SHIFT = 8, VALUE_OWNERS_MAX = 1 << 24 };

static inline bool value_is_local(struct value value)
{
    return (value.kind & ((1u << VALUE_OWNER_SHIFT) - 1)) == VALUE_LOCAL;
}

/* A word of the frame that holds something to know about. */
struct slot {
    int32_t offset; /* from the cfa */
    struct value value;
};

#define FRAME_SLOTS_MAX 56

/* The registers that may belong to a mode: r8-r12 to FIQ, sp and lr to each (ARM ARM B1.3.2). */
enum { FRAME_BANKED_FIRST = 8, FRAME_BANKED = 7 };

enum frame_context {
    FRAME_HOME,     /* the mode of the entry */
    FRAME_AWAY,     /* another mode, maybe with a bank of its own: the frame's own are in HOME */
    FRAME_ROOT,     /* nobody called this; registers mean nothing */
    FRAME_HANDLER,  /* an exception led here: what it interrupted is not a caller */
    FRAME_DISPUTED, /* differs by path */
};

struct frame_state {
    uint32_t context;                /* enum frame_context */
    struct value core[15];           /* r0-r14 */
    struct value vfp[16];            /* s16-s31 */
    struct value home[FRAME_BANKED]; /* r8-r14 while AWAY */
    uint32_t torn;                   /* a bit a place: each path had it, but in different places */
    uint32_t slots_count;
    struct slot slots[FRAME_SLOTS_MAX]; /* ascending by offset */
};

/* The state at a function's first instruction (AAPCS32 6.2): cfa = sp, all else where it was. */
void frame_state_entry(struct frame_state *state);

/* The state of a context without a caller: ROOT or HANDLER. */
void frame_state_without_caller(struct frame_state *state, enum frame_context context);

/* STATE after EFFECT of the instruction AT, if it is executed. IMAGE has the literals; NULL: none. */
void frame_state_apply(struct frame_state *state, const struct effect *effect,
                       const struct image *image, const struct image_instruction *at);

/*
 * STATE when a call comes back: r0-r3, r12, lr and s0-s15 are the callee's (AAPCS32 6.1), and what else
 * it does not give back: BROKEN, a bit a place, and FRAME_SP_RESTORED.
 */
void frame_state_call(struct frame_state *state, uint32_t broken);

/* STATE behind a call that is left by a jump into this frame: only what finds the frame is still there. */
void frame_state_jump_back(struct frame_state *state);

/* The places that hold what they held at the entry: a bit a place, and whether sp is the cfa. */
#define FRAME_SP_RESTORED  (1u << BOBBIN_PLACES)
#define FRAME_ALL_RESTORED ((FRAME_SP_RESTORED << 1) - 1)
uint32_t frame_state_restored(const struct frame_state *state);

/* Makes STATE what holds on both paths; true if that changed it. */
bool frame_state_join(struct frame_state *state, const struct frame_state *other);

bool frame_state_equal(const struct frame_state *a, const struct frame_state *b);

/* The bytes from its start in which STATE says something. */
static inline size_t frame_state_size(const struct frame_state *state)
{
    return offsetof(struct frame_state, slots) + state->slots_count * sizeof(state->slots[0]);
}

static inline void frame_state_copy(struct frame_state *to, const struct frame_state *from)
{
    memcpy(to, from, frame_state_size(from));
}

/* Register NUMBER (effect number) and the word at cfa + OFFSET. What is not followed is OTHER. */
static inline struct value frame_state_register(const struct frame_state *state, unsigned number)
{
    if (number < 15)
        return state->core[number];
    if (number >= EFFECT_S16 && number < EFFECT_REGISTERS)
        return state->vfp[number - EFFECT_S16];
    return (struct value){VALUE_OTHER, 0};
}
struct value frame_state_word(const struct frame_state *state, int32_t offset);

/* Whether VALUE is what register NUMBER (effect number) held at the entry. */
static inline bool frame_is_entry(struct value value, unsigned number)
{
    return value.kind == VALUE_ENTRY && value.number == (int32_t)number;
}

/* Whether VALUE is an address of the frame, or a bound of one. */
static inline bool frame_is_address(struct value value)
{
    return value.kind == VALUE_CFA || value.kind == VALUE_BELOW;
}

/* The effect number of the (first) word of PLACE; doubles have two. */
static inline unsigned frame_word_of_place(unsigned place)
{
    if (place == BOBBIN_PLACE_RA)
        return BOBBIN_LR;
    return place < BOBBIN_PLACE_D8 ? place + 4 : EFFECT_S16 + 2 * (place - BOBBIN_PLACE_D8);
}

static inline bool frame_place_is_double(unsigned place)
{
    return place >= BOBBIN_PLACE_D8 && place < BOBBIN_PLACE_RA;
}

/*
 * The places whose registers hold the caller's values: a bit a place. Nearly all are, and this is asked all the time.
 */
uint32_t frame_places_kept(const struct frame_state *state);

/* Whether everything is as at the entry: the place of a tail call. */
static inline bool frame_state_undone(const struct frame_state *state)
{
    return frame_state_restored(state) == FRAME_ALL_RESTORED;
}

#endif
