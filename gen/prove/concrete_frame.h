/* SPDX-License-Identifier: MIT */
/*
 * A processor and a stack that are in a given frame state: what is known of them has one value, the
 * rest is noise. The core unwinds from there; then its answer is compared with what was put in.
 */
#ifndef GEN_FRAME_WORLD_H
#define GEN_FRAME_WORLD_H

#include "elf/image.h"
#include "frame/frame_state.h"
#include <bobbin/rule.h>

struct concrete_frame {
    const struct bobbin_env *env; /* of the image and the table */
    const struct frame_state *state;
    struct image_instruction at;
    uint32_t flags;          /* CPSR bits 31..28 at AT */
    uint32_t return_address; /* an instruction of the image, with the Thumb bit */
    uint32_t leaf;           /* an instruction at which the caller's registers are all in place */
    bool leaf_thumb;
    bool no_leaf; /* no table leads out of one: the frame that a call comes back to is made up */
};

/*
 * Steps once, with memory read by the callback and then in windows, from the instruction AT,
 * interrupted there; or, AFTER_CALL, from the return address behind AT, which is a call that has
 * ended. The caller must be found as RULE says, which is the one that the core gives. Otherwise
 * false, and *WHY.
 */
bool concrete_frame_agrees(const struct concrete_frame *world, const struct bobbin_rule *rule,
                           bool after_call, const char **why);

#endif
