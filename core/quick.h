/* SPDX-License-Identifier: MIT */
/* Inside core: the step that most frames take, without detours. */
#ifndef BOBBIN_QUICK_H
#define BOBBIN_QUICK_H

#include "bobbin.h"
#include "format.h"
#include "rule.h"

/*
 * What a cursor knows of its frame, in which all of r4-r11 are known, and what the cache keeps: one of the first of these; or a
 * run, QUICK_RUN and more: the return address stands right below the cfa, below it so many registers from r4 on as bits 3..0 say,
 * all above sp, and the cfa is sp + so many words as the other bits say; or with QUICK_RULE another rule of the first table: a
 * compact word with its return address in a slot, or without FORMAT_RULE_RA the number - 1 of a long rule.
 */
enum {
    QUICK_UNKNOWN, /* nothing */
    QUICK_LATER, /* that pc is in code; the first table tells more, to be asked when it is stepped from: that takes more stack */
    QUICK_OTHER, /* no more than that pc is in code; of one that is EXACT, that it was never meant to be executed */
    QUICK_LEAF, /* the same to a step of a call; nothing has been saved */
    QUICK_ROOT, /* there is no caller */
    QUICK_COUNT_BITS = FORMAT_HALF_COUNT_BITS,
    QUICK_RUN = 1 << QUICK_COUNT_BITS,
    QUICK_NUMBER_SHIFT = FORMAT_RULE_RA_SHIFT + 1,
};
#define QUICK_RULE (1u << 31)

static inline bool quick_is_run(uint32_t known)
{
    return (int32_t)known >= QUICK_RUN;
}

static inline bool quick_is_word(uint32_t known)
{
    return (known & QUICK_RULE) && (known & FORMAT_RULE_RA);
}

/* Whether it is of either kind, as most body rules are. */
static inline bool quick_is_body(uint32_t known)
{
    return quick_is_run(known) || quick_is_word(known);
}

/* Whether all slots of a compact WORD are in the SIZE_BYTES below its cfa. */
bool quick_fits(uint32_t word, uint32_t size_bytes);

/* What is known by rule NUMBER + 1 of TABLE. */
uint32_t quick_word(const struct bobbin_table *table, uint32_t number);

/* The compact word of what is KNOWN, a run or a word, but for its cfa: that is CFA_OFFSET from its register. */
uint32_t quick_body(uint32_t known, int32_t *cfa_offset);

/* Starts to read the rule that is KNOWN of TABLE: a run, or with QUICK_RULE. */
void quick_open(struct rule *rule, const struct bobbin_table *table, uint32_t known);

/* Bits of valid that a trace begins with. */
#define QUICK_ALL (0xffffu | BOBBIN_VALID_CPSR)

/* Bits of valid that a caller's frame keeps: all else is the callee's to destroy (AAPCS32 6.1.1). */
#define QUICK_KEPT (~(0x0fu | BOBBIN_VALID_R(12) | BOBBIN_VALID_R(BOBBIN_LR)))

/* CURSOR goes to its caller: sp, pc, state. */
static inline void quick_go_to(struct bobbin_cursor *cursor, uint32_t sp, uint32_t return_address)
{
    union {
        uint32_t all;
        struct {
            uint32_t below : 5, thumb : 1, above : 26;
        };
    } cpsr = {cursor->cpsr};

    cpsr.thumb = return_address & 1;
    cursor->r[BOBBIN_SP] = sp;
    cursor->r[BOBBIN_PC] = return_address & ~1u;
    cursor->cpsr = cpsr.all;
    cursor->kind = BOBBIN_KIND_CALL;
}

/* What TABLE tells of the instruction before RETURN_ADDRESS; where an entry has rows, or in another range than the first, LATER, if that has numbers. */
uint32_t quick_look_up(const struct bobbin_table *table, uint32_t return_address);

/* The frame of CURSOR, of which LATER was known: a run or word of it, to be stepped by; 0: none, but its word is what there is. */
uint32_t quick_ask(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* What a cursor will know of the frame that RETURN_ADDRESS leads to, when r4-r11 are known in it. */
uint32_t quick_find(const struct bobbin_env *env, uint32_t return_address);

/*
 * Steps by WORD with its CFA, a multiple of 4 between which and sp all its slots are. That is so in a table; a cache may have been
 * overwritten with anything. Else as below.
 */
bool quick_step_word(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                     uint32_t cfa);

/*
 * Steps by WORD, of any compact rule but for its cfa, which is CFA_OFFSET from its register, in the window of stack memory; sp,
 * r4-r11 and, if it is the return address, lr are known. False: it could not be, and what was changed is what the other way
 * changes too.
 */
bool quick_step_any(struct bobbin_cursor *cursor, const struct bobbin_env *env, uint32_t word,
                    uint32_t cfa_offset);

/*
 * Steps from where code was interrupted, in memory that the windows have: 1. 0: as above. Or a run or word by which the step is to be
 * made, as if it were a call: valid is the caller's already, what it was is stop_value.
 */
uint32_t quick_step_interrupted(struct bobbin_cursor *cursor, const struct bobbin_env *env);

/* bobbin_step where there is no short way. */
bool step_slowly(struct bobbin_cursor *cursor, const struct bobbin_env *env);

#endif
