/* SPDX-License-Identifier: MIT */
#include "report/report_core_part.h"

#include <stdlib.h>
#include <string.h>

#include "report/thread_view.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/report.h>

enum { CPSR_MODE_SYS = 0x1f };

static uint32_t signal_of(const struct report *report)
{
    static const struct {
        enum bobbin_cause cause;
        uint32_t signal;
    } signals[] = {
        {BOBBIN_CAUSE_UNDEFINED, CORE_SIGILL},        {BOBBIN_CAUSE_PREFETCH_ABORT, CORE_SIGSEGV},
        {BOBBIN_CAUSE_DATA_ABORT, CORE_SIGSEGV},      {BOBBIN_CAUSE_NULL_CALL, CORE_SIGSEGV},
        {BOBBIN_CAUSE_ASSERT, CORE_SIGABRT},          {BOBBIN_CAUSE_ABORT, CORE_SIGABRT},
        {BOBBIN_CAUSE_STACK_PROTECTOR, CORE_SIGABRT},
    };

    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        if (strcmp(report->cause, bobbin_cause_name(signals[i].cause)) == 0)
            return signals[i].signal;
    return CORE_SIGTRAP;
}

/* The part of a core that is of one report, in the making. */
struct maker {
    const struct report *report;
    const struct stack_rules *rules; /* NULL: none */
    const char *path;
    struct core_file core;
    struct stack_words words;
};

/* ---- threads --------------------------------------------------------------------------------- */

static struct core_file_thread crashed_thread(const struct report *report)
{
    const struct report_thread *crashed = &report->crashed;
    uint32_t d_mask = BOBBIN_VALID_D(8) * 0xffu;
    struct core_file_thread thread = {
        .signal = signal_of(report),
        .cpsr = crashed->cpsr,
        .pc_wild = strcmp(report->cause, bobbin_cause_name(BOBBIN_CAUSE_NULL_CALL)) == 0,
        .d_known = (crashed->valid & d_mask) == d_mask,
    };

    memcpy(thread.r, crashed->r, sizeof(thread.r));
    memcpy(thread.d + 8, crashed->d, sizeof(crashed->d));
    return thread;
}

static void add_thread(struct maker *maker, struct core_file_thread *thread)
{
    struct core_file *core = &maker->core;

    thread->id = (uint32_t)core->threads_count + 1;
    array_push(core->threads, core->threads_count, core->threads_capacity, *thread);
}

/* The name of THREAD, or of the code that its exception number WHICH - 1 interrupted. */
static void name_thread(struct core_file_thread *out, const struct report_thread *thread,
                        size_t which)
{
    char text[64];

    if (thread->role == REPORT_CRASHED && !thread->name)
        return;
    thread_view_name(thread, out->name, sizeof(out->name));
    if (which == 0)
        return;
    snprintf(text, sizeof(text), "%s", out->name);
    snprintf(out->name, sizeof(out->name), "%.40s, at %.16s", text,
             thread->trace.exceptions[which - 1].vector);
}

/* The frames of TRACE before its exception number WHICH, and after the one before that. */
static struct stack_frames frames_between(const struct backtrace *trace, size_t which)
{
    struct stack_frames frames = {.frame = trace->frames};
    size_t first = 0, end = trace->frames_count;

    while (which > 0 && first < end &&
           trace->frames[first].number < trace->exceptions[which - 1].frame)
        first++;
    while (which < trace->exceptions_count && end > first &&
           trace->frames[end - 1].number >= trace->exceptions[which].frame)
        end--;
    frames.frame += first;
    frames.count = end - first;
    frames.is_whole = which == trace->exceptions_count && trace->stop == BOBBIN_STOP_THREAD_BASE;
    return frames;
}

/*
 * The pc of a thread whose innermost frame is FRAME. If the task called the code that switched,
 * that is the call instruction: for debuggers the first frame of a thread is at its pc, not after
 * a call.
 */
static uint32_t pc_of(const struct maker *maker, const struct backtrace_frame *frame)
{
    const struct image *image = maker->rules ? maker->rules->image : NULL;
    uint32_t halfword, pc = frame->pc;

    if (frame->kind != BOBBIN_KIND_CALL || !image)
        return pc;
    if (image_state_at(image, pc - 2) != IMAGE_THUMB)
        return pc - 4;
    image_read_number(image, pc - 2, 2, &halfword);
    return pc - ((halfword & 0xff87) == 0x4780 ? 2 : 4); /* blx rM, or bl */
}

/*
 * Adds the code of a task or processor between two exceptions. Its stack is not in the report, so
 * the words that the debugger needs are made. Registers that are unknown are 0.
 */
static void add_made(struct maker *maker, const struct report_thread *thread, size_t which,
                     struct stack_frames *frames, uint32_t cpsr)
{
    struct core_file_thread out = {.cpsr = cpsr};
    size_t found = frames->count;
    char name[64];

    if (frames->count) {
        frames->r[BOBBIN_PC] = pc_of(maker, &frames->frame[0]);
        frames->r[BOBBIN_SP] = frames->frame[0].sp;
        frames->valid |= BOBBIN_VALID_R(BOBBIN_PC) | BOBBIN_VALID_R(BOBBIN_SP);
    }
    if (!(frames->valid & BOBBIN_VALID_R(BOBBIN_PC)))
        return;
    if (frames->count && maker->rules)
        found = stack_words_add(&maker->words, frames, maker->rules);
    if (found < frames->count)
        diag_note(maker->path,
                  "of %s, gdb finds only %zu of %zu frames: its rules do not lead past frame #%u",
                  thread_view_name(thread, name, sizeof(name)), found, frames->count,
                  frames->frame[found - 1].number);
    memcpy(out.r, frames->r, sizeof(out.r));
    name_thread(&out, thread, which);
    add_thread(maker, &out);
}

