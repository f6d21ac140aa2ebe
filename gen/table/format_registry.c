/* SPDX-License-Identifier: MIT */
/* Lists all formats other than Bobbin's own, and finds one by name, number or table. */
#include "table/format_registry.h"

#include <string.h>

#include "core/format/bytes.h"
#include "formats/cfi_dictionary/dictionary_variants.h"
#include "formats/chrome1/chrome1_encode.h"
#include "formats/chrome1/chrome1_writer.h"
#include "formats/chrome2/chrome2_document_reader.h"
#include "formats/chrome2/chrome2_encode.h"
#include "formats/chrome2/chrome2_naive.h"
#include "formats/chrome2/chrome2_writer.h"
#include "formats/exidx_writer.h"
#include "formats/groups/groups_writer.h"

/*
 * If several formats have the same format number, the first one has the reader that is used by
 * default.
 */
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

struct bobbin_env format_env(const struct image *image, const struct bobbin_table *table)
{
    return core_env(image, table, format_reader(table));
}
