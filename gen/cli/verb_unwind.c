/* SPDX-License-Identifier: MIT */
/* bobbin unwind: unwinds the threads of an ELF core file with the code that runs on the device. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/debug_options.h"
#include "cli/verb.h"
#include "elf/core_file_reader.h"
#include "symbolize/backtrace_text.h"
#include "symbolize/image_list.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/report.h>

/* Maximum value of bobbin_env.tables_count. */
#define TABLES_MAX 255

/* Longer backtraces stop with the reason "depth". */
#define FRAMES_MAX 10000

struct unwinder {
    struct image_list images;
    struct core_file core;
    uint8_t **table_bytes; /* one for each image */
    struct bobbin_table *tables;
};

/* ---- memory and tables ------------------------------------------------------------------- */

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    const struct unwinder *unwinder = context;

    (void)space;
    if (core_file_read(&unwinder->core, address, out, size_bytes))
        return true;
    for (size_t i = 0; i < unwinder->images.count; i++)
        if (image_read(&unwinder->images.items[i].image, address, out, size_bytes))
            return true;
    return false;
}

static int open_table(struct unwinder *unwinder, size_t i)
{
    struct image *image = &unwinder->images.items[i].image;
    uint32_t size_bytes;
    enum bobbin_table_error error;
    int status = table_of_image(image, &unwinder->table_bytes[i], &size_bytes);

    if (status != STATUS_GOOD)
        return status;
    error = bobbin_table_open(&unwinder->tables[i], unwinder->table_bytes[i], size_bytes, 0);
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_match(&unwinder->tables[i], image->build_id, image->build_id_size);
    return error == BOBBIN_TABLE_OK
               ? STATUS_GOOD
               : diag_error(image->path, "the table in the image cannot be opened (%s)",
                            bobbin_table_error_name(error));
}

static int open_tables(struct unwinder *unwinder)
{
    size_t count = unwinder->images.count;
    int status = STATUS_GOOD;

    unwinder->table_bytes = must_realloc(NULL, count, sizeof(*unwinder->table_bytes));
    unwinder->tables = must_realloc(NULL, count, sizeof(*unwinder->tables));
    memset(unwinder->table_bytes, 0, count * sizeof(*unwinder->table_bytes));
    for (size_t i = 0; i < count && status == STATUS_GOOD; i++)
        status = open_table(unwinder, i);
    return status;
}

/* ---- traces ------------------------------------------------------------------------------ */

/* Banked registers that the core file does not have are lost. */
static void begin(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                  struct bobbin_banks *banks, const struct core_file_thread *thread)
{
    bobbin_begin_across(cursor, env, banks, thread->r, thread->cpsr);
    memcpy(banks->r8, thread->banks.r8, sizeof(banks->r8));
    memcpy(banks->sp, thread->banks.sp, sizeof(banks->sp));
    memcpy(banks->lr, thread->banks.lr, sizeof(banks->lr));
    memcpy(banks->spsr, thread->banks.spsr, sizeof(banks->spsr));
    bobbin_banks_mark(banks, thread->banks_known, BOBBIN_BANKED_KNOWN);
    bobbin_banks_mark(banks, ~thread->banks_known, BOBBIN_BANKED_LOST);
    if (thread->pc_wild)
        bobbin_begin_wild(cursor);
    for (unsigned i = 8; i < 16 && thread->d_known; i++) {
        cursor->d[i - 8] = thread->d[i];
        cursor->valid |= BOBBIN_VALID_D(i);
    }
}

static const struct debug_index *debug_at(struct unwinder *unwinder, uint32_t pc,
                                          enum bobbin_kind kind)
{
    struct named_image *image = image_list_at(&unwinder->images, bobbin_lookup_address(pc, kind));

    return image ? image_list_debug(image) : NULL;
}

static void add_frame(struct unwinder *unwinder, struct backtrace *backtrace,
                      const struct bobbin_cursor *cursor, bool wild)
{
    enum bobbin_kind kind = (enum bobbin_kind)cursor->kind;
    uint32_t pc = cursor->r[BOBBIN_PC];
    const struct debug_index *debug = wild ? NULL : debug_at(unwinder, pc, kind);
    struct backtrace_frame frame = {
        .number = (uint32_t)backtrace->frames_count,
        .pc = pc,
        .sp = cursor->r[BOBBIN_SP],
        .kind = kind,
        .remark = wild    ? "(call through null)"
                  : debug ? NULL
                          : "(not in the image)",
    };

    snprintf(frame.trust, sizeof(frame.trust), "%s", bobbin_trust_name(cursor->trust));
    if (debug)
        backtrace_name_frame(&frame, debug);
    array_push(backtrace->frames, backtrace->frames_count, backtrace->frames_capacity, frame);
}

/* The trace has crossed an exception: CURSOR is at the code that it interrupted. */
static void add_exception(struct backtrace *backtrace, const struct bobbin_cursor *cursor)
{
    struct backtrace_exception exception = {
        .frame = (uint32_t)backtrace->frames_count, .cpsr = cursor->cpsr, .valid = cursor->valid};

    snprintf(exception.vector, sizeof(exception.vector), "%s",
             bobbin_vector_word(cursor->banks->vector));
    memcpy(exception.r, cursor->r, sizeof(exception.r));
    array_push(backtrace->exceptions, backtrace->exceptions_count, backtrace->exceptions_capacity,
               exception);
}

