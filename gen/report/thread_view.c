/* SPDX-License-Identifier: MIT */
#include "report/thread_view.h"

#include <stdlib.h>
#include <string.h>

#include <bobbin/report.h>

#include "report/register_view.h"
#include "symbolize/backtrace_text.h"
#include "util/memory.h"

/* The task that THREAD is, or that THREAD's processor runs. */
static const struct report_thread *task_of(const struct report_thread *thread)
{
    return thread->running && !(thread->known & REPORT_KNOWS_ID) ? thread->running : thread;
}

/* Firmware without tasks tells only on which processor it crashed. */
static bool is_processor_only(const struct report_thread *thread)
{
    return thread->known == REPORT_KNOWS_PROCESSOR && !(thread->name && thread->name[0]);
}

const char *thread_view_name(const struct report_thread *thread, char *text, size_t size_bytes)
{
    const struct report_thread *task = task_of(thread);

    if (task->name && task->name[0])
        snprintf(text, size_bytes, "%s", task->name);
    else if (thread->role == REPORT_PROCESSOR)
        snprintf(text, size_bytes, "processor %u", thread->number);
    else if (is_processor_only(thread))
        snprintf(text, size_bytes, "processor %u", thread->processor);
    else if (task->known & REPORT_KNOWS_ID)
        snprintf(text, size_bytes, "task 0x%08x", task->id);
    else
        snprintf(text, size_bytes, thread->role == REPORT_CRASHED ? "crashed" : "unknown task");
    return text;
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_stack(const struct report_thread *task, FILE *out)
{
    uint32_t both = REPORT_KNOWS_LOW | REPORT_KNOWS_HIGH;
    bool bounded = (task->known & both) == both;

    if (bounded)
        fprintf(out, ", stack 0x%08x to 0x%08x", task->stack_low, task->stack_high - 1);
    if (task->known & REPORT_KNOWS_USED)
        fprintf(out, ", used %u", task->stack_used);
    if (task->known & REPORT_KNOWS_USED && bounded)
        fprintf(out, " of %u", task->stack_high - task->stack_low);
    if (task->known & REPORT_KNOWS_USED)
        fprintf(out, " bytes");
}

/* "task "net": blocked, id 0x60001000, stack 0x60002000 to 0x600023ff, used 340 of 1024 bytes" */
static void print_task(const struct report_thread *task, const char *state, FILE *out)
{
    if (task->name && task->name[0])
        fprintf(out, "task \"%s\": ", task->name);
    else
        fputs("task: ", out);
    if (task->role == REPORT_NAMELESS)
        fputs("the line with its name is missing or damaged", out);
    else
        fputs(state, out);
    if (task->known & REPORT_KNOWS_ID)
        fprintf(out, ", id 0x%08x", task->id);
    if (task->known & REPORT_KNOWS_PROCESSOR)
        fprintf(out, ", processor %u", task->processor);
    print_stack(task, out);
    fputc('\n', out);
}

static void print_title(const struct report_thread *thread, FILE *out)
{
    if (thread->role != REPORT_PROCESSOR) {
        print_task(thread, thread->state, out);
        return;
    }
    fprintf(out, "processor %u: %s", thread->number, thread->state);
    if (thread->text && thread->text[0])
        fprintf(out, ", %s", thread->text);
    fputc('\n', out);
    if (thread->running)
        print_task(thread->running, thread->running->state, out);
}

void thread_view_print_crashed(const struct report *report, FILE *out, bool colour)
{
    struct report_thread task = report->crashed;

    if (task.running) {
        task.known |= task.running->known & REPORT_KNOWS_USED;
        task.stack_used = task.running->stack_used;
    }
    if (is_processor_only(&task))
        fprintf(out, "processor %u\n", task.processor);
    else if (task.known || (task.name && task.name[0]))
        print_task(&task, "running", out);
    backtrace_print(&report->crashed.trace, out, colour);
}

/* A task that runs and whose processor has a trace is shown with that trace. */
static bool has_trace(const struct report *report, const struct report_thread *thread)
{
    if (report->crashed.running == thread)
        return false;
    for (size_t i = 0; i < report->threads_count; i++)
        if (report->threads[i].running == thread)
            return false;
    return true;
}

/* Tasks with these traces wait at the same place. */
static bool is_alike(const struct report_thread *a, const struct report_thread *b)
{
    return a->role == REPORT_TASK && b->role == REPORT_TASK && a->trace.frames_count &&
           backtrace_equal(&a->trace, &b->trace);
}

/* Prints thread I and all later ones like it. Marks them in PRINTED. */
static void print_alike(const struct report *report, size_t i, bool *printed, FILE *out,
                        bool colour)
{
    const struct report_thread *first = &report->threads[i];

    fputc('\n', out);
    for (size_t j = i; j < report->threads_count; j++) {
        if (j != i && !is_alike(first, &report->threads[j]))
            continue;
        print_title(&report->threads[j], out);
        printed[j] = true;
    }
    if (first->role == REPORT_RUNNING)
        fputs("no trace: the registers of its processor are missing\n", out);
    else if (strcmp(first->state, REPORT_CPU_SILENT) != 0)
        backtrace_print(&first->trace, out, colour);
}

static void print_role(const struct report *report, bool processors, bool *printed, FILE *out,
                       bool colour)
{
    for (size_t i = 0; i < report->threads_count; i++) {
        const struct report_thread *thread = &report->threads[i];
        if (!printed[i] && (thread->role == REPORT_PROCESSOR) == processors &&
            has_trace(report, thread))
            print_alike(report, i, printed, out, colour);
    }
}

static void print_tasks_end(const struct report *report, FILE *out)
{
    uint32_t count = 0;

    for (size_t i = 0; i < report->threads_count; i++)
        count +=
            report->threads[i].role == REPORT_TASK || report->threads[i].role == REPORT_RUNNING;
    if (strcmp(report->tasks_end, "damaged") == 0)
        fputs("tasks: the list is damaged in the device's memory; tasks may be missing\n", out);
    else if (strcmp(report->tasks_end, "cut") == 0)
        fputs("tasks: the device had no time for more; tasks are missing\n", out);
    else if (report->tasks_end[0] && strcmp(report->tasks_end, "end") != 0)
        fprintf(out, "tasks: the list ended with \"%s\"\n", report->tasks_end);
    if (report->tasks_end[0] && count < report->tasks_count)
        fprintf(out, "tasks: the lines of %u of %u tasks are missing or damaged\n",
                report->tasks_count - count, report->tasks_count);
}

void thread_view_print_others(const struct report *report, FILE *out, bool colour)
{
    bool *printed = must_realloc(NULL, report->threads_count + 1, sizeof(*printed));

    memset(printed, 0, report->threads_count * sizeof(*printed));
    print_role(report, true, printed, out, colour);
    print_role(report, false, printed, out, colour);
    free(printed);
    if (report->threads_count)
        fputc('\n', out);
    print_tasks_end(report, out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void thread_view_registers_json(const struct report_thread *thread, struct json *json)
{
    char name[8];
    char value[24];

    json_object(json, "registers");
    for (unsigned i = 0; i < 16; i++) {
        snprintf(name, sizeof(name), "r%u", i);
        if (thread->valid & BOBBIN_VALID_R(i))
            json_address(json, name, thread->r[i]);
    }
    if (thread->valid & BOBBIN_VALID_CPSR)
        json_address(json, "cpsr", thread->cpsr);
    for (unsigned i = 8; i < 16; i++) {
        snprintf(name, sizeof(name), "d%u", i);
        snprintf(value, sizeof(value), "0x%016llx", (unsigned long long)thread->d[i - 8]);
        if (thread->valid & BOBBIN_VALID_D(i))
            json_string(json, name, value);
    }
    json_object_end(json);
}

static void task_json(const struct report_thread *task, struct json *json)
{
    json_string(json, "name", task->name && task->name[0] ? task->name : NULL);
    if (task->known & REPORT_KNOWS_ID)
        json_address(json, "id", task->id);
    if (task->known & REPORT_KNOWS_LOW)
        json_address(json, "stack_low", task->stack_low);
    if (task->known & REPORT_KNOWS_HIGH)
        json_address(json, "stack_high", task->stack_high);
    if (task->known & REPORT_KNOWS_USED)
        json_number(json, "stack_used", task->stack_used);
}

static void register_text_json(const struct address_names *names,
                               const struct report_thread *thread, struct json *json)
{
    struct register_set set = {thread->r, thread->cpsr, NULL, thread->valid};

    if (names->image)
        register_view_json("register_text", &set, names, json);
}

static void thread_json(const struct address_names *names, const struct report_thread *thread,
                        struct json *json)
{
    static const char *const roles[] = {"crashed", "processor", "task", "running", "nameless"};
    bool is_processor = thread->role == REPORT_PROCESSOR;

    json_object(json, NULL);
    json_string(json, "role", roles[thread->role]);
    task_json(task_of(thread), json);
    if (thread->role != REPORT_CRASHED)
        json_string(json, "state", thread->state[0] ? thread->state : NULL);
    if (is_processor)
        json_string(json, "text", thread->text);
    if (is_processor || thread->known & REPORT_KNOWS_PROCESSOR)
        json_number(json, "processor", is_processor ? thread->number : thread->processor);
    if (thread->role != REPORT_CRASHED) {
        thread_view_registers_json(thread, json);
        register_text_json(names, thread, json);
    }
    backtrace_json(&thread->trace, json);
    json_object_end(json);
}

void thread_view_json(const struct report *report, struct named_image *image, struct json *json)
{
    struct address_names names = {report, image};

    json_array(json, "threads");
    if (report->crashed.role == REPORT_CRASHED)
        thread_json(&names, &report->crashed, json);
    for (size_t i = 0; i < report->threads_count; i++)
        if (has_trace(report, &report->threads[i]))
            thread_json(&names, &report->threads[i], json);
    json_array_end(json);
    if (!report->tasks_end[0])
        return;
    json_string(json, "tasks_end", report->tasks_end);
    json_number(json, "tasks_count", report->tasks_count);
}
