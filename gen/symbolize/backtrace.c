/* SPDX-License-Identifier: MIT */
/* Backtraces: names, comparison, JSON. */
#include "symbolize/backtrace.h"

#include <stdlib.h>
#include <string.h>

#include "symbolize/demangle.h"
#include "symbolize/stop_text.h"
#include "symbolize/tail_calls.h"
#include "symbolize/thread_base.h"
#include "util/memory.h"
#include <bobbin/cross.h>
#include <bobbin/report.h>

void backtrace_set_symbols(struct backtrace_frame *frame, const struct symbol *symbols,
                           size_t count)
{
    frame->symbols_count = count;
    frame->symbols = must_realloc(NULL, count, sizeof(*symbols));
    memcpy(frame->symbols, symbols, count * sizeof(*symbols));
}

void backtrace_name_frame(struct backtrace_frame *frame, const struct debug_index *debug)
{
    struct symbol symbols[SYMBOLS_MAX];

    backtrace_set_symbols(frame, symbols,
                          symbolizer_look_up(debug, frame->pc, frame->kind, symbols));
}

const char *backtrace_directory(const struct backtrace *backtrace, uint32_t pc,
                                enum bobbin_kind kind)
{
    const struct debug_index *debug = backtrace->debug;
    const struct line_sequence *sequence =
        debug ? debug_index_sequence(debug, bobbin_lookup_address(pc, kind)) : NULL;

    return sequence ? debug->units[sequence->unit].directory : "";
}

/* ---- tail calls ------------------------------------------------------------------------------ */

bool backtrace_is_interrupted(const struct backtrace *backtrace, uint32_t number)
{
    for (size_t i = 0; i < backtrace->exceptions_count; i++)
        if (backtrace->exceptions[i].frame == number)
            return true;
    return false;
}

/* Whether frame I + 1 of BACKTRACE has called something that led to frame I. */
static bool is_call(const struct backtrace *backtrace, size_t i)
{
    const struct backtrace_frame *frame = &backtrace->frames[i], *caller = frame + 1;

    return caller->kind == BOBBIN_KIND_CALL && caller->number == frame->number + 1 &&
           !frame->remark && !backtrace_is_interrupted(backtrace, caller->number);
}

void backtrace_add_tails(struct backtrace *backtrace, const struct debug_index *debug)
{
    uint32_t after[TAIL_CALLS_MAX];

    for (size_t i = 0; i + 1 < backtrace->frames_count; i++) {
        struct backtrace_frame *frame = &backtrace->frames[i];
        size_t count = is_call(backtrace, i)
                           ? tail_calls_find(debug, bobbin_lookup_address(frame->pc, frame->kind),
                                             frame[1].pc, after)
                           : 0;
        for (size_t j = 0; j < count; j++) {
            struct symbol symbols[SYMBOLS_MAX];
            struct backtrace_tail tail = {.pc = after[j]};
            tail.symbols_count = symbolizer_look_up(debug, tail.pc, BOBBIN_KIND_CALL, symbols);
            tail.symbols = must_realloc(NULL, tail.symbols_count, sizeof(*symbols));
            memcpy(tail.symbols, symbols, tail.symbols_count * sizeof(*symbols));
            array_push(frame->tails, frame->tails_count, frame->tails_capacity, tail);
        }
    }
}

static void free_frame(struct backtrace_frame *frame)
{
    for (size_t i = 0; i < frame->tails_count; i++)
        free(frame->tails[i].symbols);
    free(frame->tails);
    free(frame->symbols);
}

void backtrace_explain_stop(struct backtrace *backtrace)
{
    size_t count = backtrace->frames_count;
    uint32_t value = backtrace->stop_value;
    /* where 0 is the end of a thread, the stop is THREAD_BASE already */
    bool is_return_address = backtrace->stop == BOBBIN_STOP_NO_CALL ||
                             (backtrace->stop == BOBBIN_STOP_PC_OUTSIDE && value > 1 && count &&
                              backtrace->frames[count - 1].pc != value);

    if (!is_return_address || !backtrace->debug || !thread_base_is(backtrace->debug->image, value))
        return;
    backtrace->stop = BOBBIN_STOP_THREAD_BASE;
    backtrace->stop_word[0] = '\0';
}

