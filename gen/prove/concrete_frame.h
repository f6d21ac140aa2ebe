/* SPDX-License-Identifier: MIT */
/*
 * A processor and a stack in a given frame state. Known registers and words have a definite value;
 * all others have arbitrary values. The core unwinds from there, and the caller that it finds is
 * compared with the expected one.
 */
#ifndef GEN_PROVE_CONCRETE_FRAME_H
#define GEN_PROVE_CONCRETE_FRAME_H

#include "elf/image.h"
#include "frame/frame_state.h"
#include <bobbin/rule.h>

struct concrete_frame {
    const struct bobbin_env *env; /* environment with the image and the table */
    const struct frame_state *state;
    struct image_instruction at;
    uint32_t flags;          /* CPSR bits 31..28 at AT */
    uint32_t return_address; /* address of an instruction of the image, with the Thumb bit */
    /* address of an instruction at which no register of the caller has changed */
    uint32_t leaf;
    bool leaf_thumb;
    /* AT is SVC, HVC or SMC, and the step starts at the address after it, with all registers */
    bool trapped;
    /* no such instruction: the test makes up the frame to which the call returns */
    bool no_leaf;
};

/*
 * Lets the core step once, first with the read callback and then with windows. The step starts at
 * the instruction AT, interrupted there. With AFTER_CALL, AT is a call that has returned, and the
 * step starts at its return address. RULE is the rule that the core reports for that address.
 * Returns true if the core finds the caller that RULE describes. Otherwise returns false and stores
 * the reason in *WHY.
 */
bool concrete_frame_agrees(const struct concrete_frame *frame, const struct bobbin_rule *rule,
                           bool after_call, const char **why);

#endif
