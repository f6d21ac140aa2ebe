/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bytes.h"
#include "mutant.h"

static const uint8_t *pick_range(struct mutant *mutant)
{
    const struct buffer *ranges = parts_find(&mutant->parts, FORMAT_SECTION_RANGES);
    uint32_t count = (uint32_t)ranges->size / FORMAT_RANGE_BYTES;

    return ranges->bytes + FORMAT_RANGE_BYTES * fuzz_below(&mutant->random, count);
}

void mutant_pick_row(struct mutant *mutant, struct row_place *row)
{
    const uint8_t *range = pick_range(mutant);
    uint8_t *rows = parts_find(&mutant->parts, FORMAT_SECTION_ROWS)->bytes +
                    bytes_u32(range + FORMAT_RANGE_ROWS);
    uint32_t count = bytes_u32(range + FORMAT_RANGE_ROWS_COUNT);
    uint32_t samples = (count + FORMAT_ROWS_PER_SAMPLE - 1) / FORMAT_ROWS_PER_SAMPLE;
    uint32_t number = fuzz_below(&mutant->random, count);
    uint8_t *lengths = rows + 4 * samples;

    row->address = bytes_u32(range + FORMAT_RANGE_START);
    for (uint32_t i = 0; i < number; i++)
        row->address += 2u * lengths[i];
    row->length = lengths + number;
    row->rule = lengths + count + number;
    row->is_last = number + 1 == count;
    row->sample = NULL;
    if (!row->is_last && (number + 1) % FORMAT_ROWS_PER_SAMPLE == 0)
        row->sample = rows + 4 * ((number + 1) / FORMAT_ROWS_PER_SAMPLE);
}

/* ---- where a row ends ------------------------------------------------------------------------- */

/* The instruction that ends at END, or that begins there; its size in halfwords, 0 when there is none. */
static uint32_t halfwords_at(const struct image *image, uint32_t start, uint32_t end, bool behind)
{
    const struct image_section *section = image_section_at(image, start);
    struct image_instruction next = {.address = start};

    while (section && image_next_instruction(image, section, next.address, &next)) {
        if (next.address + (behind ? 0 : next.size_bytes) == end)
            return next.size_bytes / 2;
        if (next.address >= end)
            break;
        next.address += next.size_bytes;
    }
    return 0;
}

static void add_u32(uint8_t *bytes, uint32_t value)
{
    value += bytes_u32(bytes);
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

bool change_row_end(struct mutant *mutant)
{
    struct row_place row;
    bool grow = fuzz_one_in(&mutant->random, 2);
    uint32_t end, halfwords, length, next_length;

    mutant_pick_row(mutant, &row);
    if (row.is_last || row.rule[0] == row.rule[1])
        return false;
    end = row.address + 2u * *row.length;
    halfwords = halfwords_at(mutant->image, row.address, end, grow);
    length = row.length[0] + (grow ? halfwords : 0 - halfwords);
    next_length = row.length[1] - (grow ? halfwords : 0 - halfwords);
    if (halfwords == 0 || length - 1 >= FORMAT_ROW_LENGTH_MAX ||
        next_length - 1 >= FORMAT_ROW_LENGTH_MAX)
        return false;
    row.length[0] = (uint8_t)length;
    row.length[1] = (uint8_t)next_length;
    if (row.sample)
        add_u32(row.sample, 2 * (grow ? halfwords : 0 - halfwords));
    mutant_say(mutant, "the row at 0x%08x ends at 0x%08x instead of 0x%08x", row.address,
               row.address + 2 * length, end);
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* ---- which rule a row has --------------------------------------------------------------------- */

static uint32_t rules_count(struct mutant *mutant)
{
    return bytes_u16(parts_find(&mutant->parts, FORMAT_SECTION_RULES)->bytes);
}

bool change_row_rule(struct mutant *mutant)
{
    struct row_place row;
    uint32_t count = rules_count(mutant);
    uint32_t number = fuzz_below(
        &mutant->random, count < FORMAT_ROW_WIDE - 1 ? count + 1 : (uint32_t)FORMAT_ROW_WIDE);

    mutant_pick_row(mutant, &row);
    if (*row.rule == number)
        return false;
    mutant_say(mutant, "the row at 0x%08x has rule %u instead of %u", row.address, number,
               *row.rule);
    *row.rule = (uint8_t)number;
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}

/* Where in WIDE an entry for ADDRESS belongs, in bytes. */
static size_t wide_offset(const struct buffer *wide, uint32_t address)
{
    size_t offset = 0;

    while (offset < wide->size && bytes_u32(wide->bytes + offset) < address)
        offset += FORMAT_WIDE_BYTES;
    return offset;
}

/* One in two says what the row said: only the way to say it differs. */
bool change_row_wide(struct mutant *mutant)
{
    struct row_place row;
    uint32_t number;
    struct buffer *wide;
    size_t offset;

    mutant_pick_row(mutant, &row);
    number = *row.rule;
    if (number == FORMAT_ROW_NO_RULE || number == FORMAT_ROW_WIDE)
        return false;
    if (fuzz_one_in(&mutant->random, 2))
        number = 1 + fuzz_below(&mutant->random, rules_count(mutant));
    mutant_say(mutant, "the row at 0x%08x has wide rule %u instead of %u", row.address, number,
               *row.rule);
    *row.rule = FORMAT_ROW_WIDE;
    wide = parts_need(&mutant->parts, FORMAT_SECTION_WIDE);
    offset = wide_offset(wide, row.address);
    buffer_put(wide, (uint8_t[FORMAT_WIDE_BYTES]){0}, FORMAT_WIDE_BYTES);
    memmove(wide->bytes + offset + FORMAT_WIDE_BYTES, wide->bytes + offset,
            wide->size - FORMAT_WIDE_BYTES - offset);
    buffer_set_u32(wide, offset, row.address);
    buffer_set_u32(wide, offset + FORMAT_WIDE_RULE, number);
    parts_join(&mutant->parts, &mutant->bytes);
    return true;
}
