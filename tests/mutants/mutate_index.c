/* SPDX-License-Identifier: MIT */
/* Mutations in place of the bytes of the index and of entries; the bytes after them do not move. */
#include "core/format/bytes.h"
#include "mutant.h"

static bool joined(struct mutant *mutant)
{
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* Adds or subtracts 1 to 8, or flips one bit. */
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

/* ---- INDEX ----------------------------------------------------------------------------------- */

static const struct layout_range *pick_range(struct mutant *mutant)
{
    return &mutant->layout
                .range[fuzz_below(&mutant->random, (uint32_t)mutant->layout.ranges_count)];
}

/* Changes the word of a group or of a block. */
bool change_index_word(struct mutant *mutant)
{
    const struct layout_range *range = pick_range(mutant);
    uint32_t number = fuzz_below(&mutant->random, layout_words(range));
    uint8_t *word = mutant->parts.index.bytes + range->index + 2 * number;
    uint32_t old = bytes_u16(word);
    uint32_t step = 1 + fuzz_below(&mutant->random, 8);
    uint32_t is = fuzz_one_in(&mutant->random, 2) ? old + step : old - step;

    word[0] = (uint8_t)is;
    word[1] = (uint8_t)(is >> 8);
    mutant_say(mutant, "word %u of the index of the range at 0x%08x is %u instead of %u", number,
               range->start, bytes_u16(word), old);
    return joined(mutant);
}

/*
 * Changes a count of RANGE. In a range of blocks, what follows the counts is unused and left alone.
 */
bool change_index_count(struct mutant *mutant)
{
    const struct layout_range *range = pick_range(mutant);
    uint32_t pages = layout_pages(range);
    uint32_t number = fuzz_below(&mutant->random, layout_is_paged(range) ? pages + 1 : pages);
    uint8_t *count = mutant->parts.index.bytes + range->index + 2 * layout_words(range) + number;
    uint8_t old = *count;

    *count = pick_byte(&mutant->random, old);
    mutant_say(mutant, "count %u of the index of the range at 0x%08x is %u instead of %u", number,
               range->start, *count, old);
    return joined(mutant);
}

/* ---- ENTRIES --------------------------------------------------------------------------------- */

static uint8_t *entry_bytes(struct mutant *mutant, const struct layout_entry *entry)
{
    return mutant->parts.entries.bytes + entry->at;
}

static bool is_paged(const struct mutant *mutant, const struct layout_entry *entry)
{
    return layout_is_paged(layout_range_of(&mutant->layout, entry));
}

/*
 * Changes the start of an entry in a page. An entry with two places may change one start or both.
 */
static void change_start(struct mutant *mutant, const struct layout_entry *entry, uint8_t *at)
{
    uint8_t old = at[0];
    uint8_t is = pick_byte(&mutant->random, old);
    uint32_t places = entry->is_wide ? 1 + fuzz_below(&mutant->random, 3) : 1;

    if (places & 1)
        at[0] = is;
    if (places & 2)
        at[2] = is;
    mutant_say(mutant, "the entry at 0x%08x starts at unit %u of its page instead of %u%s",
               entry->address, is, old,
               entry->is_wide && places != 3 ? ", in one of two places" : "");
}

/* Changes the byte of an entry in a block that has its length, or the length's low bits. */
static void change_length(struct mutant *mutant, const struct layout_entry *entry, uint8_t *at)
{
    uint8_t *length = *at < FORMAT_ENTRY_LONG ? at : at + 1;
    uint8_t old = *length;

    *length = pick_byte(&mutant->random, old);
    mutant_say(mutant, "the length of the entry at 0x%08x has 0x%x instead of 0x%x", entry->address,
               *length, old);
}

bool change_entry_start(struct mutant *mutant)
{
    const struct layout_entry *entry = mutant_pick_entry(mutant);

    (is_paged(mutant, entry) ? change_start : change_length)(mutant, entry,
                                                             entry_bytes(mutant, entry));
    return joined(mutant);
}

/* Address of byte 0 or 1 of an entry's two-byte rule number. */
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
