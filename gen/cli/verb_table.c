/* SPDX-License-Identifier: MIT */
/* bobbin table: the table as a file. */
#include <stdlib.h>
#include <string.h>

#include "cli/table_verb.h"
#include "cli/verbs.h"
#include "elf/object_writer.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/output_file.h"

static const char help[] =
    "usage: bobbin table IMAGE -o OUT  " OPTIONS_FORMAT_USAGE " " OPTIONS_SETTING_USAGE "\n"
    "                    [--root=SYMBOL]...\n\n"
    "Writes the unwind table of IMAGE to OUT: as an object file with the section .bobbin if OUT "
    "ends\n"
    "in .o, else as it is. \"-\" is standard output.\n\n" OPTIONS_FORMAT_HELP OPTIONS_SETTING_HELP
    "  --root=SYMBOL      traces end well in this function, as they do in the ELF entry\n";

static int write_table(const struct image *image, const struct table *table,
                       const struct options *options)
{
    const char *path = options->output;
    size_t length = strlen(path);
    struct buffer object = {0};
    int status;

    (void)image;
    if (table->blind)
        return STATUS_PROBLEMS;
    if (length < 2 || strcmp(path + length - 2, ".o") != 0)
        return output_write(path, table->bytes, table->size_bytes, NULL);
    object_write(&object, table->bytes, table->size_bytes);
    status = output_write(path, object.bytes, object.size, NULL);
    free(object.bytes);
    return status;
}

int verb_table(int argc, char **argv)
{
    static const struct table_verb verb = {
        help, OPTIONS_OUTPUT | OPTIONS_OUTPUT_NEEDED | OPTIONS_FORMAT | OPTIONS_SETTING, false,
        write_table};

    return table_verb_run(&verb, argc, argv);
}
