/* SPDX-License-Identifier: MIT */
/*
 * Finds the roots and exception handlers among the rows, and looks addresses up in them. For the
 * stage analysis.
 */
#include "analysis/forced_contexts.h"

#include <stdlib.h>

#include "util/memory.h"

void forced_contexts_read(struct forced_contexts *forced, const struct row_list *believed)
{
    for (size_t i = 0; i < believed->rows.count; i++) {
        const struct row *row = &believed->rows.row[i];
        bool root = row->rule.form == BOBBIN_FORM_ROOT;
        struct forced_range range = {row->start, row->end, root ? FRAME_ROOT : FRAME_HANDLER};
        if (root || row->source == ROW_HANDLER)
            array_push(forced->range, forced->count, forced->capacity, range);
    }
}

void forced_contexts_free(struct forced_contexts *forced)
{
    free(forced->range);
    memset(forced, 0, sizeof(*forced));
}

/* The first range that ends after ADDRESS. NULL if there is none. */
static const struct forced_range *range_after(const struct forced_contexts *forced,
                                              uint32_t address)
{
    size_t i = array_upper_bound(forced->range, forced->count, end, address);

    return i < forced->count ? &forced->range[i] : NULL;
}

enum frame_context forced_contexts_at(const struct forced_contexts *forced, uint32_t address)
{
    const struct forced_range *range = range_after(forced, address);

    return range && range->start <= address ? range->context : FRAME_HOME;
}

bool forced_contexts_in(const struct forced_contexts *forced, uint32_t start, uint32_t end)
{
    const struct forced_range *range = range_after(forced, start);

    return range && range->start < end;
}
