/* SPDX-License-Identifier: MIT */
/* Writes each variant of chrome2, counts its bytes, and warns about functions that are left out. */
#include "formats/chrome2/chrome2_encode.h"

#include <stdlib.h>
#include <string.h>

#include "core/foreign/chrome2.h"
#include "formats/chrome2/chrome2_bytecode.h"
#include "formats/chrome2/chrome2_naive.h"
#include "formats/chrome2/chrome2_rows.h"
#include "util/diag.h"

static void add_share(struct format_parts *out, const char *name, uint32_t bytes)
{
    if (bytes)
        format_add_share(out, name, bytes);
}

static void add_shares(struct format_parts *out, const struct chrome2_sizes *sizes)
{
    add_share(out, "words", sizes->header);
    add_share(out, "page table", sizes->pages);
    add_share(out, "bit vector", sizes->vector);
    add_share(out, "function table", sizes->functions);
    add_share(out, "gaps in function table", sizes->fillers);
    add_share(out, "offsets", sizes->offsets);
    add_share(out, "instructions", sizes->instructions);
}

/* Counts the functions that have a refusal (cannot be unwound) at one address or more. */
static size_t count_refused(const struct chrome2_rows *rows)
{
    size_t refusal = byte_pool_find(rows->sequences, chrome2_refusal, sizeof(chrome2_refusal));
    size_t count = 0;

    for (size_t i = 0; i < rows->functions_count; i++) {
        const struct chrome2_function *function = &rows->function[i];
        size_t k = 0;
        while (k < function->states_count && function->states[k].sequence != refusal)
            k++;
        count += k < function->states_count;
    }
    return count;
}

static void report_missing_rules(const struct image *image, const struct chrome2_rows *rows,
                                 size_t without_room)
{
    const struct format_drop drops[] = {
        {"with a rule that the format cannot express", count_refused(rows)},
        {"too far from the other functions", rows->far},
        {"for which the table has no room", without_room},
    };

    format_warn_drops(image, "chrome2", rows->functions_count + rows->far, drops,
                      sizeof(drops) / sizeof(drops[0]));
}

/*
 * Writes the second part: a table for the addresses where ALL differs from ROWS, which the first
 * part describes.
 */
static void add_rest(struct format_parts *out, const struct chrome2_rows *rows,
                     const struct chrome2_rows *all)
{
    struct chrome2_rows rest = {.text = rows->text, .sequences = rows->sequences};
    struct chrome2_sizes sizes;

    chrome2_subtract(&rest, all, rows);
    if (rest.functions_count)
        chrome2_write(&out->part[1], CHROME2_SHIPPED, rest.function, rest.functions_count,
                      rest.sequences, &sizes);
    add_share(out, "second table", (uint32_t)out->part[1].size);
    chrome2_rows_free(&rest);
}

static void write_tables(struct format_parts *out, enum chrome2_variant variant,
                         const struct chrome2_rows *rows, struct chrome2_sizes *sizes)
{
    uint32_t addresses;

    memset(sizes, 0, sizeof(*sizes));
    if (variant == CHROME2_NAIVE) {
        addresses = chrome2_naive_write(&out->part[0], rows->function, rows->functions_count,
                                        rows->sequences);
        add_share(out, "address table", addresses);
        add_share(out, "function table", (uint32_t)out->part[0].size - addresses);
        return;
    }
    chrome2_write(&out->part[0], variant, rows->function, rows->functions_count, rows->sequences,
                  sizes);
    add_shares(out, sizes);
}

int chrome2_encode(const struct format *format, const struct reference *reference,
                   struct format_parts *out)
{
    enum chrome2_variant variant = (enum chrome2_variant)format->variant;
    struct byte_pool sequences = {0};
    struct chrome2_rows rows = {.sequences = &sequences};
    struct chrome2_rows all = {.sequences = &sequences};
    struct chrome2_sizes sizes;

    chrome2_find_text(&reference->list, &rows.text);
    all.text = rows.text;
    out->base = rows.text.start;
    chrome2_gather(&rows, reference, variant != CHROME2_3A);
    write_tables(out, variant, &rows, &sizes);
    if (variant == CHROME2_3B) {
        chrome2_gather(&all, reference, false);
        add_rest(out, &rows, &all);
    }
    report_missing_rules(reference->image, variant == CHROME2_3B ? &all : &rows,
                         sizes.without_room);
    chrome2_rows_free(&rows);
    chrome2_rows_free(&all);
    byte_pool_free(&sequences);
    return STATUS_GOOD;
}
