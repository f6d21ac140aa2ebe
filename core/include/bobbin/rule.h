/* SPDX-License-Identifier: MIT */
/*
 * Single unwind rules, for tools and tests: the form of a rule, and the look-up of the rule for one
 * pc. Firmware that only walks stacks does not need this header.
 */
#ifndef BOBBIN_RULE_H
#define BOBBIN_RULE_H

#include <bobbin/bobbin.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The values of the caller that a rule restores, as indices of place_kind and place_value: r4-r11,
 * d8-d15 and the return address. A callee may destroy all other registers (AAPCS32 6.1), so they
 * are unknown in a caller's frame.
 */
enum {
    BOBBIN_PLACE_R4 = 0,  /* 0..7: r4-r11 */
    BOBBIN_PLACE_D8 = 8,  /* 8..15: d8-d15 */
    BOBBIN_PLACE_RA = 16, /* return address */
    BOBBIN_PLACES = 17,
};

/* Where the caller's value x is. `value` is the element of place_value. */
enum bobbin_place_kind {
    BOBBIN_SAME, /* x = the same register, unchanged; for the return address: lr */
    BOBBIN_SLOT, /* x = *(cfa + value), value in bytes */
    BOBBIN_LOST, /* no register and no slot holds x any more */
    /*
     * x = r[value], not for d8-d15. For r4-r11, value is 0-3, 12 or 14. For the return address it
     * is 0-12 or 14, or BOBBIN_INNER + 2 or + 3: r2 or r3 of the innermost frame
     * (BOBBIN_VALID_INNER), which the functions in between do not change
     */
    BOBBIN_REGISTER,
    BOBBIN_SLOT_LOW,  /* d8-d15 only: the low word is *(cfa + value), the high word unchanged */
    BOBBIN_SLOT_HIGH, /* d8-d15 only: the high word is *(cfa + value), the low word unchanged */
};

enum { BOBBIN_INNER = 16 };

enum bobbin_form {
    BOBBIN_FORM_NONE,  /* no rule */
    BOBBIN_FORM_FRAME, /* cfa = r[cfa_register] + cfa_offset */
    BOBBIN_FORM_DEREF, /* cfa = *(r[cfa_register] + cfa_offset) + cfa_add */
    BOBBIN_FORM_ROOT,  /* there is no caller: the trace is complete */
};

/*
 * How to compute the caller's registers: first the cfa (the value of sp in the caller at the call),
 * then pc, r4-r11 and d8-d15 from their places, and last sp = cfa. All offsets are in bytes.
 */
struct bobbin_rule {
    uint8_t form;                      /* enum bobbin_form */
    uint8_t cfa_register;              /* 0..14 */
    uint8_t place_kind[BOBBIN_PLACES]; /* enum bobbin_place_kind */
    int32_t cfa_offset;
    int32_t cfa_add;
    int32_t place_value[BOBBIN_PLACES]; /* 0 for SAME and LOST */
};

/*
 * Looks up the unwind rule for PC, the one that bobbin_step would apply to a frame of this KIND.
 * CPSR supplies the state (T) and, for an interrupted pc, the flags. Returns STOP_NONE and fills
 * RULE and TRUST. Or returns PC_OUTSIDE, NO_RULE or CORRUPT; or UNREADABLE or BUDGET if the code
 * cannot be read.
 */
enum bobbin_stop bobbin_rule_at(const struct bobbin_env *env, uint32_t pc, enum bobbin_kind kind,
                                uint32_t cpsr, struct bobbin_rule *rule, enum bobbin_trust *trust);

#ifdef __cplusplus
}
#endif

#endif
