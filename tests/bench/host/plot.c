/* SPDX-License-Identifier: MIT */
/*
 * bench_plot DIRECTORY SIZE SPEED draws the figures of DIRECTORY as two SVG files. SIZE has a bar
 * for each format: bytes per function, and the share of executed instructions that are exact. SPEED
 * has a point for each format that is no variant of another: bytes per function, instructions per
 * call frame.
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "bench.h"
#include "util/diag.h"

#define OWN    "#1b6ca8"
#define OTHERS "#c8702a"
#define PALE   "#e3ddd5"
#define INK    "#333333"

static FILE *open_picture(const char *path, double width, double height)
{
    FILE *out = fopen(path, "w");

    if (!out) {
        diag_error(path, "%s", strerror(errno));
        return NULL;
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
            "font-family=\"sans-serif\" font-size=\"13\" fill=\"" INK "\">\n"
            "<rect width=\"%.0f\" height=\"%.0f\" fill=\"white\"/>\n",
            width, height, width, height);
    return out;
}

static int close_picture(FILE *out, const char *path)
{
    fprintf(out, "</svg>\n");
    return fclose(out) == 0 ? STATUS_GOOD
                            : diag_error(path, "cannot be written: %s", strerror(errno));
}

static void put_text(FILE *out, double x, double y, const char *anchor, const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, text);
}

static void put_line(FILE *out, double x1, double y1, double x2, double y2, const char *style)
{
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1,
            x2, y2, style);
}

static const char *color_of(const char *name)
{
    return strncmp(name, "bobbin", 6) == 0 ? OWN : OTHERS;
}

/* ---- bytes ---------------------------------------------------------------------------------- */

/* Bytes per function. Longer bars are cut off, so that the short ones can be compared. */
#define BAR_BYTES_MAX 40.0

enum { BAR_LEFT = 210, BAR_WIDTH = 400, BAR_PITCH = 24, BAR_HEIGHT = 16, BAR_TOP = 60 };

struct bars {
    FILE *out;
    double bytes_max; /* per function */
    unsigned count;
};

static void put_rect(const struct bars *bars, double width, const char *color)
{
    fprintf(bars->out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
            BAR_LEFT, BAR_TOP + (int)bars->count * BAR_PITCH, width, BAR_HEIGHT, color);
}

/* EXACT percent of the bar has COLOR; below 0: not known. The text is rounded down. */
static void put_bar(struct bars *bars, const char *name, double bytes, double exact,
                    const char *color)
{
    double y = BAR_TOP + (int)bars->count * BAR_PITCH + BAR_HEIGHT - 3;
    double width = BAR_WIDTH * fmin(bytes / bars->bytes_max, 1);
    const char *cut = bytes > bars->bytes_max ? ", cut off" : "";
    char text[64];

    put_text(bars->out, BAR_LEFT - 8, y, "end", name);
    put_rect(bars, width, PALE);
    if (exact >= 0)
        put_rect(bars, width * exact / 100, color);
    if (exact >= 0)
        snprintf(text, sizeof(text), "%.2f; %.1f %%%s", bytes, floor(10 * exact) / 10, cut);
    else
        snprintf(text, sizeof(text), "%.2f%s", bytes, cut);
    put_text(bars->out, BAR_LEFT + width + 8, y, "start", text);
    bars->count++;
}

