/* SPDX-License-Identifier: MIT */
#include "formats/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "encode/container.h"
#include "formats/cfi_dictionary/dictionary_variants.h"
#include "formats/chrome1/chrome1_writer.h"
#include "formats/chrome2/chrome2_writer.h"
#include "formats/exidx_writer.h"
#include "formats/groups/groups_writer.h"
#include "util/diag.h"

/* The first of a number says how its tables are usually read. */
static const struct format formats[] = {
    {"chrome1", FORMAT_FOREIGN_CHROME1, CHROME1_COUNT_OF_BYTES, &bobbin_chrome1, chrome1_encode},
    {"chrome1:rows", FORMAT_FOREIGN_CHROME1, CHROME1_COUNT_OF_ROWS, &bobbin_chrome1,
     chrome1_encode},
    {"chrome1:profiler", FORMAT_FOREIGN_CHROME1, CHROME1_COUNT_OF_ROWS, &bobbin_chrome1_profiler,
     chrome1_encode},
    {"chrome2", FORMAT_FOREIGN_CHROME2, CHROME2_SHIPPED, &bobbin_chrome2, chrome2_encode},
    {"chrome2:3a", FORMAT_FOREIGN_CHROME2, CHROME2_3A, &bobbin_chrome2, chrome2_encode},
    {"chrome2:3b", FORMAT_FOREIGN_CHROME2, CHROME2_3B, &bobbin_chrome2, chrome2_encode},
    {"chrome2:4", FORMAT_FOREIGN_CHROME2, CHROME2_SHIPPED, &bobbin_chrome2_simulating,
     chrome2_encode},
    {"chrome2:document", CHROME2_DOCUMENT_NUMBER, CHROME2_DOCUMENT, &chrome2_document_reader,
     chrome2_encode},
    {"chrome2:naive", CHROME2_NAIVE_NUMBER, CHROME2_NAIVE, &chrome2_naive_reader, chrome2_encode},
    {"dictionary", FORMAT_FOREIGN_DICTIONARY, 0, &bobbin_dictionary, cfi_encode_flat},
    {"dictionary:two-level", FORMAT_FOREIGN_DICTIONARY_TWO_LEVEL, 0, &bobbin_dictionary_two_level,
     cfi_encode_two_level},
    {"dictionary:two-level-lengths", CFI_TWO_LEVEL_LENGTHS, 0, &cfi_two_level_lengths,
     cfi_encode_lengths},
    {"dictionary:bits", CFI_BITS, CFI_BITS_DOMINANT, &cfi_bits, cfi_encode_bits},
    {"dictionary:starts", CFI_STARTS, CFI_BITS_STARTS, &cfi_starts, cfi_encode_bits},
    {"dictionary:deltas", CFI_DELTAS, 0, &cfi_deltas, cfi_encode_deltas},
    {"dictionary:split", CFI_SPLIT, 0, &cfi_split, cfi_encode_split},
    {"dictionary:bodies", CFI_BODIES, CFI_BODIES_RARE, &cfi_bodies, cfi_encode_bodies},
    {"dictionary:forward", CFI_FORWARD, CFI_BODIES_ALONE, &cfi_forward, cfi_encode_bodies},
    {"exidx", FORMAT_FOREIGN_EXIDX, 0, &bobbin_exidx, exidx_encode},
    {"groups", FORMAT_FOREIGN_GROUPS, GROUPS_LAYOUT_12, &bobbin_groups, groups_encode},
    {"groups:16", FORMAT_FOREIGN_GROUPS, GROUPS_LAYOUT_16, &bobbin_groups, groups_encode},
    {"groups:2018", FORMAT_FOREIGN_GROUPS, GROUPS_LAYOUT_2018, &bobbin_groups, groups_encode},
    {"groups:pages", FORMAT_FOREIGN_GROUPS, GROUPS_LAYOUT_PAGES, &bobbin_groups, groups_encode},
};

#define FORMATS (sizeof(formats) / sizeof(formats[0]))

const struct format *format_named(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
    return NULL;
}

const struct format *format_at(size_t number)
{
    return number < FORMATS ? &formats[number] : NULL;
}

