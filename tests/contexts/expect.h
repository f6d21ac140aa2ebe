/* SPDX-License-Identifier: MIT */
/* One test case: the registers before the crash, and the context that must be reported. */
#ifndef CONTEXTS_EXPECT_H
#define CONTEXTS_EXPECT_H

#include "provoke.h"
#include "sites.h"
#include <bobbin/port.h>

struct fpu_setting {
    uint32_t fpexc, cpacr;
    bool readable; /* privileged code can read d8-d15, so the context must have them */
};

struct test_case {
    /* 0..4095; part of each register's value, so values of earlier cases are recognised */
    uint32_t number;
    uint32_t mode; /* enum mode */
    uint32_t sp;   /* 0: an address where nothing can be read */
    const struct fpu_setting *fpu;
    const struct site *site;
};

struct expectation {
    struct bobbin_context context; /* status and text are not compared */
    uint32_t cpsr_mask;            /* the bits of cpsr that must agree */
    bool address_known;
    bool text; /* the context must have a text; false: must not */
};

void make_state(struct processor_state *state, const struct test_case *test);
void make_expectation(struct expectation *expected, const struct test_case *test,
                      const struct processor_state *state);

#endif
