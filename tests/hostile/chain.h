/* SPDX-License-Identifier: MIT */
/*
 * A stack that a long row of calls could have left: each frame has a return address in code with a
 * rule, at the place where the rule of the frame before it expects the return address. The rules
 * come from bobbin_rule_at, not from bobbin_step, which the test checks.
 */
#ifndef HOSTILE_CHAIN_H
#define HOSTILE_CHAIN_H

#include "places.h"
#include <bobbin/rule.h>

enum { CHAIN_FRAMES_MAX = 1000 };

struct chain {
    uint32_t r[16], cpsr; /* of the innermost frame */
    uint32_t count;       /* frames */
    struct {
        uint32_t sp, pc; /* bit 0 of PC is the state */
    } frame[CHAIN_FRAMES_MAX];
};

/* Fills STACK with a chain by the rules of ENV, and CHAIN with its frames. */
void chain_make(struct chain *chain, const struct bobbin_env *env,
                const struct bobbin_region *stack);

#endif
