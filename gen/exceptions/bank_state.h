/* SPDX-License-Identifier: MIT */
/*
 * The bank state: what the registers of all processor modes and the words of memory hold before an
 * instruction of exception entry code, in terms of the code that the exception interrupted.
 *
 * The interrupted world gives a value to each symbol: r0-r12 and the r8-r12 of FIQ mode, sp, lr and
 * SPSR of each bank, pc, psr, and words that the handler reads. A state says which of these symbols
 * each location holds. If you choose values for the symbols, every location that is not BANK_OTHER
 * has a value too (bank_state_address).
 */
#ifndef GEN_EXCEPTIONS_BANK_STATE_H
#define GEN_EXCEPTIONS_BANK_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/format/crossing_format.h"
#include "rows/mode_banks.h"

/* The numbers of s16-s31, after the places. No program can set them. */
enum { BANK_DOUBLES = 64, BANK_DOUBLES_COUNT = 16 };

/* The thread ID registers, c13 c0 2 to 4 (ARM ARM B4.1.150), where entry code keeps registers. */
enum { BANK_THREAD_IDS = 3 };

/*
 * Stand for a mode and an entered bank that differ by path, and for a mode that the code has chosen
 * by a number, such as that of the interrupted code. No rule holds then.
 */
enum { BANK_MODE_DIFFERS = 0x10, BANK_MODE_CHOSEN, BANK_ENTERED_DIFFERS = BANK_COUNT };

/* ---- values ---------------------------------------------------------------------------------- */

enum bank_value_kind {
    BANK_OTHER, /* unknown: differs by path, or computed */
    /*
     * What place NUMBER held when the exception was taken. Places as in crossing_format.h: 0..7;
     * 8..12: r8-r12 of all modes but FIQ; CROSSING_OTHER + 0..4: r8-r12 of FIQ mode;
     * CROSSING_BANK_LR + bank; CROSSING_BANK_SPSR + bank. In CROSSING_MODE_ANY, 8..12 are r8-r12 of
     * the mode that the exception entered. BANK_DOUBLES + 0..15: s16-s31, the halves of d8-d15.
     */
    BANK_ENTRY,
    /*
     * pc of the interrupted code (for calls such as SVC: of the instruction after it), plus NUMBER
     * in ARM state, plus THUMB in Thumb state
     */
    BANK_PC,
    BANK_PC_DIFFERS, /* pc plus a number that differs by path: of vectors that share this code */
    BANK_PSR,        /* psr of the interrupted code */
    BANK_ADDRESS,    /* base number BASE, plus NUMBER */
    BANK_MODE,       /* a word whose lowest five bits, those of the mode, are NUMBER */
    BANK_ANY_MODE,   /* a word computed from a mode: that of psr, or a number */
    BANK_AS_ZERO,    /* a word that is 0 if and only if the word of base number BASE is 0 */
    BANK_PAD,        /* the distance of the aligned base BASE from the address that it is made of */
    BANK_BITS,       /* of tests: the word of base number BASE, AND NUMBER */
    BANK_CONDITION,  /* of tests: 0 if the flags meet the condition EQ at instruction NUMBER */
};

struct bank_value {
    uint8_t kind; /* enum bank_value_kind */
    uint8_t base;
    int16_t thumb;
    int32_t number;
};

bool bank_value_equal(struct bank_value a, struct bank_value b);

/* ---- bases ----------------------------------------------------------------------------------- */

/* Bases 0 to BANK_COUNT - 1: sp of that bank when the exception was taken. */
enum {
    BANK_ABSOLUTE = BANK_COUNT, /* the base of absolute addresses: 0 */
    BANK_BASES_FIRST,           /* the first of the others */
    BANK_BASES_MAX = 200,
    BANK_CHANGED_MAX = 64,
};

enum bank_base_kind {
    BANK_BASE_STACK,   /* sp of bank PARENT when the exception was taken: 4 * n */
    BANK_BASE_ZERO,    /* BANK_ABSOLUTE */
    BANK_BASE_ALIGNED, /* the highest address up to PARENT + NUMBER that is REMAINDER modulo 8 */
    BANK_BASE_WORD,    /* what instruction AT found in the word at PARENT + NUMBER: 4 * n */
    BANK_BASE_FOREIGN, /* an unknown address that instruction AT wrote to sp: a multiple of 8 */
    BANK_BASE_SYSTEM,  /* what instruction AT read from a system register of the FPU */
};

/* A symbolic address. Words of one base never overlap words of another, apart from stacks with
   their aligned bases. */
struct bank_base {
    uint8_t kind; /* enum bank_base_kind */
    uint8_t parent;
    uint8_t remainder;
    int32_t number;
    uint32_t at;
};

/* All bases of an image. The number of a base is its index. */
struct bank_bases {
    struct bank_base base[BANK_BASES_MAX];
    unsigned count;
    /* The words at absolute addresses that entry code changes, such as the depth of nesting. */
    int32_t changed[BANK_CHANGED_MAX];
    unsigned changed_count; /* more than BANK_CHANGED_MAX: any word */
};

void bank_bases_begin(struct bank_bases *bases);

/* The number of BASE, which is added if it is not there. 0 if there are too many. */
uint8_t bank_bases_intern(struct bank_bases *bases, const struct bank_base *base);

/* Entry code changes the word at absolute ADDRESS. */
void bank_bases_change(struct bank_bases *bases, int32_t address);

/* Whether entry code changes the word at absolute ADDRESS. */
bool bank_bases_is_changed(const struct bank_bases *bases, int32_t address);

/* ---- states ---------------------------------------------------------------------------------- */

/*
 * The structures of a state, and those that contain one, have no padding: GCC 12 clears it at wrong
 * offsets if it also fills variables with a pattern (-ftrivial-auto-var-init), as the tests do.
 */