static int draw_sizes(const struct bench *bench, const char *path)
{
    const struct image_figures *image = &bench->image;
    double functions = (double)image->functions;
    struct bars bars = {.bytes_max = (double)image->debug_frame_bytes / functions};
    char title[200];

    for (size_t i = 0; i < image->formats_count; i++)
        bars.bytes_max = fmax(bars.bytes_max, (double)image->format[i].bytes / functions);
    bars.bytes_max = fmin(bars.bytes_max, BAR_BYTES_MAX);
    bars.out = open_picture(path, 800, BAR_TOP + BAR_PITCH * ((double)image->formats_count + 3));
    if (!bars.out)
        return STATUS_BAD_INPUT;
    snprintf(
        title, sizeof(title),
        "Bytes per function; share of executed instructions that are exact (%s, %.0f functions)",
        bench->name, functions);
    put_text(bars.out, 20, 30, "start", title);
    for (size_t i = 0; i < image->formats_count; i++) {
        const struct format_figures *format = &image->format[i];
        put_bar(&bars, format->name, (double)format->bytes / functions,
                format_is_counted(format) ? -1
                                          : bench_percent(format, EXACT_EXECUTED, VERDICT_EXACT),
                color_of(format->name));
    }
    put_bar(&bars, ".ARM.exidx, .extab", (double)image->exidx_bytes / functions, -1, OTHERS);
    put_bar(&bars, ".debug_frame", (double)image->debug_frame_bytes / functions, -1, OTHERS);
    return close_picture(bars.out, path);
}

/* ---- instructions --------------------------------------------------------------------------- */

enum { LEFT = 70, TOP = 60, WIDTH = 600, HEIGHT = 360, POINTS_MAX = 64 };
enum { RADIUS = 5, LETTER_WIDTH = 8, LETTER_HEIGHT = 14 };

/* Both axes are logarithmic. */
#define BYTES_MIN        0.5
#define BYTES_MAX        50.0
#define INSTRUCTIONS_MIN 10.0
#define INSTRUCTIONS_MAX 10000.0

struct box {
    double left, top, right, bottom;
};

struct points {
    FILE *out;
    struct point {
        char name[FORMAT_NAME_MAX + 16];
        double x, y;
        const char *color;
        struct box label;
    } point[POINTS_MAX];
    unsigned count;
};

static double x_of(double bytes)
{
    return LEFT + WIDTH * log(bytes / BYTES_MIN) / log(BYTES_MAX / BYTES_MIN);
}

static double y_of(double instructions)
{
    return TOP +
           HEIGHT * log(INSTRUCTIONS_MAX / instructions) / log(INSTRUCTIONS_MAX / INSTRUCTIONS_MIN);
}

static void put_axes(FILE *out)
{
    static const double bytes[] = {0.5, 1, 2, 5, 10, 20, 50};
    static const double instructions[] = {10, 100, 1000, 10000};
    char text[32];

    for (size_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++) {
        put_line(out, x_of(bytes[i]), TOP, x_of(bytes[i]), TOP + HEIGHT, PALE);
        snprintf(text, sizeof(text), "%g", bytes[i]);
        put_text(out, x_of(bytes[i]), TOP + HEIGHT + 18, "middle", text);
    }
    for (size_t i = 0; i < sizeof(instructions) / sizeof(instructions[0]); i++) {
        put_line(out, LEFT, y_of(instructions[i]), LEFT + WIDTH, y_of(instructions[i]), PALE);
        snprintf(text, sizeof(text), "%g", instructions[i]);
        put_text(out, LEFT - 8, y_of(instructions[i]) + 4, "end", text);
    }
    put_text(out, LEFT + WIDTH, TOP + HEIGHT + 38, "end", "bytes per function");
}

static void add_point(struct points *points, const char *name, double bytes, struct figure figure,
                      const char *color)
{
    struct point *point = &points->point[points->count];

    if (!figure.count || points->count == POINTS_MAX)
        return;
    snprintf(point->name, sizeof(point->name), "%s", name);
    point->x = x_of(fmin(fmax(bytes, BYTES_MIN), BYTES_MAX));
    point->y = y_of(figure.mean);
    point->color = color;
    points->count++;
}

/* The box of a label next to POINT, on side 0 to 3: right, left, above, below. */
static struct box label_of(const struct point *point, unsigned side)
{
    double width = LETTER_WIDTH * (double)strlen(point->name);
    double left = side == 0   ? point->x + RADIUS + 4
                  : side == 1 ? point->x - RADIUS - 4 - width
                              : point->x - width / 2;
    double top = point->y - LETTER_HEIGHT / 2.0 +
                 (side == 2   ? -LETTER_HEIGHT - 2.0
                  : side == 3 ? LETTER_HEIGHT + 2.0
                              : 0);

