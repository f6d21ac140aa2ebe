/* SPDX-License-Identifier: MIT */
/*
 * What leads to an entry, and where that starts, with bytes changed as they are written: those behind them do not move.
 */
#include "bytes.h"
#include "mutant.h"

static bool joined(struct mutant *mutant)
{
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* Up to 8, in either direction, or a bit. */
static uint8_t pick_byte(struct fuzz_source *random, uint8_t old)
{
    uint32_t step = 1 + fuzz_below(random, 8);

    switch (fuzz_below(random, 3)) {
    case 0:
        return (uint8_t)(old + step);
    case 1:
        return (uint8_t)(old - step);
    default:
        return (uint8_t)(old ^ 1u << (step - 1));
    }
}

/* ---- INDEX ------------------------------------------------------------------------------------ */

static void change_word(struct mutant *mutant, const struct layout_range *range, uint8_t *index)
{
    uint32_t number = fuzz_below(&mutant->random, layout_words(range));
    uint8_t *word = index + 2 * number;
    uint32_t old = bytes_u16(word);
    uint32_t is = old + 1 + fuzz_below(&mutant->random, 8);

    word[0] = (uint8_t)is;
    word[1] = (uint8_t)(is >> 8);
    mutant_say(mutant, "word %u of the index of the range at 0x%08x is %u instead of %u", number,
               range->start, bytes_u16(word), old);
}

/* Of what blocks have behind their counts nothing depends. */
static void change_count(struct mutant *mutant, const struct layout_range *range, uint8_t *index)
{
    uint32_t pages = layout_pages(range);
    uint32_t number = fuzz_below(&mutant->random, layout_is_paged(range) ? pages + 1 : pages);
    uint8_t *count = index + 2 * layout_words(range) + number;
    uint8_t old = *count;

    *count = pick_byte(&mutant->random, old);
    mutant_say(mutant, "count %u of the index of the range at 0x%08x is %u instead of %u", number,
               range->start, *count, old);
}

/* A bit that is cleared has the code read for nothing; one that is set may keep it from being read. */
bool change_body_map(struct mutant *mutant)
{
    const struct layout_range *range =
        &mutant->layout.range[fuzz_below(&mutant->random, (uint32_t)mutant->layout.ranges_count)];
    uint8_t *map = parts_find(&mutant->parts, FORMAT_SECTION_INDEX)->bytes + range->index +
                   layout_map_at(range);
    uint32_t block;

    if (!range->body_shift)
        return false;
    block = fuzz_below(&mutant->random, ((range->size_bytes - 1) >> range->body_shift) + 1);
    map[block >> 3] ^= (uint8_t)(1u << (block & 7));
    mutant_say(mutant, "the body map has %u for the block at 0x%08x",
               map[block >> 3] >> (block & 7) & 1, range->start + (block << range->body_shift));
    return joined(mutant);
}

bool change_index(struct mutant *mutant)
{
    const struct layout_range *range =
        &mutant->layout.range[fuzz_below(&mutant->random, (uint32_t)mutant->layout.ranges_count)];
    uint8_t *index = parts_find(&mutant->parts, FORMAT_SECTION_INDEX)->bytes + range->index;

    (fuzz_one_in(&mutant->random, 2) ? change_word : change_count)(mutant, range, index);
    return joined(mutant);
}

/* ---- ENTRIES ---------------------------------------------------------------------------------- */

static uint8_t *entry_bytes(struct mutant *mutant, const struct layout_entry *entry)
{
    return parts_find(&mutant->parts, FORMAT_SECTION_ENTRIES)->bytes + entry->at;
}

static bool is_paged(const struct mutant *mutant, const struct layout_entry *entry)
{
    return layout_is_paged(layout_range_of(&mutant->layout, entry));
}

/* Of an entry with two places one start or both; an entry of a block has a length instead. */
bool change_entry_start(struct mutant *mutant)
{
    const struct layout_entry *entry = mutant_pick_entry(mutant);
    uint8_t *at = entry_bytes(mutant, entry);
    uint8_t old = at[0];
    uint8_t is = pick_byte(&mutant->random, old);
    uint32_t places = entry->is_wide ? 1 + fuzz_below(&mutant->random, 3) : 1;

    if (!is_paged(mutant, entry))
        return false;
    if (places & 1)
        at[0] = is;
    if (places & 2)
        at[2] = is;
    mutant_say(mutant, "the entry at 0x%08x starts at unit %u of its page instead of %u%s",
               entry->address, is, old,
               entry->is_wide && places != 3 ? ", in one of two places" : "");
    return joined(mutant);
}

/* Where byte 0 or 1 of the number of ENTRY stands, which has two of them. */
static uint8_t *wide_number(uint8_t *at, bool is_paged, uint32_t byte)
{
    if (is_paged)
        return at + 1 + 2 * byte;
    return at + (*at == FORMAT_ENTRY_LONGEST ? 3 : 2) + byte;
}

bool change_entry_number(struct mutant *mutant)
{
    const struct layout_entry *entry = mutant_pick_entry(mutant);
    bool paged = is_paged(mutant, entry);
    uint32_t byte = entry->is_wide ? fuzz_below(&mutant->random, 2) : 0;
    uint8_t *number = wide_number(entry_bytes(mutant, entry), paged, byte);
    uint8_t old = *number;

    if (!paged && !entry->is_wide)
        return false;
    *number = pick_byte(&mutant->random, old);
    mutant_say(mutant, "%s of the number of the entry at 0x%08x is 0x%x instead of 0x%x",
               byte ? "the high byte" : "the low byte", entry->address, *number, old);
    return joined(mutant);
}

/* ---- ROWS ------------------------------------------------------------------------------------- */

/* An entry in pages that has a record; NULL when there is none. */
static const struct layout_entry *pick_recorded(struct mutant *mutant)
{
    size_t count = mutant->layout.entries_count;
    size_t first = fuzz_below(&mutant->random, (uint32_t)count);

    for (size_t i = 0; i < count; i++) {
        const struct layout_entry *entry = &mutant->layout.entry[(first + i) % count];
        if (entry->has_record && is_paged(mutant, entry))
            return entry;
    }
    return NULL;
}

bool change_record_start(struct mutant *mutant)
{
    const struct layout_entry *entry = pick_recorded(mutant);
    uint8_t *start;
    uint8_t old;

    if (!entry)
        return false;
    start = parts_find(&mutant->parts, FORMAT_SECTION_ROWS)->bytes + entry->record +
            FORMAT_RECORD_START;
    old = *start;
    *start = pick_byte(&mutant->random, old);
    mutant_say(mutant, "the record of the entry at 0x%08x has it start in page %u instead of %u",
               entry->address, *start, old);
    return joined(mutant);
}
