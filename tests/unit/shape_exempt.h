/* SPDX-License-Identifier: MIT */
/* Where shape_of and code_decode need not agree. */
#ifndef SHAPE_EXEMPT_H
#define SHAPE_EXEMPT_H

#include "code.h"
#include "shape.h"

/* An instruction, as shape_of and code_decode take it, and what they say. */
struct told {
    uint32_t word, thumb;
    uint32_t shape;
    struct code_op op;
};

static inline enum shape_kind kind_of(const struct told *it)
{
    return shape_kind(it->shape);
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
