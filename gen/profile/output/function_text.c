/* SPDX-License-Identifier: MIT */
/* Prints one function of a profile as text: its callers and callees, and its lines. */
#include <ctype.h>

#include "profile/output/outputs.h"
#include "profile/output/text_columns.h"
#include "profile/profile_lines.h"
#include "profile/profile_neighbours.h"

#define BAR_WIDTH 16

/* Number of lines without samples to print before and after lines with samples. */
#define CONTEXT_LINES 3

struct printer {
    const struct profile_report *report;
    FILE *out;
    const char *bold, *faint, *plain;
    bool blocks;
    int count_width;
};

static struct printer make_printer(const struct profile_report *report, bool colour, FILE *out)
{
    char text[COUNT_TEXT_BYTES];

    return (struct printer){
        .report = report,
        .out = out,
        .bold = colour ? TEXT_BOLD : "",
        .faint = colour ? TEXT_FAINT : "",
        .plain = colour ? TEXT_PLAIN : "",
        .blocks = wants_blocks(out),
        .count_width = (int)strlen(count_text(report->calls->samples, text)),
    };
}

static void print_heading(const struct printer *printer, uint32_t function)
{
    const struct profile_calls *calls = printer->report->calls;
    const struct profile_function *what = &printer->report->names->functions[function];

    fprintf(printer->out, "%s%s%s", printer->bold, what->name, printer->plain);
    if (what->file)
        fprintf(printer->out, ", %s", what->file);
    if (what->file && what->line)
        fprintf(printer->out, ":%u", what->line);
    fputs("\n  self  ", printer->out);
    put_share(printer->out, calls->self[function], calls->samples, printer->count_width);
    fputs("\n  total ", printer->out);
    put_share(printer->out, calls->total[function], calls->samples, printer->count_width);
    fputc('\n', printer->out);
}

/* ---- callers and callees --------------------------------------------------------------------- */

static void print_neighbours(const struct printer *printer, const char *title,
                             const struct profile_neighbour *neighbours, size_t count,
                             uint64_t total, const char *none)
{
    fprintf(printer->out, "%s%s%s\n", printer->bold, title, printer->plain);
    for (size_t i = 0; i < count; i++) {
        const char *name = neighbours[i].function == PROFILE_UNKNOWN
                               ? none
                               : printer->report->names->functions[neighbours[i].function].name;
        fputs("  ", printer->out);
        put_share(printer->out, neighbours[i].samples, total, printer->count_width);
        fputs("  ", printer->out);
        put_bar(printer->out, neighbours[i].samples, total, BAR_WIDTH, printer->blocks);
        fprintf(printer->out, "  %s\n", name);
    }
}

void profile_print_function(const struct profile_report *report, uint32_t function, bool colour,
                            FILE *out)
{
    struct printer printer = make_printer(report, colour, out);
    uint64_t total = report->calls->total[function];
    struct profile_neighbours neighbours;

    profile_neighbours_find(&neighbours, report->calls, report->names, function);
    print_heading(&printer, function);
    print_neighbours(&printer, "callers", neighbours.callers, neighbours.callers_count, total,
                     "(none)");
    print_neighbours(&printer, "callees", neighbours.callees, neighbours.callees_count, total,
                     "(itself)");
    profile_neighbours_free(&neighbours);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void print_line(const struct printer *printer, const struct profile_line *line,
                       uint32_t number, const char *text)
{
    uint64_t samples = printer->report->calls->samples;
    int blank = 9 + printer->count_width;

    if (line && line->self)
        put_share(printer->out, line->self, samples, printer->count_width);
    else
        fprintf(printer->out, "%*s", blank, "");
    fputs("  ", printer->out);
    if (line)
        put_share(printer->out, line->total, samples, printer->count_width);
    else
        fprintf(printer->out, "%*s", blank, "");
    if (number)
        fprintf(printer->out, "  %s%5u%s  %s\n", printer->faint, number, printer->plain, text);
    else
        fprintf(printer->out, "  %5s  %s\n", "?", text);
}

/* Removes the line end, and other control characters. */
static void clean(char *text)
{
    text[strcspn(text, "\r\n")] = '\0';
    for (; *text; text++)
        if (iscntrl((unsigned char)*text) && *text != '\t')
            *text = '?';
}

static bool near_samples(const struct profile_line *lines, size_t count, uint32_t number)
{
    for (size_t i = 0; i < count; i++)
        if (number + CONTEXT_LINES >= lines[i].line && number <= lines[i].line + CONTEXT_LINES)
            return true;
    return false;
}

/*
 * Prints LINES with the source around them. All COUNT lines are in one file, and their line numbers
 * are known.
 */
static void print_source(const struct printer *printer, const struct profile_line *lines,
                         size_t count, FILE *source)
{
    const uint32_t last = lines[count - 1].line;
    char *text = NULL;
    size_t capacity = 0;
    size_t next = 0;
    bool gap = false;

    for (uint32_t number = 1;
         number <= last + CONTEXT_LINES && getline(&text, &capacity, source) >= 0; number++) {
        bool counts = next < count && lines[next].line == number;
        clean(text);
        if (!near_samples(lines, count, number)) {
            gap = next > 0;
            continue;
        }
        if (gap)
            fprintf(printer->out, "%*s  ...\n", 2 * (9 + printer->count_width) + 7, "");
        gap = false;
        print_line(printer, counts ? &lines[next] : NULL, number, text);
        next += counts;
    }
    for (; next < count; next++)
        print_line(printer, &lines[next], lines[next].line, "(after the end of the file)");
    free(text);
}

static void print_file(const struct printer *printer, const struct profile_line *lines,
                       size_t count)
{
    const char *file = lines[0].file;
    FILE *source = file ? profile_open_source(printer->report->names->images, file) : NULL;

    fprintf(printer->out, "%s%s%s%s\n", printer->bold, file ? file : "(no line)", printer->plain,
            file && !source ? " (not found)" : "");
    if (source) {
        print_source(printer, lines, count, source);
        fclose(source);
        return;
    }
    for (size_t i = 0; i < count; i++)
        print_line(printer, &lines[i], lines[i].line, "");
}

void profile_print_lines(const struct profile_report *report, uint32_t function, bool colour,
                         FILE *out)
{
    struct printer printer = make_printer(report, colour, out);
    struct profile_lines lines;
    size_t count;

    profile_lines_find(&lines, report->names, function);
    print_heading(&printer, function);
    for (size_t i = 0; i < lines.count; i += count) {
        for (count = 1; i + count < lines.count; count++)
            if (strcmp(lines.items[i].file ? lines.items[i].file : "",
                       lines.items[i + count].file ? lines.items[i + count].file : "") != 0)
                break;
        print_file(&printer, &lines.items[i], count);
    }
    profile_lines_free(&lines);
}