void backtrace_free(struct backtrace *backtrace)
{
    for (size_t i = 0; i < backtrace->frames_count; i++)
        free_frame(&backtrace->frames[i]);
    free(backtrace->frames);
    free(backtrace->exceptions);
    memset(backtrace, 0, sizeof(*backtrace));
}

/* Returns BOBBIN_VECTORS for a word that this version of bobbin does not know. */
static unsigned parse_vector(const char *word)
{
    unsigned vector = BOBBIN_VECTOR_NONE;

    while (vector < BOBBIN_VECTORS && strcmp(word, bobbin_vector_word(vector)) != 0)
        vector++;
    return vector;
}

static const char *vector_text(const struct backtrace_exception *exception)
{
    unsigned vector = parse_vector(exception->vector);
    const char *mode = bobbin_mode_name(exception->cpsr);

    if (vector == BOBBIN_VECTOR_CALL)
        return strcmp(mode, "HYP") == 0 ? "HVC" : "SVC";
    if (vector == BOBBIN_VECTOR_NONE) /* one of several that share code */
        return "exception";
    return vector < BOBBIN_VECTORS ? bobbin_vector_name(vector) : exception->vector;
}

void backtrace_exception_text(const struct backtrace_exception *exception, char *text,
                              size_t size_bytes)
{
    snprintf(text, size_bytes, "%s, interrupted %s mode", vector_text(exception),
             bobbin_mode_name(exception->cpsr));
}

char *backtrace_source_name(const struct symbol *symbol)
{
    return demangle(symbol->linkage ? symbol->linkage : symbol->function);
}

const char *backtrace_stop_word(const struct backtrace *backtrace)
{
    return backtrace->stop_word[0] ? backtrace->stop_word : bobbin_stop_name(backtrace->stop);
}

static bool lacks_frames(const struct backtrace *backtrace)
{
    for (size_t i = 0; i < backtrace->frames_count; i++)
        if (backtrace->frames[i].missing_before)
            return true;
    return backtrace->missing_after > 0;
}

bool backtrace_is_complete(const struct backtrace *backtrace)
{
    return stop_is_complete(backtrace->stop) && !lacks_frames(backtrace);
}

/* Whether FRAME B of another trace is the same place in the same role; sp may differ. */
static bool frames_equal(const struct backtrace_frame *a, const struct backtrace_frame *b)
{
    return a->number == b->number && a->pc == b->pc && a->kind == b->kind &&
           strcmp(a->trust, b->trust) == 0 && a->host == b->host &&
           a->skipped_before == b->skipped_before && a->missing_before == b->missing_before;
}

