/* SPDX-License-Identifier: MIT */
/* Prints backtraces as text and writes them as JSON. */
#include "symbolize/backtrace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbolize/demangle.h"
#include "symbolize/stop_text.h"
#include "symbolize/thread_base.h"
#include "util/memory.h"
#include <bobbin/cross.h>
#include <bobbin/report.h>

/*
 * Maximum width of the aligned columns. Wider function names and positions do not move the columns
 * after them.
 */
#define PLACE_WIDTH_MAX 64

/* Maximum number of equal frames that are printed in a recursion; the others are only counted. */
#define ALIKE_MAX 3

#define BOLD   "\033[1m"
#define DIM    "\033[2m"
#define YELLOW "\033[33m"
#define PLAIN  "\033[0m"

void backtrace_name_frame(struct backtrace_frame *frame, const struct debug_index *debug)
{
    struct symbol symbols[SYMBOLS_MAX];

    frame->symbols_count = symbolizer_look_up(debug, frame->pc, frame->kind, symbols);
    frame->symbols = must_realloc(NULL, frame->symbols_count, sizeof(*symbols));
    memcpy(frame->symbols, symbols, frame->symbols_count * sizeof(*symbols));
}

void backtrace_explain_stop(struct backtrace *backtrace)
{
    size_t count = backtrace->frames_count;
    uint32_t value = backtrace->stop_value;
    bool is_return_address = backtrace->stop == BOBBIN_STOP_NO_CALL ||
                             (backtrace->stop == BOBBIN_STOP_PC_OUTSIDE && count &&
                              backtrace->frames[count - 1].pc != value);

    if (!is_return_address || !backtrace->debug || !thread_base_is(backtrace->debug->image, value))
        return;
    backtrace->stop = BOBBIN_STOP_THREAD_BASE;
    backtrace->stop_word[0] = '\0';
}

void backtrace_free(struct backtrace *backtrace)
{
    for (size_t i = 0; i < backtrace->frames_count; i++)
        free(backtrace->frames[i].symbols);
    free(backtrace->frames);
    free(backtrace->exceptions);
    memset(backtrace, 0, sizeof(*backtrace));
}

bool backtrace_wants_colour(FILE *out)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    return isatty(fileno(out)) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
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

