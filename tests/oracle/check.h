/* SPDX-License-Identifier: MIT */
/* Compares the core's answer about the caller with the shadow stack. */
#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "findings.h"
#include "guest.h"
#include "shadow.h"
#include <bobbin/bobbin.h>

struct check_counts {
    uint64_t frames; /* frames compared, including last frames */
    uint64_t walks;
    uint64_t lost;       /* registers that are right because a rule calls them lost */
    uint64_t roots;      /* outermost in a called function with LICENCE_ROOT */
    uint64_t fabricated; /* frames in contexts that no call created; not compared */
    uint64_t skipped;    /* instructions outside the image's code */
    /* no rule: in a function with LICENCE_LAUNCH, or anywhere if allow_no_rule */
    uint64_t no_rule;
    uint64_t copies; /* pc-outside-code in a function with LICENCE_LAUNCH: it starts a copy */
    uint64_t banked; /* bad-sp on another stack than the caller's */
    /* steps from a handler to what it interrupted; by exception, and by the bank of that mode */
    uint64_t crossings, crossings_by_vector[BOBBIN_VECTORS], crossings_by_bank[BOBBIN_BANKS];
    uint64_t crossings_system; /* of those to the bank of user mode, to System mode */
    uint64_t crossings_nested; /* after another crossing in the same trace */
    uint64_t crossings_no_rule, crossings_lost; /* traces that ended before a crossing, honestly */
    uint64_t crossings_lost_registers, crossings_lent; /* registers after crossings */
    /* tasks that did not run: traces and their frames; d8-d15 in their first frames */
    uint64_t tasks, tasks_frames, tasks_doubles;
    uint64_t tasks_by_call, tasks_by_interrupt; /* of these: how the task was left */
    uint64_t tasks_left;                        /* left while no other task ran yet */
    uint64_t tasks_new;                         /* have never run */
    uint64_t tasks_started;       /* tasks that started later, with the registers of their traces */
    uint64_t tasks_unclear;       /* the oracle does not know all callers */
    uint64_t crossings_undecided; /* registers after crossings that the oracle does not know */
};

struct check {
    const struct code *code;
    const struct shadow *shadow;
    struct findings *findings;
    struct bobbin_env env;
    struct guest *guest;
    const struct registers *now; /* of the instruction that is checked; NULL: no banks */
    bool allow_no_rule;
    uint32_t given_up; /* bit N: no function has to restore rN; its value is what it holds now */
    struct check_counts counts;
};

/* Unwinds from the registers NOW, before AT is executed: one frame; with WALK, all frames. */
void check_instruction(struct check *check, const struct code_instruction *at,
                       const struct registers *now, bool walk);

/* For CHECK->env, whose context is CHECK. */
bool check_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                uint32_t size_bytes);
bool check_read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out);

#endif
