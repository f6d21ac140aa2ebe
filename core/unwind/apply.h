/* SPDX-License-Identifier: MIT */
/*
 * Inside core: how a rule is applied, of whatever form it is and wherever it comes from: cfa,
 * return address, checks, registers, and only then the caller's sp and pc.
 */
#ifndef BOBBIN_APPLY_H
#define BOBBIN_APPLY_H

#include "reading.h"

/*
 * Bits of valid that a caller's frame keeps: all else is the callee's to destroy (AAPCS32 6.1.1).
 */
#define APPLY_KEPT (~(0x0fu | BOBBIN_VALID_R(12) | BOBBIN_VALID_R(BOBBIN_LR)))

/* r4-r11 */
#define APPLY_SAVED (0xffu << 4)

/* No cfa is so far from an sp up to here that it would be below it: behind the end of memory. */
#define APPLY_SP_MAX (~(4u << FORMAT_RUN_CFA_BITS))

/*
 * Whether runs may lead CURSOR on from SP without a look at what is valid, and never round the end
 * of memory.
 */
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

/* CURSOR goes to its caller: sp, pc, state. */
static inline void apply_go_to(struct bobbin_cursor *cursor, uint32_t sp, uint32_t return_address)
{
    /* A bit-field, because compilers insert it in one instruction. */
    union {
        uint32_t all;
        struct {
            uint32_t below : 5, thumb : 1, above : 26;
        };
    } cpsr = {cursor->cpsr};

    cpsr.thumb = return_address & 1;
    cursor->cpsr = cpsr.all;
    cursor->r[BOBBIN_PC] = return_address & ~1u;
    cursor->r[BOBBIN_SP] = sp;
}

/*
 * The doubles alone. DOUBLES: gap and vfp, as a compact word has them from FORMAT_RULE_VFP_SHIFT
 * on.
 */
void apply_doubles(struct bobbin_cursor *cursor, uint32_t doubles, const bytes_any_word *end);

/*
 * CURSOR goes to its caller by its rule, one of a table of the env of its reading; false: the trace
 * ends.
 */
bool apply_rule(struct bobbin_cursor *cursor);

#endif
