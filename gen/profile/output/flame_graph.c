/* SPDX-License-Identifier: MIT */
/* Draws a profile as a flame graph: an SVG page that needs no other file. */
#include <stdio.h>

#include "profile/output/flame_graph_script.h"
#include "profile/output/outputs.h"
#include "profile/output/text_columns.h"
#include "util/memory.h"
#include "util/utf8.h"

/* In pixels. */
#define WIDTH           1200
#define MARGIN          10
#define GRAPH_WIDTH     (WIDTH - 2 * MARGIN)
#define HEADER_HEIGHT   70
#define FRAME_HEIGHT    18
#define CHARACTER_WIDTH 7.25
#define TEXT_INDENT     3
#define DRAWN_MIN       0.1 /* narrower frames would be invisible */

struct graph {
    const struct profile_report *report;
    FILE *out;
    uint64_t *begins; /* left edge of each node, in samples */
    uint32_t *depths; /* 0: the frame of all samples */
    uint32_t depth_max;
    size_t hidden; /* number of frames that are too narrow */
};

/* ---- text ------------------------------------------------------------------------------------ */

/* Writes at most CHARACTERS of TEXT, escaped for content and for attributes. */
static void put_text(FILE *out, const char *text, size_t characters)
{
    while (*text && characters--) {
        size_t length = utf8_length(text);
        if (length == 1 && *text == '&')
            fputs("&amp;", out);
        else if (length == 1 && *text == '<')
            fputs("&lt;", out);
        else if (length == 1 && *text == '"')
            fputs("&quot;", out);
        else if (length == 0 || (length == 1 && ((unsigned char)*text < ' ' || *text == 0x7f)))
            fputs("\xef\xbf\xbd", out);
        else
            fwrite(text, 1, length, out);
        text += length ? length : 1;
    }
}

static size_t characters_of(const char *text)
{
    size_t count = 0;
    size_t length;

    for (; *text; text += length ? length : 1, count++)
        length = utf8_length(text);
    return count;
}

/* Writes the part of NAME that fits into PIXELS. */
static void put_fitting(FILE *out, const char *name, double pixels)
{
    double fits = (pixels - 2 * TEXT_INDENT) / CHARACTER_WIDTH;

    if (fits < 3)
        return;
    if (characters_of(name) <= (size_t)fits) {
        put_text(out, name, SIZE_MAX);
        return;
    }
    put_text(out, name, (size_t)fits - 2);
    fputs("..", out);
}

/* ---- frames ---------------------------------------------------------------------------------- */

/*
 * Derives a warm colour from the name, so that a function has the same colour in every graph.
 * Entries that are not functions are grey.
 */
static void put_colour(FILE *out, const char *name)
{
    unsigned hash = (unsigned)hash_text(0, name);
    unsigned grey = 0xb0 + hash % 0x20;

    if (name[0] == '[')
        fprintf(out, "#%02x%02x%02x", grey, grey, grey + 8);
    else
        fprintf(out, "#%02x%02x%02x", 0xe0 + hash % 0x1c, 0x70 + (hash >> 8) % 0x70,
                0x50 + (hash >> 16) % 0x28);
}

static double to_pixels(const struct graph *graph, uint64_t samples)
{
    uint64_t all = graph->report->calls->samples;

    return all ? (double)samples * GRAPH_WIDTH / (double)all : 0;
}

static void put_frame(const struct graph *graph, const char *name, uint64_t begin, uint64_t samples,
                      uint32_t depth)
{
    FILE *out = graph->out;
    double x = MARGIN + to_pixels(graph, begin);
    double width = to_pixels(graph, samples);
    unsigned y = HEADER_HEIGHT + (graph->depth_max - depth) * FRAME_HEIGHT;

    fprintf(out, "<g class=\"f\" data-x=\"%llu\" data-w=\"%llu\" data-n=\"",
            (unsigned long long)begin, (unsigned long long)samples);
    put_text(out, name, SIZE_MAX);
    fputs("\"><title>", out);
    put_text(out, name, SIZE_MAX);
    fprintf(out, " (%llu samples, %.2f %%)</title>", (unsigned long long)samples,
            share(samples, graph->report->calls->samples));
    fprintf(out, "<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%u\" fill=\"", x, y, width,
            FRAME_HEIGHT - 1);
    put_colour(out, name);
    fprintf(out, "\"/><text x=\"%.2f\" y=\"%u\">", x + TEXT_INDENT, y + FRAME_HEIGHT - 5);
    put_fitting(out, name, width);
    fputs("</text></g>\n", out);
}