/* The function's name in the source, malloc'ed. */
static char *source_name(const struct symbol *symbol)
{
    return demangle(symbol->linkage ? symbol->linkage : symbol->function);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* Returns "function+0x12", "function (inlined)" or the remark of FRAME, malloc'ed. */
static char *function_text(const struct backtrace_frame *frame, const struct symbol *symbol)
{
    char *text = NULL;
    char *name;
    int length;

    if (!symbol || !symbol->function)
        return must_strdup(frame->remark ? frame->remark : symbol ? "(no symbol)" : "");
    name = source_name(symbol);
    if (symbol->inlined)
        length = asprintf(&text, "%s (inlined)", name);
    else if (symbol->offset)
        length = asprintf(&text, "%s+0x%x", name, symbol->offset);
    else
        length = asprintf(&text, "%s", name);
    if (length < 0)
        return name;
    free(name);
    return text;
}

static char *place_text(const struct symbol *symbol)
{
    char *text = NULL;

    if (!symbol || !symbol->file || asprintf(&text, " at %s:%u", symbol->file, symbol->line) < 0)
        return must_strdup("");
    return text;
}

static size_t place_width(const struct backtrace_frame *frame, const struct symbol *symbol)
{
    char *function = function_text(frame, symbol);
    char *place = place_text(symbol);
    size_t width = strlen(function) + strlen(place);

    free(function);
    free(place);
    return width;
}

/* The largest width of a function name with its position that is at most PLACE_WIDTH_MAX. */
static size_t column_width(const struct backtrace *backtrace)
{
    size_t widest = 0;

    for (size_t i = 0; i < backtrace->frames_count; i++) {
        const struct backtrace_frame *frame = &backtrace->frames[i];
        size_t j = 0;
        do {
            size_t width = place_width(frame, frame->symbols ? &frame->symbols[j] : NULL);
            if (width > widest && width <= PLACE_WIDTH_MAX)
                widest = width;
        } while (++j < frame->symbols_count);
    }
    return widest;
}

struct printer {
    FILE *out;
    bool colour;
    int number_width;
    size_t place_width;
    size_t exceptions_printed;
};

static void print_level(const struct printer *printer, const struct backtrace_frame *frame,
                        const struct symbol *symbol)
{
    const char *bold = printer->colour ? BOLD : "";
    const char *dim = printer->colour ? DIM : "";
    const char *plain = printer->colour ? PLAIN : "";
    char *function = function_text(frame, symbol);
    char *place = place_text(symbol);
    size_t width = strlen(function) + strlen(place);
    size_t padding = width < printer->place_width ? printer->place_width - width : 0;

    fprintf(printer->out, "#%-*u  0x%08x  %s%s%s%s%*s%s%s%-11s  %s%s\n", printer->number_width,
            frame->number, frame->pc, bold, function, plain, place, (int)padding, "",
            width || printer->place_width ? "  " : "", dim, bobbin_kind_name(frame->kind),
            frame->trust, plain);
    free(function);
    free(place);
}

static void print_gap(const struct printer *printer, uint32_t skipped, uint32_t missing)
{
    const char *yellow = printer->colour ? YELLOW : "";
    const char *plain = printer->colour ? PLAIN : "";

    if (skipped)
        fprintf(printer->out, "%*s... %u valid frame%s omitted by the device ...\n",
                printer->number_width + 3, "", skipped, skipped == 1 ? "" : "s");
    if (missing)
        fprintf(printer->out, "%*s%s... %u frame%s missing or damaged ...%s\n",
                printer->number_width + 3, "", yellow, missing, missing == 1 ? "" : "s", plain);
}

/* Prints the exceptions before frame NUMBER that are not printed yet. */
static void print_exceptions(struct printer *printer, const struct backtrace *backtrace,
                             uint64_t number)
{
    for (; printer->exceptions_printed < backtrace->exceptions_count;
         printer->exceptions_printed++) {
        const struct backtrace_exception *exception =
            &backtrace->exceptions[printer->exceptions_printed];
        char text[64];
        if (exception->frame > number)
            return;
        backtrace_exception_text(exception, text, sizeof(text));
        fprintf(printer->out, "%s--- %s ---%s\n", printer->colour ? BOLD : "", text,
                printer->colour ? PLAIN : "");
    }
}

static void print_frame(const struct printer *printer, const struct backtrace_frame *frame)
{
    size_t i = 0;

    do
        print_level(printer, frame, frame->symbols ? &frame->symbols[i] : NULL);
    while (++i < frame->symbols_count);
}

/* Whether an exception interrupted the code of frame NUMBER. */
static bool is_interrupted(const struct backtrace *backtrace, uint32_t number)
{
    for (size_t i = 0; i < backtrace->exceptions_count; i++)
        if (backtrace->exceptions[i].frame == number)
            return true;
    return false;
}

/* Returns how many frames from I on are equal, as in a recursion. */
static size_t count_alike(const struct backtrace *backtrace, size_t i)
{
    const struct backtrace_frame *first = &backtrace->frames[i];
    size_t count = 1;

    for (; i + count < backtrace->frames_count; count++) {
        const struct backtrace_frame *frame = first + count;
        if (frame->pc != first->pc || frame->kind != first->kind || frame->skipped_before ||
            frame->missing_before || strcmp(frame->trust, first->trust) != 0 ||
            is_interrupted(backtrace, frame->number))
            break;
    }
    return count;
}

static void print_frames(struct printer *printer, const struct backtrace *backtrace)
{
    size_t alike;

    for (size_t i = 0; i < backtrace->frames_count; i += alike) {
        const struct backtrace_frame *frame = &backtrace->frames[i];
        alike = count_alike(backtrace, i);
        print_gap(printer, frame->skipped_before, frame->missing_before);
        print_exceptions(printer, backtrace, frame->number);
        print_frame(printer, frame);
        if (alike > ALIKE_MAX)
            fprintf(printer->out, "%*s... #%u to #%u repeat the frame above ...\n",
                    printer->number_width + 3, "", backtrace->frames[i + 1].number,
                    backtrace->frames[i + alike - 1].number);
        else
            alike = 1;
    }
}

static const char *stop_word(const struct backtrace *backtrace)
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

static bool is_complete(const struct backtrace *backtrace)
{
    return stop_is_complete(backtrace->stop) && !lacks_frames(backtrace);
}

/* Whether nobody proved the rule that found FRAME: .ARM.exidx or a guess has it. */
static bool is_unproved(const struct backtrace_frame *frame)
{
    static const char *const proved[] = {"", "context", "table", "code"};

    for (size_t i = 0; i < sizeof(proved) / sizeof(proved[0]); i++)
        if (strcmp(frame->trust, proved[i]) == 0)
            return false;
    return true;
}

/* Why the trace may have ended. A frame that is not proved is a better reason than the stack. */
static void print_cause(const struct backtrace *backtrace, FILE *out)
{
    const char *cause = stop_cause_text(backtrace->stop);

    for (size_t i = 0; cause && i < backtrace->frames_count; i++) {
        const struct backtrace_frame *frame = &backtrace->frames[i];
        if (!is_unproved(frame))
            continue;
        fprintf(out, "; the rule for frame #%u is not proved (%s), so the trace may be wrong",
                frame->number, frame->trust);
        return;
    }
    if (cause)
        fprintf(out, "; %s", cause);
}

static void print_stop(const struct backtrace *backtrace, const struct printer *printer)
{
    bool complete = is_complete(backtrace);
    const char *verdict = complete                            ? "complete"
                          : stop_is_complete(backtrace->stop) ? "frames are missing"
                                                              : "truncated";
    char value[256];

    fprintf(printer->out, "stop: %s%s - ", stop_word(backtrace),
            stop_value_text(backtrace->stop, backtrace->stop_value, backtrace->debug, value,
                            sizeof(value)));
    if (printer->colour)
        fprintf(printer->out, "%s%s%s", complete ? BOLD : YELLOW, verdict, PLAIN);
    else
        fputs(verdict, printer->out);
    fprintf(printer->out, ": %s", stop_text(backtrace->stop));
    print_cause(backtrace, printer->out);
    fputc('\n', printer->out);
}

void backtrace_print(const struct backtrace *backtrace, FILE *out, bool colour)
{
    size_t count = backtrace->frames_count;
    struct printer printer = {
        .out = out,
        .colour = colour,
        .number_width = count ? snprintf(NULL, 0, "%u", backtrace->frames[count - 1].number) : 1,
        .place_width = column_width(backtrace),
    };

    print_frames(&printer, backtrace);
    print_gap(&printer, backtrace->skipped_after, backtrace->missing_after);
    print_exceptions(&printer, backtrace, UINT64_MAX);
    print_stop(backtrace, &printer);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void name_json(const struct symbol *symbol, struct json *json)
{
    char *name = source_name(symbol);

    json_string(json, "name", name);
    free(name);
}

static void level_json(const struct backtrace_frame *frame, const struct symbol *symbol,
                       struct json *json)
{
    json_object(json, NULL);
    json_number(json, "number", frame->number);
    json_address(json, "pc", frame->pc);
    json_address(json, "sp", frame->sp);
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
    json_string(json, "kind", bobbin_kind_name(frame->kind));
    json_string(json, "trust", frame->trust);
    if (frame->skipped_before)
        json_number(json, "skipped_before", frame->skipped_before);
    if (frame->missing_before)
        json_number(json, "missing_before", frame->missing_before);
    json_object_end(json);
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
            level_json(frame, frame->symbols ? &frame->symbols[j] : NULL, json);
        while (++j < frame->symbols_count);
    }
    json_array_end(json);
    exceptions_json(backtrace, json);
    if (backtrace->skipped_after)
        json_number(json, "skipped_after", backtrace->skipped_after);
    if (backtrace->missing_after)
        json_number(json, "missing_after", backtrace->missing_after);
    json_string(json, "stop", stop_word(backtrace));
    json_address(json, "stop_value", backtrace->stop_value);
    json_bool(json, "complete", is_complete(backtrace));
}
