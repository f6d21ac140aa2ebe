/* SPDX-License-Identifier: MIT */
#include "unwind/host_frames.h"

#include <stdlib.h>
#include <string.h>

#include "symbolize/stop_text.h"
#include "unwind/host_merge.h"
#include "unwind/unwinder.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/cross.h>
#include <bobbin/report.h>

/* An image with the table that the device has, and one with all rules. */
struct host_image {
    struct named_image *image;
    struct image_list list; /* of IMAGE alone */
    struct core_file core;  /* the memory of the report in progress */
    struct unwinder unwinders[2];
    int status[2];
    bool open[2];
};

/* ---- images ---------------------------------------------------------------------------------- */

static struct host_image *image_of(struct host_frames *host, struct named_image *image)
{
    struct host_image *item;

    for (size_t i = 0; i < host->count; i++)
        if (host->images[i]->image == image)
            return host->images[i];
    item = must_realloc(NULL, 1, sizeof(*item));
    *item = (struct host_image){.image = image, .list = {.items = image, .count = 1}};
    array_push(host->images, host->count, host->capacity, item);
    return item;
}

/* The unwinder with the table of the image, or with a fresh one; NULL if there is none. */
static struct unwinder *unwinder_of(struct host_image *item, bool fresh)
{
    struct unwinder *unwinder = &item->unwinders[fresh];
    bool quiet;

    if (!item->open[fresh]) {
        quiet = diag_set_quiet(true);
        item->status[fresh] = fresh ? unwinder_open_fresh(unwinder, &item->list, &item->core)
                                    : unwinder_open(unwinder, &item->list, &item->core, false);
        diag_set_quiet(quiet);
        unwinder->constants_only = true;
        item->open[fresh] = true;
    }
    return item->status[fresh] == STATUS_GOOD ? unwinder : NULL;
}

