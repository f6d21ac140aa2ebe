/* SPDX-License-Identifier: MIT */
/*
 * Rows from .ARM.exidx and .ARM.extab. An entry tells how to unwind from the calls of a function; it is taken for the
 * whole of it. It is read as the core reads it: nothing proves such rows, whoever read them, and so the table says
 * where they come from.
 */
#include "core/foreign/exidx.h"

#include "elf/exidx_entries.h"
#include "rows/core_env.h"
#include "rows/rows.h"
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
