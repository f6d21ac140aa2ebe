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

static uint32_t samples_count(const struct handmade_range *range)
{
    return (range->rows_count + 15) / 16;
}

static uint32_t rows_bytes(const struct handmade_range *range)
{
    return (4 * samples_count(range) + 2 * range->rows_count + 3) & ~3u;
}

static uint32_t range_bytes(const struct handmade_range *range, uint32_t rows_count)
{
    uint32_t halfwords = 0;

    for (uint32_t i = 0; i < rows_count; i++)
        halfwords += range->rows[i].halfwords;
    return 2 * halfwords;
}

static void put_ranges(struct pen *pen, const struct handmade *table)
{
    uint32_t rows = 0;

    for (uint32_t i = 0; i < table->ranges_count; i++) {
        const struct handmade_range *range = &table->ranges[i];
        put(pen, range->start, 4);
        put(pen, range_bytes(range, range->rows_count), 4);
        put(pen, rows, 4);
        put(pen, range->rows_count, 4);
        rows += rows_bytes(range);
    }
}

static void put_rows(struct pen *pen, const struct handmade *table)
{
    uint32_t begin = pen->at;

    for (uint32_t i = 0; i < table->ranges_count; i++) {
        const struct handmade_range *range = &table->ranges[i];
        align(pen, begin);
        for (uint32_t sample = 0; sample < samples_count(range); sample++)
            put(pen, range_bytes(range, 16 * sample), 4);
        for (uint32_t row = 0; row < range->rows_count; row++)
            put(pen, range->rows[row].halfwords, 1);
        for (uint32_t row = 0; row < range->rows_count; row++)
            put(pen, range->rows[row].rule < 255 ? range->rows[row].rule : 255, 1);
    }
}

static void put_rules(struct pen *pen, const struct handmade *table)
{
    if (table->rules_count == 0)
        return;
    put(pen, table->rules_count, 2);
    put(pen, table->exidx_first ? table->exidx_first : table->rules_count + 1, 2);
    for (uint32_t i = 0; i < table->rules_count; i++)
        put(pen, table->rules[i], 4);
}

static void put_long_rules(struct pen *pen, const struct handmade *table)
{
    put_bytes(pen, table->long_rules, table->long_rules_size);
}

static void put_wide(struct pen *pen, const struct handmade *table)
{
    for (uint32_t i = 0; i < table->ranges_count; i++)
        for (uint32_t row = 0; row < table->ranges[i].rows_count; row++) {
            const struct handmade_range *range = &table->ranges[i];
            if (range->rows[row].rule < 255)
                continue;
            put(pen, range->start + range_bytes(range, row), 4);
            put(pen, range->rows[row].rule, 2);
            put(pen, 0, 2);
        }
}

static void put_nothing(struct pen *pen, const struct handmade *table)
{
    (void)pen;
    (void)table;
}

/* The sections of SPEC.md in their order; empty ones are left out. The last is the extra one. */
#define SECTIONS      6
#define EXTRA_SECTION 5
static void (*const put_section[SECTIONS])(struct pen *, const struct handmade *) = {
    put_ranges, put_rows, put_rules, put_long_rules, put_wide, put_nothing,
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