const struct bobbin_foreign *format_reader(const struct bobbin_table *table)
{
    const uint8_t *foreign = foreign_section(table);
    size_t left = foreign ? (size_t)(table->bytes + table->size_bytes - foreign) : 0;
    uint32_t number;

    if (left < FORMAT_FOREIGN_HEADER_BYTES || left > table->size_bytes)
        return NULL;
    number = bytes_u32(foreign + FORMAT_FOREIGN_NUMBER);
    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].number == number)
            return formats[i].reader;
    return NULL;
}

/* ---- for writers ------------------------------------------------------------------------------------ */

void format_add_share(struct format_parts *out, const char *name, size_t bytes)
{
    size_t i = 0;

    while (out->share[i].name)
        i++;
    out->share[i] = (struct format_share){name, (uint32_t)bytes};
}

void format_warn_drops(const struct image *image, const char *what, size_t functions,
                       const struct format_drop *drops, size_t count)
{
    char text[300] = "";
    size_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        if (drops[i].functions)
            snprintf(text + used, sizeof(text) - used, "%s%zu %s", used ? ", " : "",
                     drops[i].functions, drops[i].why);
        sum += drops[i].functions;
    }
    if (sum)
        diag_warning(image->path, "%s %zu of %zu functions out: %s", what, sum, functions, text);
}

/* ---- writing -------------------------------------------------------------------------------------- */

static void write_ranges(struct buffer *out, const struct reference *reference)
{
    const struct row_list *list = &reference->list;
    uint32_t foreign = FORMAT_HEADER_BYTES + ((reference->image->build_id_size + 3) & ~3u) +
                       (uint32_t)list->ranges_count * FORMAT_RANGE_BYTES;

    for (size_t i = 0; i < list->ranges_count; i++) {
        uint8_t record[FORMAT_RANGE_BYTES] = {[FORMAT_RANGE_HOW] =
                                                  FORMAT_HOW_CODE | FORMAT_HOW_FOREIGN};
        size_t at = out->size;
        buffer_put(out, record, sizeof(record));
        buffer_set_u32(out, at + FORMAT_RANGE_START, list->range[i].start);
        buffer_set_u32(out, at + FORMAT_RANGE_SIZE, list->range[i].size_bytes);
        buffer_set_u32(out, at + FORMAT_RANGE_ROWS, foreign);
    }
}

static void write_foreign(struct buffer *out, const struct format *format,
                          const struct format_parts *parts)
{
    buffer_u32(out, format->number);
    buffer_u32(out, parts->base);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        buffer_u32(out, (uint32_t)parts->part[i].size);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++) {
        buffer_put(out, parts->part[i].bytes, parts->part[i].size);
        buffer_align(out, 4);
    }
}

static void measure(struct format_sizes *sizes, const struct format_parts *parts, size_t total)
{
    sizes->header = (uint32_t)total;
    sizes->elsewhere_bytes = parts->elsewhere_bytes;
    memcpy(sizes->share, parts->share, sizeof(sizes->share));
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        sizes->header -= (uint32_t)parts->part[i].size;
}

int format_encode(const struct format *format, const struct reference *reference, uint8_t **bytes,
                  uint32_t *size_bytes, struct format_sizes *sizes)
{
    struct format_parts parts = {0};
    struct buffer ranges = {0}, foreign = {0}, out = {0};
    const struct container container = {.ranges = &ranges, .body = &foreign};
    int status = STATUS_GOOD;

    if (reference->image->build_id_size > FORMAT_BUILD_ID_MAX)
        status =
            diag_error(reference->image->path, "a build id of %u bytes, beyond the table format",
                       reference->image->build_id_size);
    if (status == STATUS_GOOD)
        status = format->write(format, reference, &parts);
    if (status == STATUS_GOOD) {
        write_ranges(&ranges, reference);
        write_foreign(&foreign, format, &parts);
        container_write(&out, reference, &container);
        measure(sizes, &parts, out.size);
        *bytes = out.bytes;
        *size_bytes = (uint32_t)out.size;
    }
    free(ranges.bytes);
    free(foreign.bytes);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        free(parts.part[i].bytes);
    return status;
}
