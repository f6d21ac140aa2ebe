/* SPDX-License-Identifier: MIT */
/* Code that nobody called, whoever leads there, as rows have it: roots and exception handlers. */
#ifndef GEN_ANALYSIS_FORCED_CONTEXTS_H
#define GEN_ANALYSIS_FORCED_CONTEXTS_H

#include "frame/frame_state.h"
#include "rows/row_list.h"

/* From START to END - 1 the context is FRAME_ROOT or FRAME_HANDLER. */
struct forced_range {
    uint32_t start, end;
    enum frame_context context;
};

struct forced_contexts {
    struct forced_range *range; /* ascending */
    size_t count, capacity;
};

void forced_contexts_read(struct forced_contexts *forced, const struct row_list *believed);
void forced_contexts_free(struct forced_contexts *forced);

/* FRAME_HOME: by what leads to ADDRESS. */
enum frame_context forced_contexts_at(const struct forced_contexts *forced, uint32_t address);

/* Whether anything from START to END - 1 is forced. */
bool forced_contexts_in(const struct forced_contexts *forced, uint32_t start, uint32_t end);

#endif