bool backtrace_equal(const struct backtrace *a, const struct backtrace *b)
{
    if (a->frames_count != b->frames_count || a->exceptions_count || b->exceptions_count ||
        a->skipped_after != b->skipped_after || a->missing_after != b->missing_after ||
        a->stop_value != b->stop_value ||
        strcmp(backtrace_stop_word(a), backtrace_stop_word(b)) != 0)
        return false;
    for (size_t i = 0; i < a->frames_count; i++)
        if (!frames_equal(&a->frames[i], &b->frames[i]))
            return false;
    return true;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void name_json(const struct symbol *symbol, struct json *json)
{
    char *name = backtrace_source_name(symbol);

    json_string(json, "name", name);
    free(name);
}

static void source_json(const struct backtrace *backtrace, uint32_t pc, enum bobbin_kind kind,
                        const struct symbol *symbol, struct json *json)
{
    if (backtrace->sources && symbol && symbol->file)
        source_lines_json(backtrace->sources, backtrace_directory(backtrace, pc, kind),
                          symbol->file, symbol->line, json);
}

/* The fields of SYMBOL, which may be NULL. */
static void place_json(const struct symbol *symbol, struct json *json)
{
    json_string(json, "function", symbol ? symbol->function : NULL);
    if (symbol && symbol->function)
        name_json(symbol, json);
    else
        json_string(json, "name", NULL);
    if (symbol && symbol->function && !symbol->inlined)
        json_number(json, "offset", symbol->offset);
    else
        json_string(json, "offset", NULL);
    json_string(json, "file", symbol ? symbol->file : NULL);
    if (symbol && symbol->line)
        json_number(json, "line", symbol->line);
    else
        json_string(json, "line", NULL);
    json_bool(json, "inlined", symbol && symbol->inlined);
}

static void level_json(const struct backtrace *backtrace, const struct backtrace_frame *frame,
                       const struct symbol *symbol, struct json *json)
{
    json_object(json, NULL);
    json_number(json, "number", frame->number);
    json_address(json, "pc", frame->pc);
    json_address(json, "sp", frame->sp);
    place_json(symbol, json);
    json_string(json, "kind", bobbin_kind_name(frame->kind));
    json_string(json, "trust", frame->trust);
    if (frame->host)
        json_bool(json, "host", true);
    if (frame->skipped_before)
        json_number(json, "skipped_before", frame->skipped_before);
    if (frame->missing_before)
        json_number(json, "missing_before", frame->missing_before);
    source_json(backtrace, frame->pc, frame->kind, symbol, json);
    json_object_end(json);
}

/* The functions between FRAME and its caller have the number of FRAME, and no sp. */
static void tails_json(const struct backtrace *backtrace, const struct backtrace_frame *frame,
                       struct json *json)
{
    for (size_t i = 0; i < frame->tails_count; i++) {
        const struct backtrace_tail *tail = &frame->tails[i];
        for (size_t j = 0; j < tail->symbols_count; j++) {
            json_object(json, NULL);
            json_number(json, "number", frame->number);
            json_address(json, "pc", tail->pc);
            json_string(json, "sp", NULL);
            place_json(&tail->symbols[j], json);
            json_string(json, "kind", BACKTRACE_TAIL_KIND);
            json_string(json, "trust", BACKTRACE_TAIL_TRUST);
            json_bool(json, "inferred", true);
            source_json(backtrace, tail->pc, BOBBIN_KIND_CALL, &tail->symbols[j], json);
            json_object_end(json);
        }
    }
}

static void exception_json(const struct backtrace_exception *exception, struct json *json)
{
    char name[8];

    json_object(json, NULL);
    json_number(json, "frame", exception->frame);
    json_string(json, "vector", exception->vector);
    json_string(json, "interrupted_mode", bobbin_mode_name(exception->cpsr));
    json_object(json, "registers");
    for (unsigned i = 0; i < 16; i++) {
        snprintf(name, sizeof(name), "r%u", i);
        if (exception->valid & BOBBIN_VALID_R(i))
            json_address(json, name, exception->r[i]);
    }
    json_address(json, "cpsr", exception->cpsr);
    json_object_end(json);
    json_object_end(json);
}

static void exceptions_json(const struct backtrace *backtrace, struct json *json)
{
    if (backtrace->exceptions_count == 0)
        return;
    json_array(json, "exceptions");
    for (size_t i = 0; i < backtrace->exceptions_count; i++)
        exception_json(&backtrace->exceptions[i], json);
    json_array_end(json);
}

void backtrace_json(const struct backtrace *backtrace, struct json *json)
{
    json_array(json, "frames");
    for (size_t i = 0; i < backtrace->frames_count; i++) {
        const struct backtrace_frame *frame = &backtrace->frames[i];
        size_t j = 0;
        do
            level_json(backtrace, frame, frame->symbols ? &frame->symbols[j] : NULL, json);
        while (++j < frame->symbols_count);
        tails_json(backtrace, frame, json);
    }
    json_array_end(json);
    exceptions_json(backtrace, json);
    if (backtrace->skipped_after)
        json_number(json, "skipped_after", backtrace->skipped_after);
    if (backtrace->missing_after)
        json_number(json, "missing_after", backtrace->missing_after);
    if (backtrace->host_continued)
        json_string(json, "device_stop",
                    backtrace->device_stop_word[0] ? backtrace->device_stop_word : NULL);
    json_string(json, "stop", backtrace_stop_word(backtrace));
    json_address(json, "stop_value", backtrace->stop_value);
    json_bool(json, "complete", backtrace_is_complete(backtrace));
}
