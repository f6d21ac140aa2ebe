/* SPDX-License-Identifier: MIT */
/* bobbin embed: writes the table into the section that the linker reserved. */
#include <stdlib.h>
#include <string.h>

#include "cli/debug_options.h"
#include "cli/requirement.h"
#include "cli/table_options.h"
#include "cli/table_verb.h"
#include "cli/verb.h"
#include "table/embedded_table.h"
#include "util/diag.h"
#include "util/output_file.h"

/* Writes the file of IMAGE with the table in its section. */
static int patch(const struct image *image, const struct table *table, const char *output)
{
    const struct image_section *section = table_section(image);
    size_t size;
    const char *bytes = elf_rawfile(image->elf, &size);
    struct buffer file = {0};
    int status;

    if (!bytes)
        return diag_error(image->path, "cannot read as ELF: %s", elf_errmsg(-1));
    buffer_put(&file, bytes, size);
    memset(file.bytes + section->file_offset, 0, section->size_bytes);
    memcpy(file.bytes + section->file_offset, table->bytes, table->size_bytes);
    status = table_verb_store_facts(&file, image->path, table);
    if (status == STATUS_GOOD)
        status = output_write(output ? output : image->path, file.bytes, file.size, image->path);
    free(file.bytes);
    return status;
}

/* Firmware links the readers of small tables and of other formats only if it references them. */
static void warn_of_reader(const struct image *image, const struct table *table)
{
    if (!image_function_named(image, "bobbin_begin"))
        return;
    if (table->format && !image_function_named(image, "foreign_step"))
        diag_warning(
            image->path,
            "the firmware has no reader of %s tables; set .foreign of struct bobbin_env or of "
            "bobbin_config",
            table->format->name);
    if (!table->format && table->setting == PLAN_SMALL &&
        !image_function_named(image, "small_walk"))
        diag_warning(image->path,
                     "the firmware cannot read a small table; link core/small/*.c, from a library "
                     "with -Wl,--undefined=bobbin_small");
}

static int embed(const struct image *image, const struct table *table,
                 const struct options *options)
{
    const struct image_section *section = table_section(image);

    if (table->has_no_rules)
        return STATUS_PROBLEMS;
    if (!section) {
        diag_error(image->path,
                   "no section .bobbin with contents; link with linker/bobbin.ld (%u bytes needed)",
                   table->size_bytes);
        return STATUS_PROBLEMS;
    }
    if (section->size_bytes < table->size_bytes) {
        diag_error(image->path,
                   "section .bobbin has %u bytes, the table needs %u; link with "
                   "-Wl,--defsym=__bobbin_reserve=%u",
                   section->size_bytes, table->size_bytes, (table->size_bytes + 255) & ~255u);
        return STATUS_PROBLEMS;
    }
    if (requirement_check(image, &table->proof, options->require) != STATUS_GOOD)
        return STATUS_PROBLEMS;
    if (image->build_id_size == 0)
        diag_warning(image->path,
                     "no build id, so reports of other builds cannot be detected; link with "
                     "-Wl,--build-id");
    warn_of_reader(image, table);
    return patch(image, table, options->output);
}

static int run(const struct options *options)
{
    return table_verb_run(options, embed);
}

static const struct verb_option main_options[] = {
    OPTION_REQUIRE("write nothing and fail if less than PERCENT of the instructions is exact or "
                   "unreachable; see `bobbin help check`"),
    {.name = "output",
     .letter = 'o',
     .argument = "OUT",
     .text = "write the new image to OUT and do not change IMAGE",
     STORES_WORD(output)},
    {0},
};

static const struct verb_option rare_options[] = {OPTION_BUDGET, OPTION_DEBUG_FILE, {0}};

static const struct option_group options_of_embed[] = {
    {"options", main_options},
    {"table options", table_setting_options},
    {TABLE_FACTS_TITLE, table_fact_options},
    {"rare options", rare_options},
    {0},
};

const struct verb verb_embed = {
    .name = "embed",
    .summary = "put the unwind table into the firmware",
    .usage = {"IMAGE [options]"},
    .description =
        "Makes the unwind table of IMAGE, proves it, and writes it into the section .bobbin that "
        "the linker reserved (see linker/bobbin.ld). No address moves and the build id stays. If "
        "the command fails, IMAGE is not changed.\n\n"
        "The facts of --root, --vectors and the options after them are also written to IMAGE, to "
        "the section .bobbin.options, which is not loaded. All verbs read them there, so that the "
        "table stays right for them. If you give another verb one of these options, it replaces "
        "the stored "
        "ones of its kind, and a note says so. A new link removes them.",
    .options = options_of_embed,
    .examples =
        {
            {"after each link; the build fails if one instruction is not exact",
             "bobbin embed firmware.elf --require=100"},
            {"the smallest table, in a copy of the image",
             "bobbin embed firmware.elf --small -o firmware-small.elf"},
        },
    .problems = "fewer instructions are exact than --require= needs, .bobbin is missing or too "
                "small, or no rule is "
                "known",
    .bad_input = "IMAGE cannot be read or written, or is not a linked ARM image",
    .conflict = table_options_conflict,
    .run = run,
};
