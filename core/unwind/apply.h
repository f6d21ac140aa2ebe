/* SPDX-License-Identifier: MIT */
/*
 * Inside core: applies the rule of a frame, wherever it comes from: computes the cfa, reads the
 * return address, checks both, restores the registers, and last sets sp and pc of the caller.
 */
#ifndef BOBBIN_APPLY_H
#define BOBBIN_APPLY_H

#include "reading.h"

/* Bits of valid that survive a step. A callee may destroy all other registers (AAPCS32 6.1.1). */
#define APPLY_KEPT (~(0x0fu | BOBBIN_VALID_R(12) | BOBBIN_VALID_R(BOBBIN_LR)))

/* r4-r11 */
#define APPLY_SAVED (0xffu << 4)

/*
 * The largest sp from which the slots of no run can pass the end of the address space. The home
 * above the slots may pass it.
 */
#define APPLY_SP_MAX (~(4u << FORMAT_RUN_CFA_BITS))

/*
 * Whether bobbin_step may apply runs to CURSOR at SP without more checks of registers and slots:
 * r4-r11 are known, sp is aligned, and the slots of no run can pass the end of the address space.
 */
static inline bool apply_is_quick(const struct bobbin_cursor *cursor, uint32_t sp)
{
    return !(~cursor->valid & APPLY_SAVED) && !(sp & 3) && sp <= APPLY_SP_MAX;
}

/* Ends the trace. Returns false. */
static inline bool apply_stop(struct bobbin_cursor *cursor, enum bobbin_stop reason, uint32_t value)
{
    cursor->stop = (uint8_t)reason;
    cursor->stop_value = value;
    return false;
}

/* Sets sp, pc and state of the caller. The other registers must be restored before. */
static inline void apply_go_to(struct bobbin_cursor *cursor, uint32_t sp, uint32_t return_address)
{
    /* A bit-field, because compilers then insert the bit with one instruction. */
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
 * Restores d8 and up from slots that end at END. DOUBLES has gap and count, packed as in a compact
 * rule from FORMAT_RULE_VFP_SHIFT on.
 */
void apply_doubles(struct bobbin_cursor *cursor, uint32_t doubles, const bytes_any_word *end);

/*
 * Moves CURSOR to its caller by the rule in cursor->reading. Returns false if the trace stops.
 * reading.env must be set.
 */
bool apply_rule(struct bobbin_cursor *cursor);

#endif
