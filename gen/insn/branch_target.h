/* SPDX-License-Identifier: MIT */
/*
 * The targets of direct branches, read from the encoding alone. Faster than insn/effect.h, for
 * passes over a whole image that need nothing else.
 */
#ifndef GEN_INSN_BRANCH_TARGET_H
#define GEN_INSN_BRANCH_TARGET_H

#include "elf/image.h"

enum branch_kind {
    BRANCH_NONE, /* no direct branch */
    BRANCH_JUMP, /* B, on any condition */
    BRANCH_CALL, /* BL, BLX */
};

/*
 * The kind of the instruction AT of IMAGE. If it is a branch, *TARGET becomes its target, without
 * Thumb bit (ARM ARM A8.8.18, A8.8.25). CBZ and CBNZ count as no branch: they reach 126 bytes.
 */
enum branch_kind branch_target(const struct image *image, const struct image_instruction *at,
                               uint32_t *target);

#endif