/* The cpsr of THREAD, or one whose state is that of the code at its pc. */
static uint32_t cpsr_of(const struct maker *maker, const struct report_thread *thread)
{
    const struct backtrace *trace = &thread->trace;
    uint32_t pc = trace->frames_count ? trace->frames[0].pc : thread->r[BOBBIN_PC];
    bool thumb = maker->rules && image_state_at(maker->rules->image, pc) == IMAGE_THUMB;

    if (thread->valid & BOBBIN_VALID_CPSR)
        return thread->cpsr;
    return CPSR_MODE_SYS | (thumb ? BOBBIN_CPSR_T : 0);
}

/*
 * gdb cannot unwind through entry code, so the code that each exception interrupted is a thread of
 * its own, with the number after that of the code that interrupted it.
 */
static void add_task(struct maker *maker, const struct report_thread *thread)
{
    const struct backtrace *trace = &thread->trace;
    size_t before = maker->core.threads_count;
    char name[64];

    for (size_t i = 0; i <= trace->exceptions_count; i++) {
        const struct backtrace_exception *exception = i ? &trace->exceptions[i - 1] : NULL;
        struct stack_frames frames = frames_between(trace, i);
        memcpy(frames.r, exception ? exception->r : thread->r, sizeof(frames.r));
        frames.valid = exception ? exception->valid : thread->valid;
        add_made(maker, thread, i, &frames, exception ? exception->cpsr : cpsr_of(maker, thread));
    }
    if (maker->core.threads_count == before)
        diag_note(maker->path, "%s is no thread: the report has no pc of it",
                  thread_view_name(thread, name, sizeof(name)));
}

/*
 * Makes gdb's trace of the code that crashed end where the report's does, at the first function of
 * a task. All else that gdb needs is in the report.
 */
static void end_crashed(struct maker *maker)
{
    const struct report_thread *crashed = &maker->report->crashed;
    const struct backtrace *trace = &crashed->trace;
    size_t last = trace->exceptions_count;
    struct stack_frames frames = frames_between(trace, last);

    if (!maker->rules || !frames.is_whole || !frames.count)
        return;
    memcpy(frames.r, last ? trace->exceptions[last - 1].r : crashed->r, sizeof(frames.r));
    frames.valid = last ? trace->exceptions[last - 1].valid : crashed->valid;
    stack_words_add(&maker->words, &frames, maker->rules);
}

/* The code that crashed has its stack in the report. */
static void add_crashed(struct maker *maker)
{
    const struct report_thread *crashed = &maker->report->crashed;
    struct core_file_thread out = crashed_thread(maker->report);

    name_thread(&out, crashed, 0);
    add_thread(maker, &out);
    for (size_t i = 0; i < crashed->trace.exceptions_count; i++) {
        const struct backtrace_exception *exception = &crashed->trace.exceptions[i];
        struct core_file_thread interrupted = {.cpsr = exception->cpsr};
        memcpy(interrupted.r, exception->r, sizeof(interrupted.r));
        name_thread(&interrupted, crashed, i + 1);
        add_thread(maker, &interrupted);
    }
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void add_memory(struct maker *maker, uint32_t address, struct buffer *bytes)
{
    struct core_file *core = &maker->core;
    struct core_file_memory memory = {address, (uint32_t)bytes->size, bytes->bytes};

    array_push(core->memory, core->memory_count, core->memory_capacity, memory);
}

/* Adds the words as bytes, in little-endian order as in the target's memory. */
static void add_report_memory(struct maker *maker)
{
    for (size_t i = 0; i < maker->report->memory_count; i++) {
        const struct report_memory *piece = &maker->report->memory[i];
        struct buffer bytes = {0};
        for (size_t j = 0; j < piece->words_count; j++)
            buffer_u32(&bytes, stack_words_shown(&maker->words, piece->address + 4 * (uint32_t)j,
                                                 piece->words[j]));
        add_memory(maker, piece->address, &bytes);
    }
}

static void add_made_memory(struct maker *maker)
{
    const struct stack_words *words = &maker->words;

    for (size_t i = 0; i < words->count;) {
        uint32_t address = words->word[i].address;
        struct buffer bytes = {0};
        for (; i < words->count && words->word[i].address == address + bytes.size; i++)
            buffer_u32(&bytes, words->word[i].value);
        add_memory(maker, address, &bytes);
    }
}

/* The words that debuggers must not see, for `bobbin unwind`. */
static void add_truth(struct maker *maker)
{
    struct core_file *core = &maker->core;

    for (size_t i = 0; i < maker->words.truth_count; i++) {
        struct core_file_word word = {maker->words.truth[i].address, maker->words.truth[i].value};
        array_push(core->truth, core->truth_count, core->truth_capacity, word);
    }
}

bool report_core_part_make(struct core_file *part, const struct report *report,
                           const struct stack_rules *rules, const char *path)
{
    struct maker maker = {
        .report = report,
        .rules = rules,
        .path = path,
        .words = {.memory = report->memory, .memory_count = report->memory_count},
    };
    bool made;

    add_crashed(&maker);
    end_crashed(&maker);
    for (size_t i = 0; i < report->threads_count; i++)
        if (report->threads[i].role != REPORT_RUNNING)
            add_task(&maker, &report->threads[i]);
    add_report_memory(&maker);
    add_made_memory(&maker);
    add_truth(&maker);
    made = maker.words.count > 0;
    free(maker.words.word);
    free(maker.words.replaced);
    free(maker.words.truth);
    *part = maker.core;
    return made;
}
