/* SPDX-License-Identifier: MIT */
/* bobbin tasks: prints the backtraces of all tasks of an RTOS in a dump of memory. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/core_images.h"
#include "cli/debug_options.h"
#include "cli/task_traces.h"
#include "cli/verb.h"
#include "util/diag.h"

static int print_tasks(struct image_list *images, const struct core_file *core,
                       const struct options *options)
{
    struct unwinder unwinder;
    int checked = core_images_check(images, core);
    int status = unwinder_open(&unwinder, images, core, true);

    if (status == STATUS_GOOD)
        status = task_traces_print(&unwinder, options);
    unwinder_close(&unwinder);
    return diag_worse(status, checked);
}

static int tasks(const struct options *options)
{
    struct image_list images;
    struct core_file core;
    int status = debug_options_open_list(&images, options);

    if (status != STATUS_GOOD)
        return status;
    status = task_traces_check(&images, options);
    if (status == STATUS_GOOD)
        status = core_file_open_dump(&core, options->operands[0],
                                     options->base_given ? &options->base : NULL);
    if (status == STATUS_GOOD) {
        status = print_tasks(&images, &core, options);
        core_file_close(&core);
    }
    image_list_close(&images);
    return status;
}

/* ---- help -------------------------------------------------------------------------------- */

static const char *conflict(const struct options *options)
{
    return options->images.count > UNWINDER_IMAGES_MAX ? "at most 255 images are allowed" : NULL;
}

static bool take_base(struct options *options, const char *argument)
{
    char *rest;
    unsigned long long base = strtoull(argument, &rest, 0);

    options->base = (uint32_t)base;
    options->base_given = true;
    return *argument >= '0' && *argument <= '9' && !*rest && base <= UINT32_MAX;
}

static const struct verb_option main_options[] = {
    {.name = "base",
     .argument = "ADDRESS",
     .text = "DUMP is no ELF core but has only the bytes of the memory from ADDRESS on, as gdb's "
             "`dump memory` and QEMU's `pmemsave` write it",
     TAKEN_BY(take_base),
     .expected = "an address such as 0x20000000"},
    OPTION_IMAGE("one of several images that ran together; may be given more than once"),
    {.name = "json", .letter = 'j', .text = "print one JSON object", SETS_FLAG(json)},
    {0},
};

static const struct verb_option rare_options[] = {OPTIONS_TASK, OPTION_DEBUG_FILE, {0}};

static const struct option_group options_of_tasks[] = {
    {"options", main_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL, "{threads: [{role, name, id, state, processor, stack_low, stack_high, stack_used, "
           "registers, frames, exceptions, stop, stop_value, complete}], tasks_end, tasks_count}. "
           "The fields are those of `bobbin decode`. A thread with the role running has no trace, "
           "because DUMP has no registers of its processor. TASKS_END is damaged if the task "
           "lists are, else end."},
    {0},
};

static const struct help_section sections[] = {{"JSON", json_lines}, {0}};

const struct verb verb_tasks = {
    .name = "tasks",
    .summary = "print the backtraces of all tasks in a dump of memory",
    .usage = {"IMAGE DUMP [options]", "--image=IMAGE [--image=IMAGE]... DUMP [options]"},
    .description =
        "Prints name, state, stack and backtrace of each task of an RTOS, as a report of the "
        "device would have. DUMP is an ELF core with the RAM, as gdb's `generate-core-file` writes "
        "it, or with --base the bytes of RAM. "
        "The constant bobbin_kernel in IMAGE says where the kernel's task lists are; the files of "
        "port/rtos define it. Tasks that wait at the same place share a backtrace. A task that "
        "runs is traced from the registers in DUMP, if it is an ELF core with a thread for each "
        "processor."
        "\n\n"
        "Variables are read from DUMP only, code and constants also from IMAGE.",
    .options = options_of_tasks,
    .sections = sections,
    .examples =
        {
            {"after `dump memory ram.bin 0x20000000 0x20100000` in gdb",
             "bobbin tasks firmware.elf ram.bin --base=0x20000000"},
            {"one task, by the symbol of its control block",
             "bobbin tasks firmware.elf ram.bin --base=0x20000000 --task=idle_task"},
        },
    .problems = "the task lists are damaged, IMAGE does not describe them, the registers of a task "
                "are unknown, no image has the build id of the core, or an image has no function "
                "symbols",
    .bad_input = "a file cannot be read or has invalid contents, or a table cannot be opened",
    .operands_min = 1,
    .operands_max = 1,
    .operands_missing = "no DUMP is given",
    .conflict = conflict,
    .run = tasks,
};
