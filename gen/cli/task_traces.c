/* SPDX-License-Identifier: MIT */
#include "cli/task_traces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "elf/image_names.h"
#include "elf/image_objects.h"
#include "report/report_reader.h"
#include "report/thread_view.h"
#include "symbolize/backtrace_text.h"
#include "unwind/kernel_walk.h"
#include "util/diag.h"
#include "util/memory.h"

/* The tasks that were found, as if a report had them. */
struct finder {
    struct unwinder *unwinder;
    struct report report;
};

/* ---- tasks that the user gives --------------------------------------------------------------- */

static bool find_object(const struct finder *finder, const char *name, uint32_t *address,
                        uint32_t *size_bytes)
{
    for (size_t i = 0; i < finder->unwinder->images->count; i++)
        if (image_find_object(&finder->unwinder->images->items[i].image, name, address, size_bytes))
            return true;
    return false;
}

static int find_function(const struct finder *finder, const char *name, uint32_t *address)
{
    for (size_t i = 0; i < finder->unwinder->images->count; i++) {
        struct image_range range;
        if (!image_find_symbol(&finder->unwinder->images->items[i].image, name, 0, &range))
            continue;
        *address = range.start;
        return STATUS_GOOD;
    }
    diag_error(finder->unwinder->core->path, "no image has the function '%s'", name);
    return STATUS_PROBLEMS;
}

/* Splits WORD, "HANDLE@FUNCTION", in place of COPY. *RESUME is 0 without FUNCTION. */
static int split_word(const struct finder *finder, char *copy, uint32_t *resume)
{
    char *at = strchr(copy, '@');

    *resume = 0;
    if (!at)
        return STATUS_GOOD;
    *at = '\0';
    return find_function(finder, at + 1, resume);
}

/* Which functions resume tasks, for messages. */
static void list_rules(const struct finder *finder)
{
    struct bobbin_saved saved;
    char name[256];
    uint32_t i;

    for (i = 0; unwinder_saved_at(finder->unwinder, i, &saved); i++) {
        struct named_image *image = image_list_at(finder->unwinder->images, saved.point);
        diag_note(NULL, "%s resumes tasks; its handle is %s",
                  image ? image_name(&image->image, saved.function, name, sizeof(name)) : "?",
                  saved.takes_block ? "the control block" : "the pointer to the saved registers");
    }
    if (i == 0)
        diag_note(NULL, "no code that resumes tasks is understood; `bobbin show --tasks` says why");
}

static struct report_thread *add_thread(struct finder *finder, enum report_role role, uint32_t id)
{
    struct report *report = &finder->report;
    struct report_thread thread = {.role = role, .known = REPORT_KNOWS_ID, .id = id};

    thread.number = (uint32_t)report->threads_count;
    array_push(report->threads, report->threads_count, report->threads_capacity, thread);
    return &report->threads[report->threads_count - 1];
}

static void add_handle(struct finder *finder, uint32_t handle, uint32_t resume)
{
    struct unwinder_task task = {.saved = {.block = handle, .saved = handle, .function = resume}};
    struct report_thread *thread = add_thread(finder, REPORT_TASK, handle);

    snprintf(thread->state, sizeof(thread->state), "saved");
    unwinder_trace_task(finder->unwinder, &task, &thread->trace);
}

/*
 * A handle may be a control block or a saved pointer, so only one rule may exist. Sets *RESUME to
 * the function of that rule, if it is 0.
 */
static int check_rule(const struct finder *finder, uint32_t *resume, const char *word)
{
    struct bobbin_saved saved, first = {0};
    bool unique = true;

    for (uint32_t i = 0; unwinder_saved_at(finder->unwinder, i, &saved); i++) {
        if (*resume && saved.function != *resume)
            continue;
        unique = unique && (!first.program || first.program == saved.program);
        first = first.program ? first : saved;
    }
    if (first.program && unique) {
        *resume = first.function;
        return STATUS_GOOD;
    }
    diag_error(finder->unwinder->core->path,
               first.program ? "several functions resume tasks; give '%s@FUNCTION'"
               : *resume     ? "'%s': the function resumes no tasks"
                             : "no function of the image is known to resume tasks, so the "
                               "registers of task '%s' are unknown",
               word);
    list_rules(finder);
    return STATUS_PROBLEMS;
}

