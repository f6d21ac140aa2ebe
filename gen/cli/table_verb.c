/* SPDX-License-Identifier: MIT */
#include "cli/table_verb.h"

#include "discover/open_image.h"
#include "table/embedded_table.h"
#include "util/diag.h"

/* A fresh table, of the setting or the format that is asked for. */
static int build(struct table *table, const struct image *image, const struct options *options)
{
    int status = table_refer(table, image, &options->rows);

    if (status != STATUS_GOOD)
        return status;
    table->budget_bytes = options->budget_bytes;
    status = options->format ? table_encode_foreign(table, image, options->format)
                             : table_encode(table, image, options->setting);
    if (status != STATUS_GOOD)
        table_free(table);
    return status;
}

static int run_on_image(const struct table_verb *verb, const struct options *options)
{
    struct image image;
    struct table table;
    struct bobbin_table embedded;
    int status = image_open(&image, options->image);

    if (status != STATUS_GOOD)
        return status;
    if (verb->looks && !options->format && !options->setting_named &&
        table_embedded(&image, &embedded) == BOBBIN_TABLE_OK)
        status = table_refer(&table, &image, &options->rows);
    else
        status = build(&table, &image, options);
    if (status == STATUS_GOOD) {
        status = verb->run(&image, &table, options);
        if (status == STATUS_GOOD && table.blind)
            status = STATUS_PROBLEMS;
        table_free(&table);
    }
    image_close(&image);
    return status;
}

int table_verb_run(const struct table_verb *verb, int argc, char **argv)
{
    struct options options;
    int status = options_parse(&options, argc, argv, verb->taken, verb->help);

    if (status == STATUS_GOOD)
        status = run_on_image(verb, &options);
    options_free(&options);
    return status == OPTIONS_DONE ? STATUS_GOOD : status;
}