/* Makes a step. Where it crosses no exception, a call must come before the return address. */
static bool step(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                 struct backtrace *backtrace)
{
    uint32_t crossings = cursor->banks->crossings;

    if (!bobbin_step(cursor, env))
        return false;
    if (cursor->banks->crossings == crossings)
        return bobbin_follows_call(cursor, env);
    add_exception(backtrace, cursor);
    return true;
}

/*
 * Returns the reader of the first table that is not in Bobbin's own format. If there is none,
 * traces cross exceptions.
 */
static const struct bobbin_foreign *reader_of(const struct unwinder *unwinder)
{
    const struct bobbin_foreign *reader = NULL;

    for (size_t i = 0; i < unwinder->images.count && !reader; i++)
        reader = format_reader(&unwinder->tables[i]);
    return reader ? reader : &bobbin_cross;
}

static void unwind_thread(struct unwinder *unwinder, const struct core_file_thread *thread,
                          struct backtrace *backtrace)
{
    struct bobbin_env env = {
        .context = unwinder,
        .read = read_memory,
        .tables = unwinder->tables,
        .tables_count = (uint32_t)unwinder->images.count,
        .small = &bobbin_small,
        .guess = bobbin_guess,
        .foreign = reader_of(unwinder),
    };
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;

    memset(backtrace, 0, sizeof(*backtrace));
    begin(&cursor, &env, &banks, thread);
    do
        add_frame(unwinder, backtrace, &cursor, thread->pc_wild && !backtrace->frames_count);
    while (backtrace->frames_count < FRAMES_MAX && step(&cursor, &env, backtrace));
    backtrace->stop = BOBBIN_STOP_DEPTH;
    if (cursor.stop != BOBBIN_STOP_NONE) {
        backtrace->stop = (enum bobbin_stop)cursor.stop;
        backtrace->stop_value = cursor.stop_value;
    }
    backtrace->debug = debug_at(unwinder, backtrace->stop_value, BOBBIN_KIND_INTERRUPTED);
    backtrace_explain_stop(backtrace);
}

/* ---- output ------------------------------------------------------------------------------ */

static void print_threads(struct unwinder *unwinder)
{
    for (size_t i = 0; i < unwinder->core.threads_count; i++) {
        const struct core_file_thread *thread = &unwinder->core.threads[i];
        struct backtrace backtrace;
        if (unwinder->core.threads_count > 1)
            printf("%sthread %u%s%s\n", i ? "\n" : "", thread->id, thread->name[0] ? ": " : "",
                   thread->name);
        unwind_thread(unwinder, thread, &backtrace);
        backtrace_print(&backtrace, stdout, backtrace_wants_colour(stdout));
        backtrace_free(&backtrace);
    }
}

static void print_threads_json(struct unwinder *unwinder)
{
    struct json json;

    json_begin(&json, stdout);
    json_array(&json, "threads");
    for (size_t i = 0; i < unwinder->core.threads_count; i++) {
        const struct core_file_thread *thread = &unwinder->core.threads[i];
        struct backtrace backtrace;
        unwind_thread(unwinder, thread, &backtrace);
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

static int check_images(struct unwinder *unwinder)
{
    const struct core_file *core = &unwinder->core;
    char id[BUILD_ID_TEXT_BYTES];
    int status = STATUS_GOOD;

    for (size_t i = 0; i < unwinder->images.count; i++)
        if (!image_has_names(&unwinder->images.items[i].image))
            status = STATUS_PROBLEMS;
    if (core->build_id_size == 0 ||
        image_list_by_build_id(&unwinder->images, core->build_id, core->build_id_size))
        return status;
    diag_error(core->path, "no image has the build id %s of the core; the backtrace may be wrong",
               build_id_text(core->build_id, core->build_id_size, id));
    return STATUS_PROBLEMS;
}

static int unwind_core(struct unwinder *unwinder, bool json)
{
    int checked = check_images(unwinder);
    int status = open_tables(unwinder);

    if (status != STATUS_GOOD)
        return status;
    if (json)
        print_threads_json(unwinder);
    else
        print_threads(unwinder);
    if (fflush(stdout) != 0 || ferror(stdout))
        return diag_error(NULL, "cannot write to standard output: %s", strerror(errno));
    return checked;
}

static int unwind(const struct options *options)
{
    struct unwinder unwinder = {0};
    int status;

    status = debug_options_open_list(&unwinder.images, options);
    if (status != STATUS_GOOD)
        return status;
    status = core_file_open(&unwinder.core, options->operands[0]);
    if (status == STATUS_GOOD)
        status = unwind_core(&unwinder, options->json);
    for (size_t i = 0; unwinder.table_bytes && i < unwinder.images.count; i++)
        free(unwinder.table_bytes[i]);
    free(unwinder.table_bytes);
    free(unwinder.tables);
    core_file_close(&unwinder.core);
    image_list_close(&unwinder.images);
    return status;
}

/* ---- help -------------------------------------------------------------------------------- */

static const char *conflict(const struct options *options)
{
    return options->images.count > TABLES_MAX ? "at most 255 images are allowed" : NULL;
}

static const struct verb_option main_options[] = {
    OPTION_IMAGE("one of several images that ran together; may be given more than once"),
    {.name = "json", .letter = 'j', .text = "print one JSON object", SETS_FLAG(json)},
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
        "Memory is read from CORE, then from the images.",
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
