/* SPDX-License-Identifier: MIT */
#include "handmade.h"

#include <stdbool.h>
#include <stdlib.h>

/* AT is the offset of the next byte. */
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

static void align(struct pen *pen, uint32_t unit)
{
    while (pen->at % unit)
        put(pen, 0, 1);
}

/* ---- entries and rows ------------------------------------------------------------------------ */

/* True if ENTRY has a record in ROWS. */
static bool has_record(const struct handmade_entry *entry)
{
    return entry->without || entry->rows_count;
}

/*
 * The longest length or distance of one row. More takes several rows: of length 0 for a distance,
 * with the same rule for a length.
 */
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

/* Returns the number of rows written. */
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

static void put_record(struct pen *pen, const struct handmade_entry *entry)
{
    uint8_t *count = pen->bytes + pen->at + 3;

    put(pen, entry->rule, 2);
    put(pen, entry->without, 1);
    put(pen, 0, 1);
    for (uint32_t i = 0; i < entry->rows_count; i++)
        *count = (uint8_t)(*count + put_long_row(pen, &entry->rows[i]));
    align(pen, 2);
}

/* ---- pages ----------------------------------------------------------------------------------- */

static void put_in_page(struct pen *pen, const struct handmade_entry *entry, uint32_t start)
{
    uint32_t number = entry->rule;

    if (number > 0x1fff || has_record(entry))
        abort();
    put(pen, start, 1);
    if (number >= 0xe0 || entry->wide) {
        put(pen, number & 0xff, 1);
        put(pen, start, 1);
        number = 0xe0 | number >> 8;
    }
    put(pen, number, 1);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

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

/* RECORD_AT is the offset of the entry's record in the range's part of ROWS. */
static uint32_t number_of(const struct handmade_entry *entry, uint32_t record_at)
{
    uint32_t number = has_record(entry) ? 0x8000 | record_at : entry->rule;

    if (number > 0xffff)
        abort();
    return number;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static uint32_t range_bytes(const struct handmade_range *range)
{
    uint32_t halfwords = 0;

    for (uint32_t i = 0; i < range->entries_count; i++)
        halfwords += range->entries[i].halfwords;
    return 2 * halfwords;
}

/* One pen for each part that all ranges share. */
enum { ROWS, ENTRIES, INDEX, PARTS };
struct pens {
    struct pen part[PARTS];
};

/*
 * Writes the entries of RANGE, and to INDEX the number of entries before each group and each page.
 */
static void put_pages(const struct handmade_range *range, struct pen *entries, struct pen *index)
{
    uint32_t shift = range->unit_shift + 8;
    uint32_t pages = ((range_bytes(range) - 1) >> shift) + 1;
    uint32_t entries_from = entries->at;
    static uint32_t before[HANDMADE_SIZE_MAX];
    uint32_t at = 0, page = 0;

    for (uint32_t i = 0; i < range->entries_count; i++) {
        for (; page <= at >> shift; page++)
            before[page] = (entries->at - entries_from) / 2;
        put_in_page(entries, &range->entries[i], at >> range->unit_shift & 0xff);
        at += 2 * range->entries[i].halfwords;
    }
    for (; page <= pages; page++)
        before[page] = (entries->at - entries_from) / 2;
    for (page = 0; page < pages; page += 1u << range->group_shift)
        put(index, before[page], 2);
    for (page = 0; page <= pages; page++)
        put(index, before[page] & 0xff, 1);
}

/*
 * Writes the entries of RANGE and their rows. For each block, INDEX gets the offset of its first
 * entry and the halfwords of that entry before the block.
 */
static void put_blocks(const struct handmade_range *range, struct pens *pens)
{
    uint32_t shift = range->unit_shift + 8;
    struct pen *rows = &pens->part[ROWS], *entries = &pens->part[ENTRIES];
    uint32_t entries_from = entries->at, rows_from = rows->at;
    static uint8_t scratch[HANDMADE_SIZE_MAX];
    struct pen before = {scratch, 0};
    uint64_t at = 0, block = 0;

    for (uint32_t i = 0; i < range->entries_count; i++) {
        const struct handmade_entry *entry = &range->entries[i];
        uint64_t end = at + 2 * entry->halfwords;
        for (; block << shift < end; block++) {
            uint64_t halfwords = ((block << shift) - at) / 2;
            put(&pens->part[INDEX], entries->at - entries_from, 2);
            put(&before, halfwords < 255 ? (uint32_t)halfwords : 255, 1);
        }
        put_in_block(entries, entry, number_of(entry, rows->at - rows_from));
        if (has_record(entry))
            put_record(rows, entry);
        at = end;
    }
    put_bytes(&pens->part[INDEX], before.bytes, before.at);
    put(&pens->part[INDEX], 0, 1);
}

/* The bytes of the range's INDEX before its u8 values: the u16 values of groups or blocks. */
static uint32_t before_counts(const struct handmade_range *range)
{
    uint32_t pages = ((range_bytes(range) - 1) >> (range->unit_shift + 8)) + 1;

    return range->how & HOW_CODE ? 2 * pages : 2 * (((pages - 1) >> range->group_shift) + 1);
}

/*
 * Writes RANGES, and the entries, rows and index of each range to PENS. FROM has the offsets of the
 * three parts.
 */
static void put_ranges(struct pen *pen, const struct handmade *table, const uint32_t *from,
                       struct pens *pens)
{
    for (uint32_t i = 0; i < table->ranges_count; i++) {
        const struct handmade_range *range = &table->ranges[i];
        uint32_t index = from[INDEX] + pens->part[INDEX].at;
        put(pen, range->start, 4);
        put(pen, range->how & HOW_CODE ? 0 : range_bytes(range), 4);
        put(pen, index, 4);
        put(pen, index + before_counts(range), 4);
        put(pen, from[ENTRIES] + pens->part[ENTRIES].at, 4);
        put(pen, range->unit_shift, 1);
        put(pen, range->how, 1);
        put(pen, range->group_shift, 1);
        put(pen, range->ahead, 1);
        put(pen, range_bytes(range), 4);
        put(pen, from[ROWS] + pens->part[ROWS].at, 4);
        if (range->how & HOW_CODE)
            put_blocks(range, pens);
        else
            put_pages(range, &pens->part[ENTRIES], &pens->part[INDEX]);
        align(&pens->part[INDEX], 2);
    }
}

/* Writes RANGES of a table in another format, which is at offset FOREIGN. */
static void put_bare_ranges(struct pen *pen, const struct handmade *table, uint32_t foreign)
{
    for (uint32_t i = 0; i < table->ranges_count; i++) {
        put(pen, table->ranges[i].start, 4);
        for (uint32_t word = 0; word < 4; word++)
            put(pen, 0, 4);
        put(pen, (HOW_CODE | HOW_FOREIGN) << 8, 4);
        put(pen, range_bytes(&table->ranges[i]), 4);
        put(pen, foreign, 4);
    }
}

static bool has_blocks(const struct handmade *table)
{
    for (uint32_t i = 0; i < table->ranges_count; i++)
        if (table->ranges[i].how & HOW_CODE)
            return true;
    return false;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void put_rules(struct pen *pen, const struct handmade *table)
{
    for (uint32_t i = 0; i < table->shorts_count; i++)
        put(pen, table->shorts[i], 2);
    align(pen, 4);
    for (uint32_t i = 0; i < table->rules_count; i++)
        put(pen, table->rules[i], 4);
    for (uint32_t i = 0; i < table->long_rules_count; i++)
        put(pen, table->long_rules[i], 4);
}

static void put_foreign(struct pen *pen, const struct handmade_foreign *foreign)
{
    put(pen, foreign->number, 4);
    put(pen, foreign->base, 4);
    for (uint32_t i = 0; i < 4; i++)
        put(pen, foreign->sizes[i], 4);
    for (uint32_t i = 0; i < 4; i++) {
        put_bytes(pen, foreign->parts[i], foreign->sizes[i]);
        align(pen, 4);
    }
}

/* Writes header and build id. handmade_seal sets size and checksum. */
static void put_header(struct pen *pen, const struct handmade *table)
{
    put(pen, 0x4e4242b0, 4);
    put(pen, 1, 1);
    put(pen, 0, 1);
    put(pen, 0, 1);
    put(pen, table->build_id_size, 1);
    put(pen, 0, 4);
    put(pen, 0, 4);
    put(pen, table->code_crc, 4);
    put(pen, table->ranges_count, 2);
    put(pen, table->shorts_count, 2);
    put_bytes(pen, table->build_id, table->build_id_size);
    align(pen, 4);
}

/* Sets FROM to the offset of each part of PENS. The first part follows AT. */
static void place_parts(const struct handmade *table, const struct pens *pens, uint32_t at,
                        uint32_t *from)
{
    for (uint32_t place = 0; place < PARTS; place++) {
        uint32_t part = (place + table->rotation) % PARTS;
        at += at % 2;
        from[part] = at;
        at += pens->part[part].at;
    }
}

/*
 * Zeros after the parts. A reader of blocks refuses an entry or row with less than 7 bytes of the
 * table after its start.
 */
#define AHEAD 6u

static void put_parts(struct pen *pen, const struct handmade *table, const struct pens *pens)
{
    for (uint32_t place = 0; place < PARTS; place++) {
        const struct pen *part = &pens->part[(place + table->rotation) % PARTS];
        align(pen, 2);
        put_bytes(pen, part->bytes, part->at);
    }
    for (uint32_t i = 0; has_blocks(table) && i < AHEAD; i++)
        put(pen, 0, 1);
}

/* Writes RANGES, RULES and the parts of a table in Bobbin's own format. */
static void put_own(struct pen *pen, const struct handmade *table)
{
    static uint8_t scratch[PARTS][HANDMADE_SIZE_MAX], rules_scratch[HANDMADE_SIZE_MAX];
    struct pens empty = {{{scratch[ROWS], 0}, {scratch[ENTRIES], 0}, {scratch[INDEX], 0}}};
    uint32_t from[PARTS] = {0};
    struct pen rules = {rules_scratch, 0}, ranges = *pen;
    struct pens pens = empty;

    put_rules(&rules, table);
    put_ranges(&ranges, table, from, &pens); /* first pass, to get the sizes of the parts */
    place_parts(table, &pens, ranges.at + rules.at, from);
    pens = empty;
    put_ranges(pen, table, from, &pens);
    put_bytes(pen, rules.bytes, rules.at);
    put_parts(pen, table, &pens);
}

uint32_t handmade_write(const struct handmade *table, uint8_t *out)
{
    struct pen pen = {out, 0};

    put_header(&pen, table);
    if (table->foreign) {
        put_bare_ranges(&pen, table, pen.at + RANGE_BYTES * table->ranges_count);
        put_foreign(&pen, table->foreign);
    } else {
        put_own(&pen, table);
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