static int add_word(struct finder *finder, const char *word)
{
    char *copy = must_strdup(word);
    uint32_t resume, handle, size_bytes;
    char *rest;
    int status = split_word(finder, copy, &resume);

    if (status == STATUS_GOOD)
        status = check_rule(finder, &resume, copy);
    errno = 0;
    handle = (uint32_t)strtoul(copy, &rest, 0);
    if (status == STATUS_GOOD && (*rest || !*copy || errno) &&
        !find_object(finder, copy, &handle, &size_bytes)) {
        diag_error(NULL, "--task: '%s' is neither an address nor a variable of an image", copy);
        status = STATUS_PROBLEMS;
    }
    if (status == STATUS_GOOD)
        add_handle(finder, handle, resume);
    free(copy);
    return status;
}

static int add_handles(struct finder *finder, const char *name, uint32_t resume)
{
    uint32_t address, size_bytes;

    if (!find_object(finder, name, &address, &size_bytes) || size_bytes < 4) {
        diag_error(NULL, "--tasks: '%s' is no array of an image", name);
        return STATUS_PROBLEMS;
    }
    for (uint32_t i = 0; i < size_bytes / 4; i++) {
        uint8_t bytes[4];
        if (!unwinder_read(finder->unwinder, address + 4 * i, bytes, 4)) {
            diag_error(finder->unwinder->core->path, "0x%08x: the dump does not have all of %s",
                       address + 4 * i, name);
            return STATUS_PROBLEMS;
        }
        if (bytes_u32(bytes))
            add_handle(finder, bytes_u32(bytes), resume);
    }
    return STATUS_GOOD;
}

static int add_array(struct finder *finder, const char *word)
{
    char *copy = must_strdup(word);
    uint32_t resume;
    int status = split_word(finder, copy, &resume);

    if (status == STATUS_GOOD)
        status = check_rule(finder, &resume, copy);
    if (status == STATUS_GOOD)
        status = add_handles(finder, copy, resume);
    free(copy);
    return status;
}

static int add_given(struct finder *finder, const struct options *options)
{
    int status = STATUS_GOOD;

    for (size_t i = 0; i < options->task_handles.count && status == STATUS_GOOD; i++)
        status = add_word(finder, options->task_handles.items[i]);
    for (size_t i = 0; i < options->task_arrays.count && status == STATUS_GOOD; i++)
        status = add_array(finder, options->task_arrays.items[i]);
    return status;
}

/* ---- tasks of the kernel --------------------------------------------------------------------- */

static bool read_dump(void *context, uint32_t address, void *out, uint32_t size_bytes)
{
    return unwinder_read(context, address, out, size_bytes);
}

/* The registers of the processor that runs TASK, or NULL. */
static const struct core_file_thread *registers_of(const struct finder *finder,
                                                   const struct kernel_task *task)
{
    const struct core_file *core = finder->unwinder->core;

    return task->processor < core->threads_count ? &core->threads[task->processor] : NULL;
}

static void add_facts(struct report_thread *thread, const struct kernel_task *task)
{
    snprintf(thread->state, sizeof(thread->state), "%s", kernel_state_word(task->state));
    thread->name = must_strdup(task->name);
    if (task->stack_high) {
        thread->known |= REPORT_KNOWS_LOW | REPORT_KNOWS_HIGH;
        thread->stack_low = task->stack_low;
        thread->stack_high = task->stack_high;
    }
    if (task->used_bytes) {
        thread->known |= REPORT_KNOWS_USED;
        thread->stack_used = task->used_bytes;
    }
    if (task->state == BOBBIN_TASK_RUNNING) {
        thread->known |= REPORT_KNOWS_PROCESSOR;
        thread->processor = task->processor;
    }
}

static void add_task(struct finder *finder, const struct kernel *kernel,
                     const struct kernel_task *task)
{
    struct unwinder_task saved = {
        .saved = {task->id, task->saved, task->saved_at, kernel->resume},
        .stack_low = task->stack_low,
        .stack_high = task->stack_high,
    };
    bool runs = task->state == BOBBIN_TASK_RUNNING;
    const struct core_file_thread *registers = runs ? registers_of(finder, task) : NULL;
    struct report_thread *thread =
        add_thread(finder, runs && !registers ? REPORT_RUNNING : REPORT_TASK, task->id);

    add_facts(thread, task);
    if (registers)
        unwinder_trace_thread(finder->unwinder, registers, &thread->trace);
    else if (!runs)
        unwinder_trace_task(finder->unwinder, &saved, &thread->trace);
}

/* The tasks of a kernel, before they are traced. */
struct found_tasks {
    struct kernel_task *task;
    size_t count, capacity;
    struct thread_stack *stack; /* of each task */
    enum bobbin_task_found end;
};

