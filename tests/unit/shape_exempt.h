/* SPDX-License-Identifier: MIT */
/* Instructions for which shape_find and code_decode may disagree. */
#ifndef SHAPE_EXEMPT_H
#define SHAPE_EXEMPT_H

#include "core/insn/code.h"
#include "core/unwind/shape.h"

/* An instruction in the form that code_decode takes, its shape and its decoded form. */
struct told {
    uint32_t word, thumb;
    struct shape shape;
    struct code_op op;
};

/* Finds the shape of a whole instruction WORD. */
static inline void shape_of_word(struct shape *shape, uint32_t word, uint32_t thumb)
{
    if (thumb && shape_is_none(word >> 16))
        *shape = (struct shape){SHAPE_NONE, 0, 0};
    else if (thumb)
        shape_find(shape, word >> 16, word & 0xffff, thumb);
    else
        shape_find(shape, word & 0xffff, word >> 16, 0);
}

static inline bool is_wide(const struct told *it)
{
    return it->thumb && it->word >= 0xe8000000;
}

/* True if the two may disagree about IT. Counts the reasons that apply. */
bool shape_is_exempt(const struct told *it);

/* A reason that has not occurred yet, or NULL if each has. */
const char *shape_exemption_unseen(void);

#endif
