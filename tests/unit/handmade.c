/* SPDX-License-Identifier: MIT */
#include "handmade.h"

#include <stdbool.h>
#include <stdlib.h>

/* Where the next byte goes. */
struct pen {
    uint8_t *bytes;
    uint32_t at;
};

static void put(struct pen *pen, uint32_t value, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++) {
        if (pen->at >= HANDMADE_SIZE_MAX)
            abort();
        pen->bytes[pen->at++] = (uint8_t)(value >> 8 * i);
    }
}

static void put_bytes(struct pen *pen, const uint8_t *bytes, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < size_bytes; i++)
        put(pen, bytes[i], 1);
}

static void align(struct pen *pen, uint32_t from)
{
    while ((pen->at - from) % 4)
        put(pen, 0, 1);
}

/* ---- entries and rows --------------------------------------------------------------------------- */

/* ENTRY has a record in ROWS. */
static bool has_record(const struct handmade_entry *entry)
{
    return entry->without || entry->rows_count;
}

/* The most that a row says; rows of no length, and several of one rule, say more. */
#define ROW_MAX 8191u

static void put_halfwords(struct pen *pen, uint32_t count)
{
    if (count >= 0xe0)
        put(pen, 0xe0 + count / 256, 1);
    put(pen, count % 256, 1);
}

static void put_row(struct pen *pen, uint32_t distance, uint32_t halfwords, uint32_t rule)
{
    put_halfwords(pen, distance);
    put_halfwords(pen, halfwords);
    put(pen, rule < 255 ? rule : 255, 1);
    if (rule >= 255)
        put(pen, rule, 2);
}

/* Returns how many rows ROW takes. */
static uint32_t put_long_row(struct pen *pen, const struct handmade_row *row)
{
    uint32_t distance = row->distance, halfwords = row->halfwords;
    uint32_t count = 1;

    for (; distance > ROW_MAX; distance -= ROW_MAX, count++)
        put_row(pen, ROW_MAX, 0, 0);
    for (; halfwords > ROW_MAX; halfwords -= ROW_MAX, distance = 0, count++)
        put_row(pen, distance, ROW_MAX, row->rule);
    put_row(pen, distance, halfwords, row->rule);
    return count;
}

/* NUMBER and OTHER: what the record begins with. */
static void put_record(struct pen *pen, const struct handmade_entry *entry, uint32_t number,
                       uint32_t other)
{
    uint8_t *count = pen->bytes + pen->at + 3;

    put(pen, number, 2);
    put(pen, other & 0xff, 1);
    put(pen, 0, 1);
    for (uint32_t i = 0; i < entry->rows_count; i++)
        *count = (uint8_t)(*count + put_long_row(pen, &entry->rows[i]));
    if (pen->at % 2)
        put(pen, 0, 1);
}

/* RECORD_AT: where its record is in the range's part of ROWS. */
static uint32_t number_of(const struct handmade_entry *entry, uint32_t record_at)
{
    uint32_t number = has_record(entry) ? 0x8000 | record_at : entry->rule;

    if (number > 0xffff)
        abort();
    return number;
}

/* ---- in pages ----------------------------------------------------------------------------------- */

static void put_in_page(struct pen *pen, const struct handmade_entry *entry, uint32_t start,
                        uint32_t number)
{
    if (number >= 0x8000)
        number = 0x1000 + (number - 0x8000) / 2;
    if (number > 0x1fff)
        abort();
    put(pen, start, 1);
    if (number >= 0xe0 || entry->wide) {
        put(pen, number & 0xff, 1);
        put(pen, start, 1);
        number = 0xe0 | number >> 8;
    }
    put(pen, number, 1);
}

/* UNIT: where ENTRY starts. */
static void put_record_in_page(struct pen *pen, const struct handmade_entry *entry, uint32_t unit)
{
    if (!has_record(entry))
        return;
    if (entry->halfwords > 0x7fff)
        abort();
    put_record(pen, entry, entry->rule | (entry->without ? 0x8000 : 0), unit >> 8);
}

