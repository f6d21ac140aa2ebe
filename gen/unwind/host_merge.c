/* SPDX-License-Identifier: MIT */
#include "unwind/host_merge.h"

#include <stdlib.h>
#include <string.h>

#include "symbolize/stop_text.h"
#include "util/memory.h"

void host_merge_renumber(struct backtrace *trace, uint32_t by)
{
    for (size_t i = 0; i < trace->frames_count; i++)
        trace->frames[i].number += by;
    for (size_t i = 0; i < trace->exceptions_count; i++)
        trace->exceptions[i].frame += by;
}

/* The frame NUMBER of TRACE, or NULL. */
static const struct backtrace_frame *find(const struct backtrace *trace, uint32_t number)
{
    size_t i = array_lower_bound(trace->frames, trace->frames_count, number, number);

    return i < trace->frames_count && trace->frames[i].number == number ? &trace->frames[i] : NULL;
}

static uint32_t last_number(const struct backtrace *trace)
{
    return trace->frames[trace->frames_count - 1].number;
}

/*
 * Whether all frames that both traces have are the same; at least one, if DEVICE has frames. An sp
 * of 0 is unknown.
 */
static bool agree(const struct backtrace *device, const struct backtrace *host)
{
    bool any = false;

    for (size_t i = 0; i < device->frames_count; i++) {
        const struct backtrace_frame *mine = &device->frames[i];
        const struct backtrace_frame *other = find(host, mine->number);
        if (!other)
            continue;
        if (mine->pc != other->pc || (mine->sp && mine->sp != other->sp) ||
            mine->kind != other->kind)
            return false;
        any = true;
    }
    return any || device->frames_count == 0;
}

/* Whether the number of DEVICE's frames before its frame I is unclear: some were left out. */
static bool is_in_skip(const struct backtrace *device, uint32_t number)
{
    size_t i = array_lower_bound(device->frames, device->frames_count, number, number);

    return i < device->frames_count && device->frames[i].skipped_before;
}

static bool is_proved(const struct backtrace_frame *frame)
{
    static const char *const proved[] = {"context", "table", "code"};

    for (size_t i = 0; i < sizeof(proved) / sizeof(proved[0]); i++)
        if (strcmp(frame->trust, proved[i]) == 0)
            return true;
    return false;
}

/* The number of HOST's frames, from its first on, that may be used. */
static size_t usable(const struct backtrace *device, const struct backtrace *host)
{
    size_t i = 0;

    while (i < host->frames_count &&
           (is_proved(&host->frames[i]) || find(device, host->frames[i].number)))
        i++;
    return i;
}

static bool may_add(const struct backtrace *device, const struct backtrace_frame *frame)
{
    return !find(device, frame->number) && !is_in_skip(device, frame->number);
}

size_t host_merge_gain(const struct backtrace *device, const struct backtrace *host)
{
    size_t gain = 0, end = usable(device, host);

    if (!agree(device, host))
        return 0;
    for (size_t i = 0; i < end; i++)
        gain += may_add(device, &host->frames[i]);
    return gain;
}

/* ---- merging --------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const struct backtrace_frame *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

static int by_frame(const void *a, const void *b)
{
    const struct backtrace_exception *x = a, *y = b;

    return (x->frame > y->frame) - (x->frame < y->frame);
}

/* Adds the exceptions of HOST from the frame after FIRST up to LAST that DEVICE lacks. */
static void add_exceptions(struct backtrace *device, const struct backtrace *host, uint32_t last)
{
    for (size_t i = 0; i < host->exceptions_count; i++) {
        const struct backtrace_exception *exception = &host->exceptions[i];
        bool known = exception->frame > last;
        for (size_t j = 0; j < device->exceptions_count; j++)
            known = known || device->exceptions[j].frame == exception->frame;
        if (!known)
            array_push(device->exceptions, device->exceptions_count, device->exceptions_capacity,
                       *exception);
    }
    if (device->exceptions_count)
        qsort(device->exceptions, device->exceptions_count, sizeof(*device->exceptions), by_frame);
}

/* Counts again which frames are missing before each frame. Those that were left out stay. */
static void count_missing(struct backtrace *trace)
{
    uint64_t expected = 0;

    for (size_t i = 0; i < trace->frames_count; i++) {
        struct backtrace_frame *frame = &trace->frames[i];
        uint64_t present = expected + frame->skipped_before;
        frame->missing_before = frame->number > present ? (uint32_t)(frame->number - present) : 0;
        expected = (uint64_t)frame->number + 1;
    }
}

static void end_by_host(struct backtrace *device, const struct backtrace *host, bool whole)
{
    snprintf(device->device_stop_word, sizeof(device->device_stop_word), "%s", device->stop_word);
    device->host_continued = true;
    device->stop = whole ? host->stop : BOBBIN_STOP_NO_RULE;
    device->stop_word[0] = '\0';
    device->stop_value = whole ? host->stop_value : device->frames[device->frames_count - 1].pc;
    device->skipped_after = device->missing_after = 0;
}

/* ADDED frames are new at the end of DEVICE. WHOLE: all frames of HOST were used. */
static void settle_end(struct backtrace *device, const struct backtrace *host, uint32_t added,
                       bool whole)
{
    uint32_t lacking = device->missing_after + device->skipped_after;

    if (!stop_is_complete(device->stop) || added > lacking) {
        end_by_host(device, host, whole);
        return;
    }
    if (added <= device->missing_after) {
        device->missing_after -= added;
        return;
    }
    device->skipped_after -= added - device->missing_after;
    device->missing_after = 0;
}

void host_merge(struct backtrace *device, const struct backtrace *host)
{
    size_t count = device->frames_count, end = usable(device, host);
    struct backtrace before = *device; /* only the frames that the device sent */
    uint32_t added = 0;

    before.frames = must_realloc(NULL, count + 1, sizeof(*before.frames));
    if (count)
        memcpy(before.frames, device->frames, count * sizeof(*before.frames));
    for (size_t i = 0; i < end; i++) {
        struct backtrace_frame frame = host->frames[i];
        if (!may_add(&before, &frame))
            continue;
        frame.host = true;
        frame.symbols = NULL;
        frame.symbols_count = 0;
        frame.skipped_before = frame.missing_before = 0;
        if (!count || frame.number > last_number(&before)) {
            device->host_first = added++ ? device->host_first : frame.number;
        }
        array_push(device->frames, device->frames_count, device->frames_capacity, frame);
    }
    free(before.frames);
    qsort(device->frames, device->frames_count, sizeof(*device->frames), by_number);
    add_exceptions(device, host, last_number(device));
    count_missing(device);
    if (added)
        settle_end(device, host, added, end == host->frames_count);
}
