/* SPDX-License-Identifier: MIT */
/*
 * Inside core: how a rule is applied, of whatever form it is and wherever it comes from: cfa, return address, checks,
 * registers, and only then the caller's sp and pc.
 */
#ifndef BOBBIN_APPLY_H
#define BOBBIN_APPLY_H

#include "reading.h"

/* Bits of valid that a caller's frame keeps: all else is the callee's to destroy (AAPCS32 6.1.1). */
#define APPLY_KEPT (~(0x0fu | BOBBIN_VALID_R(12) | BOBBIN_VALID_R(BOBBIN_LR)))

/* r4-r11 */
#define APPLY_SAVED (0xffu << 4)

/* No cfa is so far from an sp up to here that it would be below it: behind the end of memory. */
#define APPLY_SP_MAX (~(4u << FORMAT_RUN_CFA_BITS))

/* Whether runs may lead CURSOR on from SP without a look at what is valid, and never round the end of memory. */
static inline bool apply_is_quick(const struct bobbin_cursor *cursor, uint32_t sp)
{
    return !(~cursor->valid & APPLY_SAVED) && !(sp & 3) && sp <= APPLY_SP_MAX;
}

/* The trace of CURSOR ends. False. */
static inline bool apply_stop(struct bobbin_cursor *cursor, enum bobbin_stop reason, uint32_t value)
{
    cursor->stop = (uint8_t)reason;
    cursor->stop_value = value;
    return false;
}

/* CURSOR goes to its caller: sp, pc, state. WORD: what is known of it; REST: kind, trust and register_steps, as they lie. */
static inline void apply_go_to(struct bobbin_cursor *cursor, uint32_t sp, uint32_t return_address,
                               uint32_t word, uint32_t rest)
{
    union {
        uint32_t all;
        struct {
            uint32_t below : 5, thumb : 1, above : 26;
        };
    } cpsr = {cursor->cpsr};

    cpsr.thumb = return_address & 1;
    return_address &= ~1u;
    *(bytes_any_word *)&cursor->kind = rest;
    cursor->word = word;
    __asm__("" ::: "memory");
    cursor->r[BOBBIN_PC] = return_address;
    cursor->cpsr = cpsr.all;
    __asm__("" ::: "memory");
    cursor->r[BOBBIN_SP] = sp;
}

/*
 * Where the rule of CURSOR leads: its cfa_offset becomes the cfa, and lr the return address. Where the slots of its
 * registers end; NULL: the trace ends.
 */
const bytes_any_word *apply_begin(struct bobbin_cursor *cursor);

/* The registers of CURSOR become the caller's, but for sp and pc, from slots that end at END. */
void apply_restore(struct bobbin_cursor *cursor, const bytes_any_word *end);

/* The doubles alone. DOUBLES: gap and vfp, as a compact word has them from FORMAT_RULE_VFP_SHIFT on. */
void apply_doubles(struct bobbin_cursor *cursor, uint32_t doubles, const bytes_any_word *end);

/* CURSOR goes to its caller by its rule, one of a table of ENV; false: the trace ends. */
static inline bool apply_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env)
{
    const bytes_any_word *end = apply_begin(cursor);
    uint32_t next;

    if (!end)
        return false;
    next = find_next(env, cursor->r[BOBBIN_LR]);
    if (next == BOBBIN_STOP_PC_OUTSIDE) /* nobody's frame; one in code without a rule is a frame */
        return apply_stop(cursor, BOBBIN_STOP_PC_OUTSIDE, cursor->r[BOBBIN_LR]);
    apply_restore(cursor, end);
    if (!apply_is_quick(cursor, cursor->reading.cfa_offset))
        next = KNOWN_LATER;
    apply_go_to(cursor, cursor->reading.cfa_offset, cursor->r[BOBBIN_LR], next,
                BOBBIN_KIND_CALL | (uint32_t)cursor->reading.trust << 8 |
                    (uint32_t)cursor->register_steps << 24);
    return true;
}

#endif
