/* SPDX-License-Identifier: MIT */
/* Where shape_find and code_decode need not agree. */
#ifndef SHAPE_EXEMPT_H
#define SHAPE_EXEMPT_H

#include "core/insn/code.h"
#include "core/unwind/shape.h"

/* An instruction, as code_decode takes it, and what is said of it. */
struct told {
    uint32_t word, thumb;
    struct shape shape;
    struct code_op op;
};

/* The shape of a WORD. */
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

/* Whether they need not agree of IT, and why is counted. */
bool shape_is_exempt(const struct told *it);

/* A reason that has not occurred; NULL when each has. */
const char *shape_exemption_unseen(void);

#endif