void host_frames_free(struct host_frames *host)
{
    for (size_t i = 0; i < host->count; i++) {
        for (unsigned fresh = 0; fresh < 2; fresh++)
            if (host->images[i]->open[fresh])
                unwinder_close(&host->images[i]->unwinders[fresh]);
        free(host->images[i]);
    }
    free(host->images);
    memset(host, 0, sizeof(*host));
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void fill_memory(struct core_file *core, const struct report *report)
{
    for (size_t i = 0; i < report->memory_count; i++) {
        const struct report_memory *piece = &report->memory[i];
        struct buffer bytes = {0};
        struct core_file_memory memory = {.address = piece->address};
        for (size_t j = 0; j < piece->words_count; j++)
            buffer_u32(&bytes, piece->words[j]);
        memory.size_bytes = (uint32_t)bytes.size;
        memory.bytes = bytes.bytes;
        array_push(core->memory, core->memory_count, core->memory_capacity, memory);
    }
}

static void free_memory(struct core_file *core)
{
    for (size_t i = 0; i < core->memory_count; i++)
        free((void *)(uintptr_t)core->memory[i].bytes);
    free(core->memory);
    memset(core, 0, sizeof(*core));
}

/* ---- starts ---------------------------------------------------------------------------------- */

/* Where a trace of the host can start, and the number of its first frame. */
struct start {
    struct unwinder_start from;
    uint32_t r[16];
    uint32_t number;
};

static bool has_state(uint32_t valid)
{
    uint32_t needed = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_CPSR;

    return (valid & needed) == needed;
}

static bool start_at_crash(struct start *start, const struct report *report,
                           const struct report_thread *thread)
{
    *start = (struct start){
        .from = {.r = thread->r,
                 .cpsr = thread->cpsr,
                 .d = thread->d,
                 .valid = thread->valid,
                 .kind = BOBBIN_KIND_INTERRUPTED,
                 .wild = thread == &report->crashed &&
                         strcmp(report->cause, bobbin_cause_name(BOBBIN_CAUSE_NULL_CALL)) == 0}};
    if (thread->trace.frames_count && thread->trace.frames[0].number == 0)
        start->from.kind = thread->trace.frames[0].kind;
    else if (thread->role != REPORT_CRASHED)
        return false; /* a task may have called the code that switched */
    return has_state(thread->valid);
}

/*
 * The kind of the frame at which EXCEPTION interrupted the code: that of the frame in the report,
 * or that of the exception if the frame's line did not arrive. False if it is unknown.
 */
static bool kind_at(const struct backtrace *trace, const struct backtrace_exception *exception,
                    enum bobbin_kind *kind)
{
    *kind = BOBBIN_KIND_INTERRUPTED;
    for (size_t i = 0; i < trace->frames_count; i++) {
        if (trace->frames[i].number != exception->frame)
            continue;
        *kind = trace->frames[i].kind;
        return true;
    }
    if (strcmp(exception->vector, bobbin_vector_word(BOBBIN_VECTOR_CALL)) == 0)
        *kind = BOBBIN_KIND_CALL;
    return strcmp(exception->vector, bobbin_vector_word(BOBBIN_VECTOR_NONE)) != 0;
}

static bool start_at_exception(struct start *start, const struct backtrace *trace)
{
    const struct backtrace_exception *last;

    if (!trace->exceptions_count)
        return false;
    last = &trace->exceptions[trace->exceptions_count - 1];
    *start = (struct start){.from = {.r = last->r, .cpsr = last->cpsr, .valid = last->valid},
                            .number = last->frame};
    return kind_at(trace, last, &start->from.kind) && has_state(last->valid);
}

/* The registers at the last frame are unknown, but for pc and sp. */
static bool start_at_last(struct start *start, const struct backtrace *trace,
                          const struct image *image)
{
    const struct backtrace_frame *last;

    if (!trace->frames_count)
        return false;
    last = &trace->frames[trace->frames_count - 1];
    if (last->kind != BOBBIN_KIND_CALL || !last->sp)
        return false;
    *start = (struct start){
        .from = {.cpsr = image_state_at(image, last->pc - 2) == IMAGE_THUMB ? BOBBIN_CPSR_T : 0,
                 .valid = BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_R(BOBBIN_SP),
                 .kind = BOBBIN_KIND_CALL},
        .number = last->number};
    start->r[BOBBIN_PC] = last->pc;
    start->r[BOBBIN_SP] = last->sp;
    start->from.r = start->r;
    return true;
}

/* ---- traces ---------------------------------------------------------------------------------- */

/* A trace of the host that agrees with the device, and how many frames it would add. */
struct best {
    struct backtrace trace;
    size_t gain;
    bool lacks_rule; /* a trace ended where the table has no rule */
};

static void try_start(struct host_image *item, bool fresh, struct start *start,
                      const struct backtrace *device, struct best *best)
{
    struct unwinder *unwinder = unwinder_of(item, fresh);
    struct backtrace trace;
    size_t gain;

    if (!unwinder || start->number > UINT32_MAX / 2)
        return;
    unwinder_trace_from(unwinder, &start->from, &trace);
    host_merge_renumber(&trace, start->number);
    gain = host_merge_gain(device, &trace);
    best->lacks_rule |= trace.stop == BOBBIN_STOP_NO_RULE || trace.stop == BOBBIN_STOP_CORRUPT;
    if (gain > best->gain) {
        backtrace_free(&best->trace);
        best->trace = trace;
        best->gain = gain;
    } else {
        backtrace_free(&trace);
    }
}

static void try_all(struct host_image *item, bool fresh, const struct report *report,
                    const struct report_thread *thread, struct best *best)
{
    struct start start;

    if (start_at_crash(&start, report, thread))
        try_start(item, fresh, &start, &thread->trace, best);
    if (start_at_exception(&start, &thread->trace))
        try_start(item, fresh, &start, &thread->trace, best);
    if (start_at_last(&start, &thread->trace, &item->image->image))
        try_start(item, fresh, &start, &thread->trace, best);
}

static void add_to(struct host_image *item, const struct report *report,
                   struct report_thread *thread)
{
    struct best best = {0};

    if (backtrace_is_complete(&thread->trace))
        return;
    try_all(item, false, report, thread, &best);
    if (best.lacks_rule)
        try_all(item, true, report, thread, &best);
    if (best.gain)
        host_merge(&thread->trace, &best.trace);
    backtrace_free(&best.trace);
}

/* Whether the report has memory at sp of THREAD, or at that of one of its frames. */
static bool has_stack(const struct report *report, const struct report_thread *thread)
{
    for (size_t i = 0; i < report->memory_count; i++) {
        const struct report_memory *piece = &report->memory[i];
        uint32_t size_bytes = 4 * (uint32_t)piece->words_count;
        if (thread->valid & BOBBIN_VALID_R(BOBBIN_SP) &&
            thread->r[BOBBIN_SP] - piece->address < size_bytes)
            return true;
        for (size_t j = 0; j < thread->trace.frames_count; j++)
            if (thread->trace.frames[j].sp - piece->address < size_bytes)
                return true;
    }
    return false;
}

/* If lines are missing, only a token proves that stack and registers are of the same crash. */
static bool is_of_one_crash(const struct report *report)
{
    return report_is_identified(report) || !report_is_damaged(report);
}

void host_frames_add(struct host_frames *host, struct report *report, struct named_image *image)
{
    struct host_image *item;

    if (!image || !report->memory_count || !is_of_one_crash(report))
        return;
    item = image_of(host, image);
    fill_memory(&item->core, report);
    if (report->crashed.role == REPORT_CRASHED && has_stack(report, &report->crashed))
        add_to(item, report, &report->crashed);
    for (size_t i = 0; i < report->threads_count; i++)
        if (has_stack(report, &report->threads[i]))
            add_to(item, report, &report->threads[i]);
    free_memory(&item->core);
}
