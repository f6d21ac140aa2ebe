/* SPDX-License-Identifier: MIT */
#include "cli/table_verb.h"

#include <stdlib.h>

#include "cli/debug_options.h"
#include "cli/table_options.h"
#include "elf/section_store.h"
#include "table/embedded_table.h"
#include "util/diag.h"

/* Builds a new table in the setting or the format that OPTIONS name. */
static int build(struct table *table, const struct image *image, const struct options *options)
{
    const struct row_options rows = table_row_options(options);
    int status = table_build_reference(table, image, &rows);

    if (status != STATUS_GOOD)
        return status;
    table->budget_bytes = options->budget_bytes;
    table->entry_rules = options->entry_rules;
    status = options->format ? table_encode_foreign(table, image, options->format)
                             : table_encode(table, image, options->setting);
    if (status != STATUS_GOOD)
        table_free(table);
    return status;
}

/*
 * Builds only the reference if the table in IMAGE is usable and the user wants no other table.
 * Otherwise builds a new table.
 */
static int build_if_needed(struct table *table, const struct image *image,
                           const struct options *options)
{
    const struct row_options rows = table_row_options(options);
    struct bobbin_table embedded;

    if (!options->format && !options->setting_named &&
        table_open_embedded(image, &embedded) == BOBBIN_TABLE_OK)
        return table_build_reference(table, image, &rows);
    return build(table, image, options);
}

static int run(const struct options *options, table_verb_work work,
               int (*make)(struct table *table, const struct image *image,
                           const struct options *options))
{
    struct image image;
    struct table table;
    int status = debug_options_open(&image, options);

    if (status != STATUS_GOOD)
        return status;
    status = make(&table, &image, options);
    if (status == STATUS_GOOD) {
        status = work(&image, &table, options);
        if (status == STATUS_GOOD && table.has_no_rules)
            status = STATUS_PROBLEMS;
        table_free(&table);
    }
    image_close(&image);
    return status;
}

int table_verb_run(const struct options *options, table_verb_work work)
{
    return run(options, work, build);
}

int table_verb_run_embedded(const struct options *options, table_verb_work work)
{
    return run(options, work, build_if_needed);
}

int table_verb_store_facts(struct buffer *file, const char *path, const struct table *table)
{
    struct buffer text = {0};
    int status = STATUS_GOOD;

    row_facts_write(&table->reference.facts, &text);
    if (text.size)
        status = section_store(file, path, ROW_FACTS_SECTION, text.bytes, (uint32_t)text.size);
    free(text.bytes);
    return status;
}
