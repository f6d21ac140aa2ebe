/* SPDX-License-Identifier: MIT */
/* bobbin table: the table as a file. */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "diag.h"
#include "object.h"
#include "options.h"
#include "output.h"
#include "table.h"
#include "verbs.h"

static const char help[] =
    "usage: bobbin table IMAGE -o OUT [--format=bobbin] [--table-only] [--root=SYMBOL]...\n\n"
    "Writes the unwind table of IMAGE to OUT: as an object file with the section .bobbin if OUT "
    "ends\n"
    "in .o, else as it is. \"-\" is standard output.\n\n"
    "  --format=FORMAT  bobbin, the only one\n"
    "  --table-only     every row explicit, for code that cannot be read on the target (the "
    "default)\n"
    "  --root=SYMBOL    traces end well in this function, as they do in the ELF entry\n";

static int write_table(const struct table *table, const char *path)
{
    size_t length = strlen(path);
    struct buffer object = {0};
    int status;

    if (length < 2 || strcmp(path + length - 2, ".o") != 0)
        return output_write(path, table->bytes, table->size_bytes, NULL);
    object_write(&object, table->bytes, table->size_bytes);
    status = output_write(path, object.bytes, object.size, NULL);
    free(object.bytes);
    return status;
}

static int make_table(const struct options *options)
{
    struct image image;
    struct table table;
    int status = image_open(&image, options->image);

    if (status != STATUS_GOOD)
        return status;
    status = table_build(&table, &image, &options->rows);
    if (status == STATUS_GOOD) {
        status = table.blind ? STATUS_PROBLEMS : write_table(&table, options->output);
        table_free(&table);
    }
    image_close(&image);
    return status;
}

int verb_table(int argc, char **argv)
{
    struct options options;
    int status = options_parse(&options, argc, argv, OPTIONS_OUTPUT | OPTIONS_FORMAT, help);

    if (status == STATUS_GOOD && !options.output) {
        diag_error(NULL, "table: no output is named (-o OUT); `bobbin table --help` tells more");
        status = STATUS_USAGE;
    }
    if (status == STATUS_GOOD)
        status = make_table(&options);
    options_free(&options);
    return status == OPTIONS_DONE ? STATUS_GOOD : status;
}
