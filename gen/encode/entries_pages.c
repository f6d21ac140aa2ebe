/* SPDX-License-Identifier: MIT */
/* Writes the entries of a range in pages, which the core searches by interpolation. */
#include <stdlib.h>
#include <string.h>

#include "core/format/table_format.h"
#include "encode/entries.h"
#include "util/memory.h"

bool encode_is_wide(uint32_t number)
{
    return number >= FORMAT_NUMBER_WIDE;
}

static uint32_t number_bytes(const struct encode_entry *entry)
{
    return encode_is_wide(entry->number) ? 2 : 1;
}

/*
 * Counts the bytes of rule numbers before each page, and after the last one. Returns a
 * malloc'ed array of *PAGES_COUNT + 1 elements.
 */
static uint32_t *count_number_bytes(const struct encode_entry *entry, size_t count,
                                    uint32_t unit_shift, size_t *pages_count)
{
    uint32_t shift = unit_shift + FORMAT_PAGE_SHIFT;
    size_t pages = ((entry[count - 1].end - 1) >> shift) + 1;
    uint32_t *before = must_realloc(NULL, pages + 1, sizeof(*before));
    uint32_t total = 0;
    size_t page = 0;

    for (size_t i = 0; i < count; i++) {
        while (page <= entry[i].start >> shift)
            before[page++] = total;
        total += number_bytes(&entry[i]);
    }
    while (page <= pages)
        before[page++] = total;
    *pages_count = pages;
    return before;
}

/* Whether one byte can count the bytes of rule numbers in each group of 1 << SHIFT pages. */
static bool groups_fit(const uint32_t *before, size_t pages, uint32_t shift)
{
    for (size_t first = 0; first < pages; first += (size_t)1 << shift) {
        size_t end = first + ((size_t)1 << shift);
        if (before[end < pages ? end : pages] - before[first] > ENCODE_NUMBER_BYTES_PER_PAGE_MAX)
            return false;
    }
    return true;
}

static bool is_aligned(const struct encode_entry *entry, size_t count, uint32_t shift)
{
    for (size_t i = 0; i < count; i++)
        if (entry[i].start & ((1u << shift) - 1))
            return false;
    return true;
}

/*
 * Chooses the largest unit to which all entries are aligned and whose pages are not too full.
 * Returns the result of count_number_bytes.
 */
static uint32_t *choose_units(const struct encode_entry *entry, size_t count,
                              struct encode_shape *shape, size_t *pages)
{
    for (shape->unit_shift = FORMAT_UNIT_SHIFT_MAX; shape->unit_shift; shape->unit_shift--) {
        uint32_t *before;
        if (!is_aligned(entry, count, shape->unit_shift))
            continue;
        before = count_number_bytes(entry, count, shape->unit_shift, pages);
        if (groups_fit(before, *pages, 0))
            return before;
        free(before);
    }
    return count_number_bytes(entry, count, 0, pages);
}

static void put_wide(struct buffer *out, uint32_t start, uint32_t number)
{
    buffer_u8(out, start);
    buffer_u8(out, number & 0xff);
    buffer_u8(out, start);
    buffer_u8(out, FORMAT_NUMBER_WIDE | number >> 8);
}

static void put_entry(struct buffer *out, const struct encode_entry *entry, uint32_t unit_shift)
{
    uint32_t start = entry->start >> unit_shift & 0xff;

    if (encode_is_wide(entry->number)) {
        put_wide(out, start, entry->number);
        return;
    }
    buffer_u8(out, start);
    buffer_u8(out, entry->number);
}

struct encode_shape encode_pages(const struct encode_entry *entry, size_t count,
                                 struct buffer *entries, struct buffer *index)
{
    struct encode_shape shape;
    size_t index_at = index->size, pages;
    uint32_t *before = choose_units(entry, count, &shape, &pages);

    shape.group_shift = 0;
    while (shape.group_shift < FORMAT_GROUP_SHIFT_MAX &&
           groups_fit(before, pages, shape.group_shift + 1))
        shape.group_shift++;
    for (size_t i = 0; i < pages; i += (size_t)1 << shape.group_shift)
        buffer_u16(index, before[i]);
    shape.counts = (uint32_t)(index->size - index_at);
    for (size_t i = 0; i <= pages; i++)
        buffer_u8(index, before[i] & 0xff);
    for (size_t i = 0; i < count; i++)
        put_entry(entries, &entry[i], shape.unit_shift);
    free(before);
    return shape;
}
