/* SPDX-License-Identifier: MIT */
#include "table_verb.h"

#include "diag.h"

static int run_on_image(const struct table_verb *verb, const struct options *options)
{
    struct image image;
    struct table table;
    struct bobbin_table embedded;
    int status = image_open(&image, options->image);

    if (status != STATUS_GOOD)
        return status;
    if (verb->looks && !options->setting_named &&
        table_embedded(&image, &embedded) == BOBBIN_TABLE_OK)
        status = table_refer(&table, &image, &options->rows);
    else
        status = table_build(&table, &image, &options->rows, options->setting);
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
