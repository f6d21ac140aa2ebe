/* SPDX-License-Identifier: MIT */
/*
 * Code without a caller, whatever leads to it: the roots and exception handlers that rows name. For
 * the stage analysis.
 */
#ifndef GEN_ANALYSIS_FORCED_CONTEXTS_H
#define GEN_ANALYSIS_FORCED_CONTEXTS_H

#include "frame/frame_state.h"
#include "rows/row_list.h"

/* At START to END - 1 the context is CONTEXT: FRAME_ROOT or FRAME_HANDLER. */
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

/*
 * The forced context at ADDRESS. FRAME_HOME: not forced, the context depends on the paths that lead
 * there.
 */
enum frame_context forced_contexts_at(const struct forced_contexts *forced, uint32_t address);

/* Whether any address from START to END - 1 is forced. */
bool forced_contexts_in(const struct forced_contexts *forced, uint32_t start, uint32_t end);

#endif