static struct found_tasks find_tasks(const struct finder *finder, const struct kernel *kernel)
{
    struct kernel_memory memory = {finder->unwinder, read_dump};
    struct kernel_walk walk = {0};
    struct kernel_task task;
    struct found_tasks found = {0};

    while ((found.end = kernel_next(kernel, &memory, &walk, &task)) == BOBBIN_TASK_FOUND)
        array_push(found.task, found.count, found.capacity, task);
    found.stack = must_realloc(NULL, found.count + 1, sizeof(*found.stack));
    for (size_t i = 0; i < found.count; i++)
        found.stack[i] = (struct thread_stack){found.task[i].stack_high, kernel->has_exit};
    return found;
}

static int add_tasks(struct finder *finder, const struct kernel *kernel)
{
    struct found_tasks found = find_tasks(finder, kernel);
    bool damaged = found.end == BOBBIN_TASK_DAMAGED;

    finder->unwinder->stacks = found.stack;
    finder->unwinder->stacks_count = found.count;
    for (size_t i = 0; i < found.count; i++)
        add_task(finder, kernel, &found.task[i]);
    finder->unwinder->stacks_count = 0;
    free(found.task);
    free(found.stack);
    finder->report.tasks_count = (uint32_t)finder->report.threads_count;
    snprintf(finder->report.tasks_end, sizeof(finder->report.tasks_end), "%s",
             damaged ? "damaged" : "end");
    if (!damaged)
        return STATUS_GOOD;
    diag_error(finder->unwinder->core->path,
               "the task lists are damaged, or the dump does not have all of them");
    return STATUS_PROBLEMS;
}

/* The first image that describes a kernel; the first image if none does. */
static const struct image *kernel_image(const struct image_list *images)
{
    uint32_t address, size_bytes;

    for (size_t i = 0; i < images->count; i++)
        if (image_find_object(&images->items[i].image, KERNEL_SYMBOL, &address, &size_bytes))
            return &images->items[i].image;
    return &images->items[0].image;
}

/* Whether each task has a resume rule. */
static int check_rules(const struct finder *finder)
{
    size_t unknown = 0;

    for (size_t i = 0; i < finder->report.threads_count; i++) {
        const struct backtrace *trace = &finder->report.threads[i].trace;
        unknown += finder->report.threads[i].role == REPORT_TASK && !trace->frames_count &&
                   trace->stop == BOBBIN_STOP_NO_RULE;
    }
    if (unknown == 0)
        return STATUS_GOOD;
    diag_error(kernel_image(finder->unwinder->images)->path,
               "the registers of %zu task%s are unknown: no rule, or more than one, fits", unknown,
               unknown == 1 ? "" : "s");
    list_rules(finder);
    return STATUS_PROBLEMS;
}

static int add_tasks_of_kernel(struct finder *finder)
{
    struct kernel kernel;
    int status = kernel_read(&kernel, kernel_image(finder->unwinder->images));

    if (status == STATUS_GOOD)
        status = add_tasks(finder, &kernel);
    kernel_free(&kernel);
    return diag_worse(status, check_rules(finder));
}

/* ---- output ---------------------------------------------------------------------------------- */

static void print(const struct report *report, bool json)
{
    struct json out;

    if (!json) {
        printf("%zu task%s\n", report->threads_count, report->threads_count == 1 ? "" : "s");
        thread_view_print_others(report, stdout, backtrace_wants_colour(stdout));
        return;
    }
    json_begin(&out, stdout);
    thread_view_json(report, NULL, &out);
    json_end(&out);
}

bool task_traces_wanted(const struct options *options)
{
    return options->task_handles.count || options->task_arrays.count;
}

int task_traces_check(const struct image_list *images, const struct options *options)
{
    struct kernel kernel;
    int status;

    if (task_traces_wanted(options))
        return STATUS_GOOD;
    status = kernel_read(&kernel, kernel_image(images));
    kernel_free(&kernel);
    return status;
}

int task_traces_print(struct unwinder *unwinder, const struct options *options)
{
    struct finder finder = {.unwinder = unwinder, .report.crashed.role = REPORT_NAMELESS};
    int status =
        task_traces_wanted(options) ? add_given(&finder, options) : add_tasks_of_kernel(&finder);

    if (status == STATUS_GOOD || finder.report.tasks_end[0])
        print(&finder.report, options->json);
    report_free(&finder.report);
    return status;
}
