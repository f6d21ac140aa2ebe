/* SPDX-License-Identifier: MIT */
#include "symbolize/backtrace_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "symbolize/stop_text.h"
#include "util/colours.h"
#include "util/memory.h"

/*
 * Maximum width of the aligned columns. Wider function names and positions do not move the columns
 * after them.
 */
#define PLACE_WIDTH_MAX 64

/* Maximum number of equal frames that are printed in a recursion; the others are only counted. */
#define ALIKE_MAX 3

bool backtrace_wants_colour(FILE *out)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");

    return isatty(fileno(out)) && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

/* Returns "function+0x12", "function (inlined)" or the remark of FRAME, malloc'ed. */
static char *function_text(const struct backtrace_frame *frame, const struct symbol *symbol)
{
    char *text = NULL;
    char *name;
    int length;

    if (!symbol || !symbol->function)
        return must_strdup(frame->remark ? frame->remark : symbol ? "(no symbol)" : "");
    name = backtrace_source_name(symbol);
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
    const struct backtrace *backtrace;
    FILE *out;
    bool colour;
    int number_width;
    size_t place_width;
    size_t exceptions_printed;
};

/* A line of the trace. */
struct line {
    uint32_t number, pc;
    const char *kind, *trust, *trust_end;
};

static void print_line(const struct printer *printer, const struct line *line, const char *function,
                       const char *place)
{
    const char *bold = printer->colour ? TEXT_BOLD : "";
    const char *dim = printer->colour ? TEXT_FAINT : "";
    const char *plain = printer->colour ? TEXT_PLAIN : "";
    size_t width = strlen(function) + strlen(place);
    size_t padding = width < printer->place_width ? printer->place_width - width : 0;

    fprintf(printer->out, "#%-*u  0x%08x  %s%s%s%s%*s%s%s%-11s  %s%s%s\n", printer->number_width,
            line->number, line->pc, bold, function, plain, place, (int)padding, "",
            width || printer->place_width ? "  " : "", dim, line->kind, line->trust,
            line->trust_end, plain);
}

static void print_source(const struct printer *printer, uint32_t pc, enum bobbin_kind kind,
                         const struct symbol *symbol)
{
    const struct backtrace *backtrace = printer->backtrace;

    if (backtrace->sources && symbol && symbol->file)
        source_lines_print(backtrace->sources, backtrace_directory(backtrace, pc, kind),
                           symbol->file, symbol->line, printer->out, printer->colour);
}

static void print_level(const struct printer *printer, const struct backtrace_frame *frame,
                        const struct symbol *symbol)
{
    struct line line = {frame->number, frame->pc, bobbin_kind_name(frame->kind), frame->trust,
                        frame->host ? ", host" : ""};
    char *function = function_text(frame, symbol);
    char *place = place_text(symbol);

    print_line(printer, &line, function, place);
    print_source(printer, frame->pc, frame->kind, symbol);
    free(function);
    free(place);
}

static void print_tails(const struct printer *printer, const struct backtrace_frame *frame)
{
    for (size_t i = 0; i < frame->tails_count; i++) {
        const struct backtrace_tail *tail = &frame->tails[i];
        struct line line = {frame->number, tail->pc, BACKTRACE_TAIL_KIND, BACKTRACE_TAIL_TRUST, ""};
        for (size_t j = 0; j < tail->symbols_count; j++) {
            char *function = function_text(frame, &tail->symbols[j]);
            char *place = place_text(&tail->symbols[j]);
            print_line(printer, &line, function, place);
            print_source(printer, tail->pc, BOBBIN_KIND_CALL, &tail->symbols[j]);
            free(function);
            free(place);
        }
    }
}

static void print_gap(const struct printer *printer, uint32_t skipped, uint32_t missing)
{
    const char *yellow = printer->colour ? TEXT_YELLOW : "";
    const char *plain = printer->colour ? TEXT_PLAIN : "";

    if (skipped)
        fprintf(printer->out, "%*s... %u valid frame%s omitted by the device ...\n",
                printer->number_width + 3, "", skipped, skipped == 1 ? "" : "s");
    if (missing)
        fprintf(printer->out, "%*s%s... %u frame%s missing or damaged ...%s\n",
                printer->number_width + 3, "", yellow, missing, missing == 1 ? "" : "s", plain);
}

/* Prints why the device stopped, before the first frame after it. */
static void print_device_stop(const struct printer *printer, const struct backtrace *backtrace)
{
    const char *word = backtrace->device_stop_word;

    fprintf(printer->out,
            "%s--- the device stopped here%s%s; bobbin goes on by the words of the "
            "report ---%s\n",
            printer->colour ? TEXT_BOLD : "", word[0] ? ": " : "", word,
            printer->colour ? TEXT_PLAIN : "");
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
        fprintf(printer->out, "%s--- %s ---%s\n", printer->colour ? TEXT_BOLD : "", text,
                printer->colour ? TEXT_PLAIN : "");
    }
}

static void print_frame(const struct printer *printer, const struct backtrace_frame *frame)
{
    size_t i = 0;

    do
        print_level(printer, frame, frame->symbols ? &frame->symbols[i] : NULL);
    while (++i < frame->symbols_count);
    print_tails(printer, frame);
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
            frame->host != first->host || backtrace_is_interrupted(backtrace, frame->number))
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
        if (backtrace->host_continued && frame->number == backtrace->host_first)
            print_device_stop(printer, backtrace);
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
    bool complete = backtrace_is_complete(backtrace);
    const char *verdict = complete                            ? "complete"
                          : stop_is_complete(backtrace->stop) ? "frames are missing"
                                                              : "truncated";
    char value[256];

    fprintf(printer->out, "stop: %s%s - ", backtrace_stop_word(backtrace),
            stop_value_text(backtrace->stop, backtrace->stop_value, backtrace->debug, value,
                            sizeof(value)));
    if (printer->colour)
        fprintf(printer->out, "%s%s%s", complete ? TEXT_BOLD : TEXT_YELLOW, verdict, TEXT_PLAIN);
    else
        fputs(verdict, printer->out);
    if (backtrace->host_continued && backtrace->stop == BOBBIN_STOP_UNREADABLE) {
        fputs(": the report does not have this memory\n", printer->out);
        return;
    }
    fprintf(printer->out, ": %s", stop_text(backtrace->stop));
    print_cause(backtrace, printer->out);
    fputc('\n', printer->out);
}

void backtrace_print(const struct backtrace *backtrace, FILE *out, bool colour)
{
    size_t count = backtrace->frames_count;
    struct printer printer = {
        .backtrace = backtrace,
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
