/* SPDX-License-Identifier: MIT */
/*
 * Makes rows from .ARM.exidx and .ARM.extab. For the stage reference.
 *
 * An entry is meant for the calls within its function, but its rule becomes the row of the whole
 * function. The entries are read with the core's own reader. Nothing proves these rows, so a second
 * reader would add no safety; the table marks each of them as a rule from exidx.
 */
#include "rows/exidx_rows.h"

#include "core/foreign/exidx.h"

#include "elf/exidx_entries.h"
#include "rows/core_env.h"
#include "util/diag.h"

static bool rule_of_entry(struct exidx *exidx, const struct image *image,
                          const struct exidx_entry *entry, struct bobbin_rule *rule)
{
    const struct image_section *section;
    uint32_t address;

    exidx->data_bytes = 0;
    if (exidx_entry_in_extab(entry, &address) && (section = image_section_at(image, address))) {
        exidx->data = section->address;
        exidx->data_bytes = section->size_bytes;
    }
    *rule = rule_of_form(BOBBIN_FORM_FRAME);
    rule->cfa_register = BOBBIN_SP;
    return exidx_read_entry(exidx, entry->address, entry->word, rule) == BOBBIN_STOP_NONE &&
           rule_is_sane(rule);
}

int exidx_rows(struct rows *rows, const struct image *image)
{
    static const struct bobbin_table none;
    struct bobbin_env env = core_env(image, &none, &bobbin_exidx);
    struct bobbin_cursor cursor = {.reading = {.env = &env}};
    struct exidx exidx = {.cursor = &cursor};
    struct exidx_walk walk = {.image = image};
    const struct exidx_entry *entry = &walk.entry;
    struct bobbin_rule rule;

    while (exidx_walk_next(&walk))
        if (entry->end > entry->start && rule_of_entry(&exidx, image, entry, &rule))
            rows_add(rows, entry->start, entry->end, &rule, ROW_EXIDX);
    return STATUS_GOOD;
}
