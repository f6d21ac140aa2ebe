/* SPDX-License-Identifier: MIT */
/* bobbin embed: the table into the section that the linker reserved. */
#include <stdlib.h>
#include <string.h>

#include "cli/table_verb.h"
#include "cli/verbs.h"
#include "elf/coverage.h"
#include "prove/proof.h"
#include "table/embedded_table.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

static const char help[] =
    "usage: bobbin embed IMAGE " OPTIONS_SETTING_USAGE " " OPTIONS_FORMAT_USAGE "\n"
    "                    [--require=PERCENT] [--root=SYMBOL]... [-o OUT]\n\n"
    "Makes the unwind table of IMAGE, proves that the core finds every caller by it, and "
    "writes it\n"
    "to the section .bobbin that the linker reserved (linker/bobbin.ld). No address moves and the\n"
    "build id stays. IMAGE is replaced as a whole, or not at all.\n\n" OPTIONS_SETTING_HELP
        OPTIONS_FORMAT_HELP
    "  --require=PERCENT  write nothing and exit with 1 unless so much is exact, as bobbin check "
    "counts\n"
    "  --root=SYMBOL      traces end well in this function, as they do in the ELF entry\n"
    "  -o OUT             write the image to OUT and leave IMAGE as it is\n";

/* The bytes of the file of IMAGE, with the table at its place. */
static int patch(const struct image *image, const struct table *table, const char *output)
{
    const struct image_section *section = table_section(image);
    size_t size;
    const char *file = elf_rawfile(image->elf, &size);
    char *copy;
    int status;

    if (!file)
        return diag_error(image->path, "%s", elf_errmsg(-1));
    copy = memcpy(must_realloc(NULL, size, 1), file, size);
    memset(copy + section->file_offset, 0, section->size_bytes);
    memcpy(copy + section->file_offset, table->bytes, table->size_bytes);
    status = output_write(output ? output : image->path, copy, size, image->path);
    free(copy);
    return status;
}

/* Only firmware that names them links what reads small tables, and those of others. */
static void warn_of_reader(const struct image *image, const struct table *table)
{
    if (!image_function_named(image, "bobbin_begin"))
        return;
    if (table->format && !image_function_named(image, "foreign_step"))
        diag_warning(image->path,
                     "it has no reader of %s: name one in struct bobbin_env, or in bobbin_config",
                     table->format->name);
    if (!table->format && table->setting == PLAN_SMALL &&
        !image_function_named(image, "small_walk"))
        diag_warning(image->path,
                     "it cannot read a small table: link core/small*.c, from a library with "
                     "-Wl,--undefined=bobbin_small");
}

static int embed(const struct image *image, const struct table *table,
                 const struct options *options)
{
    const struct image_section *section = table_section(image);

    if (table->blind)
        return STATUS_PROBLEMS;
    if (!section) {
        diag_error(image->path,
                   "no section .bobbin with contents: link with linker/bobbin.ld (%u bytes needed)",
                   table->size_bytes);
        return STATUS_PROBLEMS;
    }
    if (section->size_bytes < table->size_bytes) {
        diag_error(image->path,
                   "section .bobbin has %u bytes and the table needs %u: link with "
                   "-Wl,--defsym=__bobbin_reserve=%u",
                   section->size_bytes, table->size_bytes, (table->size_bytes + 255) & ~255u);
        return STATUS_PROBLEMS;
    }
    if (options->require >= 0 &&
        (coverage_require(image, options->require) != STATUS_GOOD ||
         proof_require(&table->proof, image, options->require) != STATUS_GOOD))
        return STATUS_PROBLEMS;
    if (image->build_id_size == 0)
        diag_warning(image->path,
                     "no build id: link with -Wl,--build-id, or reports cannot be told "
                     "from those of another build");
    warn_of_reader(image, table);
    return patch(image, table, options->output);
}

int verb_embed(int argc, char **argv)
{
    static const struct table_verb verb = {
        help, OPTIONS_OUTPUT | OPTIONS_REQUIRE | OPTIONS_SETTING | OPTIONS_FORMAT, false, embed};

    return table_verb_run(&verb, argc, argv);
}
