/* SPDX-License-Identifier: MIT */
#include "unwind/unwinder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/report.h>

/* Longer backtraces stop with the reason "depth". */
#define FRAMES_MAX 10000

/* The mode of tasks whose saved registers do not say it. */
enum { CPSR_MODE_SVC = 0x13 };

/* ---- memory and tables ------------------------------------------------------------------- */

static bool read_image(const struct unwinder *unwinder, const struct image *image, uint32_t address,
                       void *out, uint32_t size_bytes)
{
    const struct image_section *section =
        unwinder->constants_only ? image_section_at(image, address) : NULL;

    return !(section && section->writable) && image_read(image, address, out, size_bytes);
}

bool unwinder_read(const struct unwinder *unwinder, uint32_t address, void *out,
                   uint32_t size_bytes)
{
    if (core_file_read(unwinder->core, address, out, size_bytes))
        return true;
    for (size_t i = 0; i < unwinder->images->count; i++)
        if (read_image(unwinder, &unwinder->images->items[i].image, address, out, size_bytes))
            return true;
    return false;
}

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    (void)space;
    return unwinder_read(context, address, out, size_bytes);
}

typedef int (*table_source)(struct image *image, uint8_t **bytes, uint32_t *size_bytes);

static int open_table(struct unwinder *unwinder, size_t i, table_source source)
{
    struct image *image = &unwinder->images->items[i].image;
    uint32_t size_bytes;
    enum bobbin_table_error error;
    int status = source(image, &unwinder->table_bytes[i], &size_bytes);

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

/* The core takes resume points only from the first table. */
static void put_tasks_first(struct unwinder *unwinder)
{
    struct bobbin_saved saved;

    for (size_t i = 0; i < unwinder->images->count; i++) {
        struct bobbin_table table = unwinder->tables[i];
        if (format_reader(&table) || !bobbin_saved_at(&table, 0, &saved))
            continue;
        unwinder->tables[i] = unwinder->tables[0];
        unwinder->tables[0] = table;
        return;
    }
}

static int open_tables(struct unwinder *unwinder, table_source source)
{
    size_t count = unwinder->images->count;
    int status = STATUS_GOOD;

    unwinder->table_bytes = must_realloc(NULL, count, sizeof(*unwinder->table_bytes));
    unwinder->tables = must_realloc(NULL, count, sizeof(*unwinder->tables));
    memset(unwinder->table_bytes, 0, count * sizeof(*unwinder->table_bytes));
    for (size_t i = 0; i < count && status == STATUS_GOOD; i++)
        status = open_table(unwinder, i, source);
    return status;
}

int unwinder_open(struct unwinder *unwinder, struct image_list *images,
                  const struct core_file *core, bool for_tasks)
{
    int status;

    *unwinder = (struct unwinder){
        .images = images, .core = core, .for_tasks = for_tasks, .constants_only = for_tasks};
    status = open_tables(unwinder, for_tasks ? table_of_image_with_tasks : table_of_image);
    if (status == STATUS_GOOD && for_tasks)
        put_tasks_first(unwinder);
    return status;
}

int unwinder_open_fresh(struct unwinder *unwinder, struct image_list *images,
                        const struct core_file *core)
{
    *unwinder = (struct unwinder){.images = images, .core = core, .constants_only = true};
    return open_tables(unwinder, table_fresh_of_image);
}

void unwinder_close(struct unwinder *unwinder)
{
    for (size_t i = 0; unwinder->table_bytes && i < unwinder->images->count; i++)
        free(unwinder->table_bytes[i]);
    free(unwinder->table_bytes);
    free(unwinder->tables);
    memset(unwinder, 0, sizeof(*unwinder));
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
    struct named_image *image = image_list_at(unwinder->images, bobbin_lookup_address(pc, kind));

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
static bool step(const struct unwinder *unwinder, struct bobbin_cursor *cursor,
                 const struct bobbin_env *env, struct backtrace *backtrace)
{
    uint32_t crossings = cursor->banks->crossings;

    if (!bobbin_step(cursor, env))
        return false;
    if (cursor->banks->crossings == crossings)
        return thread_end_is_caller(cursor, env, unwinder->stacks, unwinder->stacks_count);
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

    for (size_t i = 0; i < unwinder->images->count && !reader; i++)
        reader = format_reader(&unwinder->tables[i]);
    return reader ? reader : &bobbin_cross;
}

static struct bobbin_env env_of(struct unwinder *unwinder)
{
    return (struct bobbin_env){
        .context = unwinder,
        .read = read_memory,
        .tables = unwinder->tables,
        .tables_count = (uint32_t)unwinder->images->count,
        .small = &bobbin_small,
        .guess = bobbin_guess,
        .foreign = reader_of(unwinder),
    };
}

/* Adds the frames from that of CURSOR on. WILD: pc is not meant to be executed. */
static void add_frames(struct unwinder *unwinder, struct bobbin_cursor *cursor,
                       const struct bobbin_env *env, bool wild, struct backtrace *backtrace)
{
    do
        add_frame(unwinder, backtrace, cursor, wild && !backtrace->frames_count);
    while (backtrace->frames_count < FRAMES_MAX && step(unwinder, cursor, env, backtrace));
}

static void add_stop(struct unwinder *unwinder, const struct bobbin_cursor *cursor,
                     struct backtrace *backtrace)
{
    backtrace->stop = BOBBIN_STOP_DEPTH;
    if (cursor->stop != BOBBIN_STOP_NONE) {
        backtrace->stop = (enum bobbin_stop)cursor->stop;
        backtrace->stop_value = cursor->stop_value;
    }
    backtrace->debug = debug_at(unwinder, backtrace->stop_value, BOBBIN_KIND_INTERRUPTED);
    backtrace_explain_stop(backtrace);
}

/* Makes BACKTRACE of the frames from that of CURSOR on, and of the stop. */
static void trace(struct unwinder *unwinder, struct bobbin_cursor *cursor,
                  const struct bobbin_env *env, bool wild, struct backtrace *backtrace)
{
    memset(backtrace, 0, sizeof(*backtrace));
    add_frames(unwinder, cursor, env, wild, backtrace);
    add_stop(unwinder, cursor, backtrace);
}

void unwinder_trace_thread(struct unwinder *unwinder, const struct core_file_thread *thread,
                           struct backtrace *backtrace)
{
    struct bobbin_env env = env_of(unwinder);
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;

    begin(&cursor, &env, &banks, thread);
    trace(unwinder, &cursor, &env, thread->pc_wild, backtrace);
}

void unwinder_trace_from(struct unwinder *unwinder, const struct unwinder_start *start,
                         struct backtrace *backtrace)
{
    struct bobbin_env env = env_of(unwinder);
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;

    bobbin_begin_across(&cursor, &env, &banks, start->r, start->cpsr);
    bobbin_banks_mark(&banks, UINT32_MAX, BOBBIN_BANKED_LOST);
    if (start->wild)
        bobbin_begin_wild(&cursor);
    cursor.kind = (uint8_t)start->kind;
    cursor.valid = start->valid;
    if (start->d)
        memcpy(cursor.d, start->d, sizeof(cursor.d));
    trace(unwinder, &cursor, &env, start->wild, backtrace);
}

/* ---- tasks ----------------------------------------------------------------------------------- */

bool unwinder_saved_at(const struct unwinder *unwinder, uint32_t which, struct bobbin_saved *saved)
{
    return !format_reader(&unwinder->tables[0]) &&
           bobbin_saved_at(&unwinder->tables[0], which, saved);
}

static void begin_task(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                       struct bobbin_banks *banks, const struct unwinder_task *task)
{
    uint32_t sp;

    *cursor = (struct bobbin_cursor){0};
    if (!bobbin_begin_task(cursor, env, banks, &task->saved, CPSR_MODE_SVC))
        return;
    sp = cursor->stop_value = cursor->r[BOBBIN_SP];
    if (task->stack_high && (sp < task->stack_low || sp > task->stack_high))
        cursor->stop = BOBBIN_STOP_BAD_SP;
}

/* Whether CURSOR is at the start of a task that has never run: nothing has its return address. */
static bool is_first_function(const struct bobbin_cursor *cursor)
{
    return cursor->kind == BOBBIN_KIND_INTERRUPTED && cursor->stop == BOBBIN_STOP_LOST &&
           cursor->stop_value == BOBBIN_LR;
}

void unwinder_trace_task(struct unwinder *unwinder, const struct unwinder_task *task,
                         struct backtrace *backtrace)
{
    struct bobbin_env env = env_of(unwinder);
    struct bobbin_cursor cursor;
    struct bobbin_banks banks;

    memset(backtrace, 0, sizeof(*backtrace));
    begin_task(&cursor, &env, &banks, task);
    if (cursor.stop == BOBBIN_STOP_NONE)
        add_frames(unwinder, &cursor, &env, false, backtrace);
    if (backtrace->frames_count == 1 && is_first_function(&cursor)) {
        cursor.stop = BOBBIN_STOP_THREAD_BASE;
        cursor.stop_value = 0;
    }
    add_stop(unwinder, &cursor, backtrace);
}
