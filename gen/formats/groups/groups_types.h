/* SPDX-License-Identifier: MIT */
/* What the writer of asynchronous compact descriptors makes of rows: spans, then groups. */
#ifndef GEN_GROUPS_GROUPS_TYPES_H
#define GEN_GROUPS_GROUPS_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "core/foreign/groups.h"

enum span_kind {
    SPAN_DATA, /* data, or bytes that are never executed */
    SPAN_NULL,
    SPAN_FRAME,
    SPAN_ESCAPE,
    SPAN_NOUNWIND,
};

/* A range in which one frame of the format holds, from START to END - 1. */
struct span {
    uint32_t start, end;
    enum span_kind kind;
    bool begins;   /* a function begins at START */
    bool handled;  /* that function has a handler */
    uint32_t mode; /* if kind is FRAME */
    /*
     * FRAME: bits without size and late. ESCAPE: offset of the rule in part 3. NOUNWIND: 0 or 1, as
     * in core/foreign/groups.h.
     */
    uint32_t frame;
    uint32_t size_words; /* if kind is FRAME */
};
struct spans {
    struct span *span; /* ascending, not overlapping */
    size_t count, capacity;
};

struct groups_list {
    struct groups_record *record; /* ascending */
    size_t count, capacity;
};

#endif