static bool is_drawn(const struct graph *graph, uint32_t node)
{
    return to_pixels(graph, graph->report->calls->node_totals[node]) >= DRAWN_MIN;
}

/*
 * Sets the position of each frame. Siblings are side by side; the frame's own samples are to their
 * right. Parents and earlier siblings have lower numbers, so their position is set first.
 */
static void lay_out(struct graph *graph)
{
    const struct profile_calls *calls = graph->report->calls;
    size_t count = calls->tree.count;
    uint64_t *nexts = must_realloc(NULL, count, sizeof(*nexts));

    graph->begins = must_realloc(NULL, count, sizeof(*graph->begins));
    graph->depths = must_realloc(NULL, count, sizeof(*graph->depths));
    graph->begins[STACK_TREE_ROOT] = nexts[STACK_TREE_ROOT] = 0;
    graph->depths[STACK_TREE_ROOT] = 0;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t parent = calls->tree.nodes[i].parent;
        graph->begins[i] = nexts[i] = nexts[parent];
        nexts[parent] += calls->node_totals[i];
        graph->depths[i] = graph->depths[parent] + 1;
        if (!is_drawn(graph, i))
            graph->hidden++;
        else if (graph->depths[i] > graph->depth_max)
            graph->depth_max = graph->depths[i];
    }
    free(nexts);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void put_header(const struct graph *graph, unsigned height)
{
    const struct profile_report *report = graph->report;

    fprintf(graph->out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %u\" width=\"%d\" "
            "height=\"%u\" data-w=\"%llu\" data-left=\"%d\" data-width=\"%d\" "
            "data-character=\"%.2f\">\n<style>\n%s</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<text class=\"title\" x=\"%d\" y=\"24\">",
            WIDTH, height, WIDTH, height, (unsigned long long)report->calls->samples, MARGIN,
            GRAPH_WIDTH, CHARACTER_WIDTH, profile_svg_style, MARGIN);
    put_text(graph->out, report->names->images->items[0].image.path, SIZE_MAX);
    fprintf(graph->out, "</text>\n<text x=\"%d\" y=\"44\">", MARGIN);
    if (report->calls->samples)
        fprintf(graph->out, "%llu samples; wider frames have more samples; callers are below",
                (unsigned long long)report->calls->samples);
    else
        fprintf(graph->out, "nothing to draw: all %llu samples are of idle time",
                (unsigned long long)report->idle_left_out);
    if (graph->hidden)
        fprintf(graph->out, "; %zu frames too narrow to be drawn", graph->hidden);
    fputs("</text>\n", graph->out);
}

/* Writes elements that need the script. The script makes them visible. */
static void put_tools(const struct graph *graph)
{
    fprintf(graph->out,
            "<g id=\"tools\"><foreignObject x=\"%d\" y=\"8\" width=\"200\" height=\"26\">"
            "<input xmlns=\"http://www.w3.org/1999/xhtml\" id=\"search\" placeholder=\"search: /\" "
            "style=\"width:190px\"/></foreignObject>"
            "<text id=\"reset\" x=\"%d\" y=\"60\" style=\"display:none\">show all</text></g>\n"
            "<text id=\"found\" x=\"%d\" y=\"44\"></text>\n",
            WIDTH - 210, MARGIN, WIDTH - 210);
}

static void put_frames(const struct graph *graph)
{
    const struct profile_calls *calls = graph->report->calls;

    put_frame(graph, "[all]", 0, calls->samples, 0);
    for (uint32_t i = 1; i < calls->tree.count; i++)
        if (is_drawn(graph, i))
            put_frame(graph, graph->report->names->functions[calls->tree.nodes[i].key].name,
                      graph->begins[i], calls->node_totals[i], graph->depths[i]);
}

void profile_write_svg(const struct profile_report *report, FILE *out)
{
    struct graph graph = {.report = report, .out = out};

    lay_out(&graph);
    put_header(&graph, HEADER_HEIGHT + (graph.depth_max + 1) * FRAME_HEIGHT + MARGIN);
    put_tools(&graph);
    if (report->calls->samples)
        put_frames(&graph);
    fprintf(out, "<script><![CDATA[\n%s]]></script>\n</svg>\n", profile_svg_script);
    free(graph.begins);
    free(graph.depths);
}
