/* SPDX-License-Identifier: MIT */
/* One unwind rule at length, and the look-up of a single one: for tools and tests. */
#ifndef BOBBIN_RULE_H
#define BOBBIN_RULE_H

#include <bobbin/bobbin.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The places a rule speaks of, by index: the caller's r4-r11, the caller's d8-d15, and the return
 * address. Everything else a callee may destroy (AAPCS32 6.1), so a caller's frame does not have it.
 */
enum {
    BOBBIN_PLACE_R4 = 0,  /* .. 7: r11 */
    BOBBIN_PLACE_D8 = 8,  /* .. 15: d15 */
    BOBBIN_PLACE_RA = 16, /* return address */
    BOBBIN_PLACES = 17,
};

enum bobbin_place_kind {
    BOBBIN_SAME,      /* x = the register itself; the return address: lr */
    BOBBIN_SLOT,      /* x = *(cfa + value), value in bytes */
    BOBBIN_LOST,      /* no register and no slot holds it any more */
    BOBBIN_REGISTER,  /* x = r[value], value one of r0-r3, r12, r14; for the return address one of
                        r0-r12, r14. Not for d8-d15 */
    BOBBIN_SLOT_LOW,  /* d8-d15 only: the low word is *(cfa + value), the high one is the same */
    BOBBIN_SLOT_HIGH, /* the high word is *(cfa + value), the low one is the same */
};

enum bobbin_form {
    BOBBIN_FORM_NONE,  /* nothing is known here */
    BOBBIN_FORM_FRAME, /* cfa = r[cfa_register] + cfa_offset, then x = place[x] */
    BOBBIN_FORM_DEREF, /* cfa = *(r[cfa_register] + cfa_offset) + cfa_add, then x = place[x] */
    BOBBIN_FORM_ROOT,  /* there is no caller: the trace is complete */
};

/*
 * How to get the caller's registers: first the cfa (the value of sp in the caller, at the call),
 * then pc = place[RA], r4-r11 and d8-d15 by their places, and sp = cfa. Offsets are in bytes.
 */
struct bobbin_rule {
    uint8_t form;         /* enum bobbin_form */
    uint8_t cfa_register; /* 0..14 */
    uint8_t place_kind[BOBBIN_PLACES];
    int32_t cfa_offset;
    int32_t cfa_add;
    int32_t place_value[BOBBIN_PLACES]; /* 0 with SAME and LOST */
};

/*
 * The rule for PC, with CPSR having its state (T) and, for an interrupted pc, the flags. It is the rule that a step
 * would go by. Returns STOP_NONE and fills RULE and TRUST, or returns PC_OUTSIDE, NO_RULE, CORRUPT, or UNREADABLE or
 * BUDGET where the code cannot be read. For tools and tests.
 */
enum bobbin_stop bobbin_rule_at(const struct bobbin_env *env, uint32_t pc, enum bobbin_kind kind,
                                uint32_t cpsr, struct bobbin_rule *rule, enum bobbin_trust *trust);

#ifdef __cplusplus
}
#endif

#endif
