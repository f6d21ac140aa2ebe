/* SPDX-License-Identifier: MIT */
#include "report/report_doubt.h"

#include <stddef.h>

static bool has(const struct report_thread *thread, uint32_t number)
{
    return thread->valid & BOBBIN_VALID_R(number);
}

/* The first frame is that of the registers. */
static bool starts_elsewhere(const struct report *report)
{
    const struct report_thread *crashed = &report->crashed;
    const struct backtrace_frame *frame =
        crashed->trace.frames_count ? &crashed->trace.frames[0] : NULL;

    if (report->cause[0] && has(crashed, BOBBIN_PC) && report->cause_pc != crashed->r[BOBBIN_PC])
        return true;
    if (!frame || frame->number != 0)
        return false;
    return (has(crashed, BOBBIN_PC) && frame->pc != crashed->r[BOBBIN_PC]) ||
           (has(crashed, BOBBIN_SP) && frame->sp && frame->sp != crashed->r[BOBBIN_SP]);
}

/* On one stack, the sp of a caller is not below that of the frame that it called. */
static bool goes_down(const struct backtrace *trace)
{
    if (trace->exceptions_count)
        return false;
    for (size_t i = 1; i < trace->frames_count; i++)
        if (trace->frames[i].sp && trace->frames[i].sp < trace->frames[i - 1].sp)
            return true;
    return false;
}

/* The word at ADDRESS, if the report has it. */
static bool word_at(const struct report *report, uint32_t address, uint32_t *word)
{
    for (size_t i = 0; i < report->memory_count; i++) {
        const struct report_memory *piece = &report->memory[i];
        uint32_t offset = address - piece->address;
        if (offset < 4 * piece->words_count && offset % 4 == 0) {
            *word = piece->words[offset / 4];
            return true;
        }
    }
    return false;
}

/*
 * Whether the stack words from FROM to TO - 1 are all there, and none of them is the return address
 * PC.
 */
static bool lacks_return(const struct report *report, uint32_t from, uint32_t to, uint32_t pc)
{
    uint32_t word;

    if (from >= to || from % 4)
        return false;
    for (uint32_t address = from; address < to; address += 4)
        if (!word_at(report, address, &word) || (word & ~1u) == (pc & ~1u))
            return false;
    return true;
}

/* The return address of every frame except the first two is on the stack. */
static bool has_other_stack(const struct report *report)
{
    const struct backtrace *trace = &report->crashed.trace;

    if (trace->exceptions_count)
        return false;
    for (size_t i = 2; i < trace->frames_count; i++) {
        const struct backtrace_frame *frame = &trace->frames[i];
        if (frame->number == trace->frames[i - 1].number + 1 && trace->frames[i - 1].sp &&
            lacks_return(report, trace->frames[i - 1].sp, frame->sp, frame->pc))
            return true;
    }
    return false;
}

/* Frames are missing, though no line is. */
static bool lacks_frames(const struct backtrace *trace)
{
    for (size_t i = 0; i < trace->frames_count; i++)
        if (trace->frames[i].missing_before)
            return true;
    return trace->missing_after;
}

const char *report_doubt(const struct report *report)
{
    if (report->token[0])
        return NULL;
    if (report->lines_missing)
        return "lines are missing, and those after them may be of another crash";
    if (starts_elsewhere(report))
        return "the cause, the registers and the first frame are not of one crash";
    if (!report->lines_odd && lacks_frames(&report->crashed.trace))
        return "frames are missing, though no line is";
    if (goes_down(&report->crashed.trace))
        return "the frames are not of one stack";
    if (has_other_stack(report))
        return "the frames and the stack words are not of one crash";
    return NULL;
}
