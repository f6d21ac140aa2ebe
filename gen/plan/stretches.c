/* SPDX-License-Identifier: MIT */
/* Finds stretches, and makes separate entries of them. */
#include "plan/stretches.h"

#include <stdlib.h>

#include "util/memory.h"

/* ---- find ------------------------------------------------------------------------------------ */

/* Minimum size of a stretch. A shorter one does not justify the bytes of an entry. */
#define STRETCH_BYTES_MIN 48

static void add_stretch(struct planner *planner, const struct row *row, size_t first, size_t end)
{
    const struct image_instruction *last = &planner->point[end - 1].query.at;
    struct plan_stretch stretch = {.start = planner->point[first].query.at.address,
                                   .end = last->address + last->size_bytes,
                                   .row = row};

    if (stretch.end - stretch.start >= STRETCH_BYTES_MIN)
        array_push(planner->stretch, planner->stretches_count, planner->stretches_capacity,
                   stretch);
}

void stretches_find(struct planner *planner, struct planned *planned, size_t first, size_t end)
{
    const struct plan_entry *entry = &planned->entry;
    const struct plan_row *row = planner->row + entry->rows_first;
    const struct plan_row *rows_end = row + entry->rows_count;
    size_t start = first;

    planned->stretches.first = planner->stretches_count;
    for (size_t i = first; i < end; i++) {
        uint32_t address = planner->point[i].query.at.address;
        while (row < rows_end && row->end <= address)
            row++;
        if ((row == rows_end || address < row->start) &&
            planner_row_is_right(planner, entry->body, &planner->point[i]))
            continue;
        if (start < i)
            add_stretch(planner, entry->body, start, i);
        start = i + 1;
    }
    if (start < end)
        add_stretch(planner, entry->body, start, end);
    planned->stretches.count = planner->stretches_count - planned->stretches.first;
}

/* ---- split ----------------------------------------------------------------------------------- */

static uint32_t stretch_bytes(const struct plan_stretch *stretch)
{
    return stretch->end - stretch->start;
}

static int longest_first(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x < y) - (x > y);
}

/* Returns the size in bytes of the COUNT-th longest stretch of PLAN. */
static uint32_t stretch_bytes_min(const struct plan *plan, size_t count)
{
    uint32_t *bytes = must_realloc(NULL, plan->stretches_count + 1, sizeof(*bytes));
    uint32_t least = UINT32_MAX;

    for (size_t i = 0; i < plan->stretches_count; i++)
        bytes[i] = stretch_bytes(&plan->stretch[i]);
    qsort(bytes, plan->stretches_count, sizeof(*bytes), longest_first);
    if (count && plan->stretches_count)
        least = bytes[(count < plan->stretches_count ? count : plan->stretches_count) - 1];
    free(bytes);
    return least;
}

static void push_entry(struct plan *plan, const struct plan_entry *entry, uint32_t start,
                       uint32_t end)
{
    struct plan_entry part = *entry;

    part.start = start;
    part.end = end;
    if (start < end)
        array_push(plan->entry, plan->entries_count, plan->entries_capacity, part);
}

void stretches_split(const struct plan *plan, size_t count, struct plan *split)
{
    uint32_t least = stretch_bytes_min(plan, count);
    size_t at = 0;

    *split = *plan;
    split->entry = NULL;
    split->entries_count = split->entries_capacity = 0;
    for (const struct plan_entry *entry = plan->entry; entry < plan->entry + plan->entries_count;
         entry++) {
        uint32_t start = entry->start;
        for (; at < plan->stretches_count && plan->stretch[at].end <= entry->end; at++) {
            const struct plan_stretch *stretch = &plan->stretch[at];
            struct plan_entry stretch_entry = {.body = stretch->row};
            if (stretch->start < start || stretch_bytes(stretch) < least || !count)
                continue;
            push_entry(split, entry, start, stretch->start);
            push_entry(split, &stretch_entry, stretch->start, stretch->end);
            start = stretch->end;
            count--;
        }
        push_entry(split, entry, start, entry->end);
    }
}
