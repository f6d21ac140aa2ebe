/* SPDX-License-Identifier: MIT */
/* bobbin unwind: unwinds the threads of an ELF core file with the code that runs on the device. */
#include <stdio.h>

#include "cli/core_images.h"
#include "cli/debug_options.h"
#include "cli/task_traces.h"
#include "cli/verb.h"
#include "symbolize/backtrace_text.h"
#include "util/diag.h"

/* ---- output ------------------------------------------------------------------------------ */

static void print_threads(struct unwinder *unwinder)
{
    for (size_t i = 0; i < unwinder->core->threads_count; i++) {
        const struct core_file_thread *thread = &unwinder->core->threads[i];
        struct backtrace backtrace;
        if (unwinder->core->threads_count > 1)
            printf("%sthread %u%s%s\n", i ? "\n" : "", thread->id, thread->name[0] ? ": " : "",
                   thread->name);
        unwinder_trace_thread(unwinder, thread, &backtrace);
        backtrace_print(&backtrace, stdout, backtrace_wants_colour(stdout));
        backtrace_free(&backtrace);
    }
}

static void print_threads_json(struct unwinder *unwinder)
{
    struct json json;

    json_begin(&json, stdout);
    json_array(&json, "threads");
    for (size_t i = 0; i < unwinder->core->threads_count; i++) {
        const struct core_file_thread *thread = &unwinder->core->threads[i];
        struct backtrace backtrace;
        unwinder_trace_thread(unwinder, thread, &backtrace);
        json_object(&json, NULL);
        json_number(&json, "id", thread->id);
        if (thread->name[0])
            json_string(&json, "name", thread->name);
        json_number(&json, "signal", thread->signal);
        backtrace_json(&backtrace, &json);
        json_object_end(&json);
        backtrace_free(&backtrace);
    }
    json_array_end(&json);
    json_end(&json);
}

static int print(struct unwinder *unwinder, const struct options *options)
{
    if (task_traces_wanted(options))
        return task_traces_print(unwinder, options);
    if (options->json)
        print_threads_json(unwinder);
    else
        print_threads(unwinder);
    return STATUS_GOOD;
}

static int unwind_core(struct image_list *images, const struct core_file *core,
                       const struct options *options)
{
    struct unwinder unwinder;
    int checked = core_images_check(images, core);
    int status = unwinder_open(&unwinder, images, core, task_traces_wanted(options));

    if (status == STATUS_GOOD)
        status = print(&unwinder, options);
    unwinder_close(&unwinder);
    return diag_worse(status, checked);
}

static int unwind(const struct options *options)
{
    struct image_list images;
    struct core_file core;
    int status = debug_options_open_list(&images, options);

    if (status != STATUS_GOOD)
        return status;
    status = core_file_open(&core, options->operands[0]);
    if (status == STATUS_GOOD) {
        status = unwind_core(&images, &core, options);
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

static const struct verb_option main_options[] = {
    OPTION_IMAGE("one of several images that ran together; may be given more than once"),
    {.name = "json", .letter = 'j', .text = "print one JSON object", SETS_FLAG(json)},
    OPTIONS_TASK,
    {0},
};

static const struct verb_option rare_options[] = {OPTION_DEBUG_FILE, {0}};

static const struct option_group options_of_unwind[] = {
    {"options", main_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL,
     "{threads: [{id, name, signal, frames: [{number, pc, sp, function, name, offset, file, line, "
     "inlined, kind, trust}], exceptions: [{frame, vector, "
     "interrupted_mode, registers}], stop, stop_value, complete}]}"},
    {0},
};

static const struct help_section sections[] = {{"JSON", json_lines}, {0}};

const struct verb verb_unwind = {
    .name = "unwind",
    .summary = "print the backtraces of the threads of an ELF core",
    .usage = {"IMAGE CORE [options]", "--image=IMAGE [--image=IMAGE]... CORE [options]"},
    .description =
        "Prints the backtrace of each thread of the ELF core file CORE, as the unwinder on the "
        "device would find it. The table is the one in IMAGE, or a new one if IMAGE has none. "
        "Memory is read from CORE, then from the images. With --task or --tasks, prints the "
        "backtraces of these tasks instead, from the registers that the firmware saved.",
    .options = options_of_unwind,
    .sections = sections,
    .examples =
        {
            {"the backtraces of a core, from a debugger or from `bobbin decode -o`",
             "bobbin unwind firmware.elf crash.core"},
            {"a bootloader and an application that ran together",
             "bobbin unwind --image=firmware.elf --image=bootloader.elf crash.core"},
        },
    .problems = "no image has the build id of the core, or an image has no function symbols",
    .bad_input = "a file cannot be read or has invalid contents, or a table cannot be opened",
    .operands_min = 1,
    .operands_max = 1,
    .operands_missing = "no CORE is given",
    .conflict = conflict,
    .run = unwind,
};