/* ---- in blocks ---------------------------------------------------------------------------------- */

static void put_length(struct pen *pen, uint32_t halfwords)
{
    if (halfwords > 0xffff)
        abort();
    if (halfwords <= 0x7ff) {
        put(pen, 0xf0 | halfwords >> 8, 1);
        put(pen, halfwords & 0xff, 1);
    } else {
        put(pen, 0xf8, 1);
        put(pen, halfwords, 2);
    }
}

static void put_in_block(struct pen *pen, const struct handmade_entry *entry, uint32_t number)
{
    if (number != HANDMADE_CODE || entry->halfwords > 0xfff || entry->wide) {
        put_length(pen, entry->halfwords);
        put(pen, number, 2);
        return;
    }
    if (entry->halfwords >= 0xe0)
        put(pen, 0xe0 | entry->halfwords >> 8, 1);
    put(pen, entry->halfwords & 0xff, 1);
}

static void put_record_in_block(struct pen *pen, const struct handmade_entry *entry)
{
    if (has_record(entry))
        put_record(pen, entry, entry->rule, entry->without);
}

/* ---- ranges ------------------------------------------------------------------------------------- */

static uint32_t range_bytes(const struct handmade_range *range)
{
    uint32_t halfwords = 0;

    for (uint32_t i = 0; i < range->entries_count; i++)
        halfwords += range->entries[i].halfwords;
    return 2 * halfwords;
}

/* Where the bytes of all ranges go. */
struct pens {
    struct pen ranges, index, entries, rows;
};

/* The entries of RANGE, their rows, and how many start before each group and each page. */
static void put_pages(const struct handmade_range *range, struct pens *pens)
{
    uint32_t shift = range->unit_shift + 8;
    uint32_t pages = ((range_bytes(range) - 1) >> shift) + 1;
    uint32_t entries_from = pens->entries.at, rows_from = pens->rows.at;
    static uint32_t before[HANDMADE_SIZE_MAX];
    uint32_t at = 0, page = 0;

    for (uint32_t i = 0; i < range->entries_count; i++) {
        for (; page <= at >> shift; page++)
            before[page] = (pens->entries.at - entries_from) / 2;
        put_in_page(&pens->entries, &range->entries[i], at >> range->unit_shift & 0xff,
                    number_of(&range->entries[i], pens->rows.at - rows_from));
        put_record_in_page(&pens->rows, &range->entries[i], at >> range->unit_shift);
        at += 2 * range->entries[i].halfwords;
    }
    for (; page <= pages; page++)
        before[page] = (pens->entries.at - entries_from) / 2;
    for (page = 0; page < pages; page += 1u << range->group_shift)
        put(&pens->index, before[page], 2);
    for (page = 0; page <= pages; page++)
        put(&pens->index, before[page] & 0xff, 1);
}

/* The same, and what begins each block, and how far before it. */
static void put_blocks(const struct handmade_range *range, struct pens *pens)
{
    uint32_t shift = range->unit_shift + 8;
    uint32_t entries_from = pens->entries.at, rows_from = pens->rows.at;
    static uint8_t scratch[HANDMADE_SIZE_MAX];
    struct pen before = {scratch, 0};
    uint64_t at = 0, block = 0;

    for (uint32_t i = 0; i < range->entries_count; i++) {
        uint64_t end = at + 2 * range->entries[i].halfwords;
        for (; block << shift < end; block++) {
            uint64_t halfwords = ((block << shift) - at) / 2;
            put(&pens->index, pens->entries.at - entries_from, 2);
            put(&before, halfwords < 255 ? (uint32_t)halfwords : 255, 1);
        }
        put_in_block(&pens->entries, &range->entries[i],
                     number_of(&range->entries[i], pens->rows.at - rows_from));
        put_record_in_block(&pens->rows, &range->entries[i]);
        at = end;
    }
    put_bytes(&pens->index, before.bytes, before.at);
    put(&pens->index, 0, 1);
}

