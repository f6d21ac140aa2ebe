/* SPDX-License-Identifier: MIT */
/* One case: what goes into the registers, and what a context made of it must say. */
#ifndef CONTEXTS_EXPECT_H
#define CONTEXTS_EXPECT_H

#include "provoke.h"
#include "sites.h"
#include <bobbin/port.h>

struct fpu_setting {
    uint32_t fpexc, cpacr;
    bool readable; /* by privileged code: d8-d15 must be in the context */
};

struct test_case {
    /* 0..4095; in the value of each register, so that none can be a former case's */
    uint32_t number;
    uint32_t mode; /* enum mode */
    uint32_t sp;   /* 0: one where nothing can be read */
    const struct fpu_setting *fpu;
    const struct site *site;
};

struct expectation {
    struct bobbin_context context; /* status and text are not compared */
    uint32_t cpsr_mask;            /* the bits of cpsr that must agree */
    bool address_known;
    bool text; /* there must be one, or else none */
};

void make_state(struct processor_state *state, const struct test_case *test);
void make_expectation(struct expectation *expected, const struct test_case *test,
                      const struct processor_state *state);

#endif
