/* SPDX-License-Identifier: MIT */
/* The comparison: what the core says of the caller, and what the shadow stack knows. */
#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "findings.h"
#include "guest.h"
#include "shadow.h"
#include <bobbin/bobbin.h>

struct check_counts {
    uint64_t frames; /* compared, or found to be the last one */
    uint64_t walks;
    uint64_t lost;       /* answers that a rule says are lost */
    uint64_t roots;      /* outermost in a function that was called: of LICENCE_ROOT */
    uint64_t fabricated; /* frames in contexts that no call made: nothing to compare */
    uint64_t skipped;    /* code that the image does not have */
    uint64_t no_rule;    /* no rule, in a function of LICENCE_LAUNCH or because of allow_no_rule */
    uint64_t banked;     /* bad-sp, in another mode than that of the call: sp is another stack's */
};

struct check {
    const struct code *code;
    const struct shadow *shadow;
    struct findings *findings;
    struct bobbin_env env;
    struct guest *guest;
    bool allow_no_rule;
    struct check_counts counts;
};

/* Unwinds NOW, about to execute AT: one frame, or with WALK all of them. */
void check_instruction(struct check *check, const struct code_instruction *at,
                       const struct registers *now, bool walk);

#endif