static void put_all(const struct handmade *table, struct pens *pens)
{
    static uint8_t scratch[4][HANDMADE_SIZE_MAX];

    *pens = (struct pens){{scratch[0], 0}, {scratch[1], 0}, {scratch[2], 0}, {scratch[3], 0}};
    for (uint32_t i = 0; i < table->ranges_count; i++) {
        const struct handmade_range *range = &table->ranges[i];
        put(&pens->ranges, range->start, 4);
        put(&pens->ranges, range_bytes(range), 4);
        put(&pens->ranges, pens->index.at, 4);
        put(&pens->ranges, pens->entries.at, 4);
        put(&pens->ranges, pens->rows.at, 4);
        put(&pens->ranges, range->unit_shift, 1);
        put(&pens->ranges, range->how, 1);
        put(&pens->ranges, range->group_shift, 1);
        put(&pens->ranges, range->body_shift, 1);
        (range->how & HOW_CODE ? put_blocks : put_pages)(range, pens);
        if (range->body_map)
            put_bytes(&pens->index, range->body_map,
                      ((range_bytes(range) - 1) >> range->body_shift >> 3) + 1);
        if (pens->index.at % 2)
            put(&pens->index, 0, 1);
    }
}

static void put_ranges(struct pen *pen, const struct handmade *table)
{
    struct pens pens;

    put_all(table, &pens);
    put_bytes(pen, pens.ranges.bytes, pens.ranges.at);
}

static void put_index(struct pen *pen, const struct handmade *table)
{
    struct pens pens;

    if (table->foreign)
        return;
    put_all(table, &pens);
    put_bytes(pen, pens.index.bytes, pens.index.at);
}

static void put_entries(struct pen *pen, const struct handmade *table)
{
    struct pens pens;

    if (table->foreign)
        return;
    put_all(table, &pens);
    put_bytes(pen, pens.entries.bytes, pens.entries.at);
}

static void put_rows(struct pen *pen, const struct handmade *table)
{
    struct pens pens;

    if (table->foreign)
        return;
    put_all(table, &pens);
    put_bytes(pen, pens.rows.bytes, pens.rows.at);
}

/* ---- rules -------------------------------------------------------------------------------------- */

/*
 * How many of the first rules are runs: what comes from .ARM.exidx is not told by them, and entries have no room for
 * more.
 */
static uint32_t count_runs(const struct handmade *table)
{
    uint32_t most = table->shorts_count < 223 ? table->shorts_count : 223;
    uint32_t count = 0;

    if (table->exidx_first && most > table->exidx_first - 1)
        most = table->exidx_first - 1;
    while (count < most) {
        uint32_t half = table->shorts[count];
        if (half >> 15 || (half & 15) > 8 || (half & 15) >= half >> 4)
            break;
        count++;
    }
    return count;
}

static void put_rules(struct pen *pen, const struct handmade *table)
{
    uint32_t begin = pen->at;
    uint32_t count = table->shorts_count + table->rules_count;

    if (count == 0)
        return;
    put(pen, count, 2);
    put(pen, table->exidx_first ? table->exidx_first : count + 1, 2);
    put(pen, table->shorts_count, 2);
    put(pen, count_runs(table), 2);
    for (uint32_t i = 0; i < table->shorts_count; i++)
        put(pen, table->shorts[i], 2);
    align(pen, begin);
    for (uint32_t i = 0; i < table->rules_count; i++)
        put(pen, table->rules[i], 4);
}

static void put_long_rules(struct pen *pen, const struct handmade *table)
{
    for (uint32_t i = 0; i < table->long_rules_size; i++)
        put(pen, table->long_rules[i / 4] >> 8 * (i % 4) & 0xff, 1);
}

