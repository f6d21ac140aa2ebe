/* SPDX-License-Identifier: MIT */
/* bobbin table: writes the table to a file. */
#include <stdlib.h>
#include <string.h>

#include "cli/debug_options.h"
#include "cli/table_options.h"
#include "cli/table_verb.h"
#include "cli/verb.h"
#include "elf/object_writer.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/output_file.h"

static int write_table(const struct image *image, const struct table *table,
                       const struct options *options)
{
    const char *path = options->output;
    size_t length = strlen(path);
    struct buffer object = {0};
    int status;

    (void)image;
    if (table->has_no_rules)
        return STATUS_PROBLEMS;
    if (length < 2 || strcmp(path + length - 2, ".o") != 0)
        return output_write(path, table->bytes, table->size_bytes, NULL);
    object_write(&object, table->bytes, table->size_bytes);
    status = table_verb_store_facts(&object, path, table);
    if (status == STATUS_GOOD)
        status = output_write(path, object.bytes, object.size, NULL);
    free(object.bytes);
    return status;
}

static int run(const struct options *options)
{
    return table_verb_run(options, write_table);
}

static const char *conflict(const struct options *options)
{
    return options->output ? table_options_conflict(options) : "no output is given (-o OUT)";
}

static const struct verb_option main_options[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "OUT",
     .text = "write to this file; - is standard output",
     STORES_WORD(output)},
    {0},
};

static const struct verb_option rare_options[] = {OPTION_BUDGET, OPTION_DEBUG_FILE, {0}};

static const struct option_group options_of_table[] = {
    {"options", main_options},
    {"table options", table_setting_options},
    {TABLE_FACTS_TITLE, table_fact_options},
    {"rare options", rare_options},
    {0},
};

const struct verb verb_table = {
    .name = "table",
    .summary = "write the unwind table to a file",
    .usage = {"IMAGE -o OUT [options]"},
    .description =
        "Makes and proves the unwind table of IMAGE and writes it to OUT. If the name of OUT ends "
        "in .o, OUT is an object file with the section .bobbin, for a second link. It also has "
        "what --root, --vectors and the other facts say, as after `bobbin embed`. "
        "Otherwise OUT is the table alone.",
    .options = options_of_table,
    .examples =
        {
            {"an object file for a second link", "bobbin table firmware.elf -o table.o"},
            {"the bytes of the smallest table", "bobbin table firmware.elf --small -o table.bin"},
        },
    .problems = "no rule is known, or the new table is wrong",
    .bad_input = "IMAGE cannot be read or is not a linked ARM image, or OUT cannot be written",
    .conflict = conflict,
    .run = run,
};