/* A word of memory: the word at base number BASE plus OFFSET holds VALUE. */
struct bank_slot {
    uint8_t base;
    uint8_t unused[3];
    int32_t offset;
    struct bank_value value;
};

enum { BANK_SLOTS_MAX = 96, BANK_TESTS_MAX = 4 };

/* States of the interrupted code that a bank state covers. */
enum { BANK_COVERS_ARM = 1, BANK_COVERS_THUMB = 2, BANK_COVERS_BOTH = 3 };

/* What the flags say. */
enum bank_flags_kind {
    BANK_FLAGS_OTHER,
    BANK_FLAGS_THUMB, /* Z is clear if the interrupted code was Thumb code */
    BANK_FLAGS_ALIGN, /* Z is set if bit 2 of VALUE, an address, is clear */
    BANK_FLAGS_ZERO,  /* Z is set if VALUE, a word, is 0 */
};

struct bank_flags {
    uint8_t kind; /* enum bank_flags_kind */
    uint8_t unused[3];
    struct bank_value value;
};

/* A condition under which a state holds: the word VALUE is 0 (IS_ZERO) or not. */
struct bank_test {
    struct bank_value value;
    bool is_zero;
    uint8_t unused[3];
};

struct bank_state {
    uint8_t mode;      /* bits 3..0 of the mode, or CROSSING_MODE_ANY: the mode that was entered */
    uint8_t entered;   /* the bank that the exception entered, or BANK_ENTERED */
    uint8_t vector;    /* enum bobbin_vector; NONE: one of several */
    uint8_t covers;    /* BANK_COVERS_... */
    bool returns;      /* pc of the interrupted code is a return address (after SVC, SMC, HVC) */
    bool kind_differs; /* RETURNS differs by path */
    bool unmasked;     /* the code may have enabled interrupts */
    bool keeps_dead;   /* there may be slots below an sp, to which a register points */
    /* r0-r7, and the r8-r12 of all modes but FIQ; in CROSSING_MODE_ANY, the current r0-r12. */
    struct bank_value r[13];
    struct bank_value fiq[5]; /* r8-r12 of FIQ mode */
    struct bank_value sp[BANK_COUNT], lr[BANK_COUNT], spsr[BANK_COUNT];
    struct bank_value s[BANK_DOUBLES_COUNT]; /* s16-s31 */
    struct bank_value thread_id[BANK_THREAD_IDS];
    struct bank_flags flags;
    uint32_t tests_count;
    struct bank_test test[BANK_TESTS_MAX]; /* the state holds only if all of them do */
    uint32_t slots_count;
    struct bank_slot slot[BANK_SLOTS_MAX]; /* ascending by base, then offset */
    uint32_t unused_end;
};

_Static_assert(sizeof(struct bank_state) % 8 == 0, "no padding after a state");

/*
 * The state when an exception has entered the mode of bank ENTERED by VECTOR. lr is the pc of the
 * interrupted code plus ARM in ARM state, plus THUMB in Thumb state.
 */
void bank_state_enter(struct bank_state *state, uint8_t entered, uint8_t vector, int32_t arm,
                      int16_t thumb);

/*
 * The location of PLACE, a place number of crossing_format.h: 0..14 as in the current mode,
 * CROSSING_OTHER + 0..4 (the r8-r12 that are not current), CROSSING_BANK_...; NULL for others.
 */
struct bank_value *bank_state_place(struct bank_state *state, unsigned place);

/* The value of PLACE; BANK_OTHER for places without a location. */
struct bank_value bank_state_value(const struct bank_state *state, unsigned place);

/* The value that PLACE must have for the interrupted code; BANK_OTHER for unknown places. */
struct bank_value bank_state_wanted(const struct bank_state *state, unsigned place);

/* Whether d8-d15 hold what they held in the interrupted code. */
bool bank_state_keeps_doubles(const struct bank_state *state);

/* The word at OFFSET from BASE; BANK_OTHER if nothing is known. */
struct bank_value bank_state_word(const struct bank_state *state, uint8_t base, int32_t offset);

/* VALUE is stored there. A full state, or an OFFSET that is no multiple of 4, forgets the word. */
void bank_state_store(struct bank_state *state, uint8_t base, int32_t offset,
                      struct bank_value value);

/* Forgets the words of BASE at offsets FROM to END - 1. */
void bank_state_forget(struct bank_state *state, uint8_t base, int64_t from, int64_t end);

/* Forgets all that STATE says in terms of BASE, because BASE gets a new meaning. */
void bank_state_renew(struct bank_state *state, uint8_t base);

/* For lists of places (crossing_format.h): lr of each bank, and SPSR of each that has one. */
#define BANK_LR_AND_SPSR                                                                           \
    CROSSING_BANK_LR, CROSSING_BANK_LR + 1, CROSSING_BANK_LR + 2, CROSSING_BANK_LR + 3,            \
        CROSSING_BANK_LR + 4, CROSSING_BANK_LR + 5, CROSSING_BANK_LR + 6, CROSSING_BANK_LR + 7,    \
        CROSSING_BANK_SPSR + 1, CROSSING_BANK_SPSR + 2, CROSSING_BANK_SPSR + 3,                    \
        CROSSING_BANK_SPSR + 4, CROSSING_BANK_SPSR + 5, CROSSING_BANK_SPSR + 6,                    \
        CROSSING_BANK_SPSR + 7

/* r8-r12 of the other set: of FIQ mode, or those that FIQ mode hides. */
#define BANK_OTHER_R8                                                                              \
    CROSSING_OTHER, CROSSING_OTHER + 1, CROSSING_OTHER + 2, CROSSING_OTHER + 3, CROSSING_OTHER + 4

#endif