static void put_foreign(struct pen *pen, const struct handmade *table)
{
    const struct handmade_foreign *foreign = table->foreign;

    if (!foreign)
        return;
    put(pen, foreign->number, 4);
    put(pen, foreign->base, 4);
    for (uint32_t i = 0; i < 4; i++)
        put(pen, foreign->sizes[i], 4);
    for (uint32_t i = 0; i < 4; i++) {
        put_bytes(pen, foreign->parts[i], foreign->sizes[i]);
        align(pen, 0);
    }
}

static void put_nothing(struct pen *pen, const struct handmade *table)
{
    (void)pen;
    (void)table;
}

/* The sections of SPEC.md in their order; empty ones are left out. The last is the extra one. */
#define SECTIONS      8
#define EXTRA_SECTION 7
static void (*const put_section[SECTIONS])(struct pen *, const struct handmade *) = {
    put_ranges, put_index,      put_entries, put_rows,
    put_rules,  put_long_rules, put_foreign, put_nothing,
};

/* The section that stands at PLACE. */
static uint32_t section_at(const struct handmade *table, uint32_t place)
{
    return (place + table->rotation) % SECTIONS;
}

static void measure(const struct handmade *table, uint32_t *size_bytes)
{
    static uint8_t scratch[HANDMADE_SIZE_MAX];

    for (uint32_t i = 0; i < SECTIONS; i++) {
        struct pen pen = {scratch, 0};
        put_section[i](&pen, table);
        size_bytes[i] = pen.at;
    }
}

static bool is_there(const struct handmade *table, const uint32_t *size_bytes, uint32_t section)
{
    return section == EXTRA_SECTION ? table->extra_type != 0 : size_bytes[section] > 0;
}

static void put_directory(struct pen *pen, const struct handmade *table, const uint32_t *size_bytes)
{
    for (uint32_t place = 0; place < SECTIONS; place++) {
        uint32_t section = section_at(table, place);
        if (!is_there(table, size_bytes, section))
            continue;
        put(pen, section == EXTRA_SECTION ? table->extra_type : section + 1, 2);
        put(pen, section == EXTRA_SECTION ? table->extra_flags : 1, 2);
        put(pen, size_bytes[section], 4);
    }
}

uint32_t handmade_write(const struct handmade *table, uint8_t *out)
{
    struct pen pen = {out, 0};
    uint32_t size_bytes[SECTIONS];
    uint32_t sections_count = 0;

    measure(table, size_bytes);
    for (uint32_t i = 0; i < SECTIONS; i++)
        sections_count += is_there(table, size_bytes, i);
    put(&pen, 0x4e4242b0, 4);
    put(&pen, 1, 1);
    put(&pen, 0, 1);
    put(&pen, sections_count, 1);
    put(&pen, table->build_id_size, 1);
    put(&pen, 0, 4);
    put(&pen, 0, 4);
    put(&pen, table->code_crc, 4);
    put_bytes(&pen, table->build_id, table->build_id_size);
    align(&pen, 0);
    put_directory(&pen, table, size_bytes);
    for (uint32_t place = 0; place < SECTIONS; place++) {
        put_section[section_at(table, place)](&pen, table);
        align(&pen, 0);
    }
    handmade_seal(out, pen.at);
    return pen.at;
}

void handmade_seal(uint8_t *out, uint32_t size_bytes)
{
    struct pen size = {out, 8};
    struct pen crc = {out, 12};

    put(&size, size_bytes, 4);
    put(&crc, handmade_crc32(handmade_crc32(0, out, 12), out + 16, size_bytes - 16), 4);
}

uint32_t handmade_crc32(uint32_t crc, const uint8_t *bytes, uint32_t size_bytes)
{
    crc = ~crc;
    for (uint32_t i = 0; i < 8 * size_bytes; i++) {
        uint32_t bit = (uint32_t)bytes[i / 8] >> i % 8 & 1;
        crc = crc >> 1 ^ ((crc ^ bit) & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}
