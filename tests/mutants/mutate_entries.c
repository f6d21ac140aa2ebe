/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "mutant.h"

/* Any entry with rows; NULL if there is none. */
static struct layout_entry *pick_entry_with_rows(struct mutant *mutant)
{
    size_t count = mutant->layout.entries_count;
    size_t first = fuzz_below(&mutant->random, (uint32_t)count);

    for (size_t i = 0; i < count; i++) {
        struct layout_entry *entry = &mutant->layout.entry[(first + i) % count];
        if (entry->rows_count)
            return entry;
    }
    return NULL;
}

static bool done(struct mutant *mutant)
{
    layout_put(&mutant->layout, &mutant->parts);
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* ---- entries --------------------------------------------------------------------------------- */

/*
 * Size in halfwords of the instruction that ends at END or, if BEHIND, begins at END. 0 if there is
 * none.
 */
static uint32_t halfwords_at(const struct image *image, uint32_t start, uint32_t end, bool after)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next = {.address = start};

    while (section && image_next_instruction(image, section, next.address, &next)) {
        if (next.address + (after ? 0 : next.size_bytes) == end)
            return next.size_bytes / 2;
        if (next.address >= end)
            break;
        next.address += next.size_bytes;
    }
    return 0;
}

/*
 * Moves the end of an entry. Rows keep their distances, so the next entry's rows move with its
 * start.
 */
bool change_entry_end(struct mutant *mutant)
{
    struct layout_entry *entry = mutant_pick_entry(mutant);
    bool grow = fuzz_one_in(&mutant->random, 2);
    uint32_t end = entry->address + 2 * entry->length;
    uint32_t halfwords;

    if (entry->is_last)
        return false;
    halfwords = halfwords_at(mutant->image, entry->address, end, grow);
    if (halfwords == 0 || (grow ? entry[1].length : entry->length) <= halfwords)
        return false;
    if (!grow)
        halfwords = 0 - halfwords;
    entry->length += halfwords;
    entry[1].length -= halfwords;
    entry[1].address += 2 * halfwords;
    mutant_say(mutant, "the entry at 0x%08x ends at 0x%08x instead of 0x%08x", entry->address,
               entry[1].address, end);
    return done(mutant);
}

bool change_entry_rule(struct mutant *mutant)
{
    struct layout_entry *entry = mutant_pick_entry(mutant);
    bool paged = layout_is_paged(layout_range_of(&mutant->layout, entry));
    uint32_t count = mutant_rules(mutant);
    uint32_t number = fuzz_below(&mutant->random, paged ? count : count + 1);

    if (number == count)
        number = FORMAT_RULE_CODE;
    if (entry->number == number)
        return false;
    mutant_say(mutant, "the entry at 0x%08x has rule %u instead of %u", entry->address, number,
               entry->number);
    entry->number = number;
    return done(mutant);
}

/* Only for entries in blocks. In pages, the rule itself says how code is read: change_explicit. */
bool change_entry_how(struct mutant *mutant)
{
    struct layout_entry *entry = mutant_pick_entry(mutant);
    uint32_t flag = fuzz_one_in(&mutant->random, 2) ? FORMAT_HOW_FORWARD : FORMAT_HOW_PROLOGUE;

    if (layout_is_paged(layout_range_of(&mutant->layout, entry)))
        return false;
    entry->without ^= flag;
    mutant_say(mutant, "the entry at 0x%08x is read %s %s", entry->address,
               entry->without & flag ? "without" : "with",
               flag == FORMAT_HOW_FORWARD ? "forward" : "prologue");
    return done(mutant);
}

/* ---- explicit rows --------------------------------------------------------------------------- */

static struct encode_row *pick_row(struct mutant *mutant, struct layout_entry **entry)
{
    *entry = pick_entry_with_rows(mutant);
    if (!*entry)
        return NULL;
    return &mutant->layout.row[(*entry)->rows_first +
                               fuzz_below(&mutant->random, (uint32_t)(*entry)->rows_count)];
}

bool change_row_bounds(struct mutant *mutant)
{
    struct layout_entry *entry;
    struct encode_row *row = pick_row(mutant, &entry);
    bool start = fuzz_one_in(&mutant->random, 2);
    uint32_t step = fuzz_one_in(&mutant->random, 2) ? 1 : 0xffffffff;
    uint32_t *field;

    if (!row)
        return false;
    field = start ? &row->distance : &row->halfwords;
    if (*field + step == 0xffffffff || (!start && *field + step == 0))
        return false;
    *field += step;
    mutant_say(mutant, "a row of the entry at 0x%08x has %s %u instead of %u", entry->address,
               start ? "distance" : "length", *field, *field - step);
    return done(mutant);
}

bool change_row_rule(struct mutant *mutant)
{
    struct layout_entry *entry;
    struct encode_row *row = pick_row(mutant, &entry);
    uint32_t number = fuzz_below(&mutant->random, mutant_rules(mutant));

    if (!row || row->number == number)
        return false;
    mutant_say(mutant, "a row of the entry at 0x%08x has rule %u instead of %u", entry->address,
               number, row->number);
    row->number = number;
    return done(mutant);
}

bool change_row_dropped(struct mutant *mutant)
{
    struct layout_entry *entry;
    struct encode_row *row = pick_row(mutant, &entry);
    struct layout *layout = &mutant->layout;
    size_t at;

    if (!row)
        return false;
    at = (size_t)(row - layout->row);
    mutant_say(mutant, "the entry at 0x%08x lacks a row of %u halfwords with rule %u",
               entry->address, row->halfwords, row->number);
    if (at + 1 < entry->rows_first + entry->rows_count)
        row[1].distance += row->distance + row->halfwords;
    memmove(row, row + 1, (layout->rows_count - at - 1) * sizeof(*row));
    layout->rows_count--;
    entry->rows_count--;
    for (struct layout_entry *next = entry + 1; next < layout->entry + layout->entries_count;
         next++)
        next->rows_first--;
    return done(mutant);
}