    return (struct box){left, top, left + width, top + LETTER_HEIGHT};
}

static bool overlap(const struct box *a, const struct box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Whether BOX is neither on a point nor on one of the first LABELS labels. */
static bool is_free(const struct points *points, const struct box *box, unsigned labels)
{
    for (unsigned i = 0; i < points->count; i++) {
        const struct point *point = &points->point[i];
        struct box circle = {point->x - RADIUS, point->y - RADIUS, point->x + RADIUS,
                             point->y + RADIUS};
        if (overlap(box, &circle) || (i < labels && overlap(box, &point->label)))
            return false;
    }
    return true;
}

static void put_points(struct points *points)
{
    for (unsigned i = 0; i < points->count; i++) {
        struct point *point = &points->point[i];
        point->label = label_of(point, 0);
        for (unsigned side = 1; side < 4 && !is_free(points, &point->label, i); side++)
            point->label = label_of(point, side);
        fprintf(points->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"/>\n", point->x,
                point->y, RADIUS, point->color);
        put_text(points->out, (point->label.left + point->label.right) / 2, point->label.bottom - 3,
                 "middle", point->name);
    }
}

static void put_limit(FILE *out, const char *what, struct figure figure)
{
    char text[100];

    if (!figure.count)
        return;
    put_line(out, LEFT, y_of(figure.mean), LEFT + WIDTH, y_of(figure.mean),
             OTHERS "\" stroke-dasharray=\"5 4");
    snprintf(text, sizeof(text), "%s: %u", what, figure.mean);
    put_text(out, LEFT + WIDTH, y_of(figure.mean) - 6, "end", text);
}

static bool is_variant(const struct format_figures *format)
{
    return strchr(format->name, ':') && strncmp(format->name, "bobbin:", 7) != 0;
}

static void add_format(struct points *points, const struct bench *bench,
                       const struct format_figures *format)
{
    double bytes = (double)format->bytes / (double)bench->image.functions;
    char name[FORMAT_NAME_MAX + 16];

    if (is_variant(format))
        return;
    add_point(points, format->name, bytes, bench_figure(bench, format, FIGURE_CALL),
              color_of(format->name));
    snprintf(name, sizeof(name), "%s, cached", format->name);
    if (strcmp(format->name, "bobbin:fast") == 0)
        add_point(points, name, bytes, bench_figure(bench, format, FIGURE_CALL_CACHED), OWN);
}

static int draw_speeds(const struct bench *bench, const char *path)
{
    const struct image_figures *image = &bench->image;
    struct points points = {.out = open_picture(path, LEFT + WIDTH + 110, TOP + HEIGHT + 60)};
    char title[200];

    if (!points.out)
        return STATUS_BAD_INPUT;
    snprintf(title, sizeof(title),
             "Instructions per call frame without a cache, by bytes per function (%s)",
             bench->name);
    put_text(points.out, 20, 30, "start", title);
    put_axes(points.out);
    put_limit(points.out, "frame pointers, in code that keeps them",
              bench_figure(bench, &image->format[0], FIGURE_FRAME_POINTER));
    for (size_t i = 0; i < image->formats_count; i++)
        add_format(&points, bench, &image->format[i]);
    add_point(&points, "libgcc, .ARM.exidx", (double)image->exidx_bytes / (double)image->functions,
              bench_figure(bench, &image->format[0], FIGURE_LIBGCC), OTHERS);
    put_points(&points);
    return close_picture(points.out, path);
}

int main(int argc, char **argv)
{
    struct bench bench;
    int status;

    if (argc != 4) {
        fprintf(stderr, "usage: %s DIRECTORY SIZE SPEED\n", argv[0]);
        return STATUS_USAGE;
    }
    status = bench_open(&bench, argv[1]);
    if (status == STATUS_GOOD)
        status = draw_sizes(&bench, argv[2]);
    if (status == STATUS_GOOD)
        status = draw_speeds(&bench, argv[3]);
    bench_close(&bench);
    return status;
}
