/* SPDX-License-Identifier: MIT */
/*
 * Bytes and exactness of an image's tables. bench_formats writes them as lines of text;
 * bench_figures and bench_plot read the lines:
 *   image PATH FUNCTIONS CODE_BYTES DEBUG_FRAME_BYTES EXIDX_BYTES
 *   format READER BYTES SAID_BYTES NAME     the lines below belong to this format
 *   part BYTES NAME
 *   instructions, returns, executed EXACT UNREACHABLE UNKNOWN WRONG
 */
#ifndef BENCH_FORMAT_FIGURES_H
#define BENCH_FORMAT_FIGURES_H

#include <stdbool.h>
#include <stdio.h>

#include "prove/proof.h"

enum { FORMAT_PARTS_MAX = 12, FORMAT_NAME_MAX = 80 };

/*
 * How instructions are counted: each once; each return address of a call once; each instruction as
 * often as it was executed.
 */
enum exactness {
    EXACT_INSTRUCTIONS,
    EXACT_RETURNS,
    EXACT_EXECUTED, /* all zero if executions were not counted */
    EXACTNESSES,
};
const char *exactness_name(enum exactness exactness);

struct format_figures {
    char name[FORMAT_NAME_MAX]; /* bobbin:SETTING, or as in --format= */
    /* the symbol that firmware links to read it; "-": core alone; "?": no reader on the device */
    char reader[FORMAT_NAME_MAX];
    uint64_t bytes;
    uint64_t expressed_bytes; /* if only counted: bytes of code that the format can describe */
    struct {
        char name[FORMAT_NAME_MAX];
        uint64_t bytes;
    } part[FORMAT_PARTS_MAX];
    size_t parts_count;
    uint64_t verdicts[EXACTNESSES][VERDICTS];
};

struct image_figures {
    char path[256];
    uint64_t functions, code_bytes, debug_frame_bytes, exidx_bytes;
    struct format_figures *format;
    size_t formats_count;
};

/* Whether only the bytes of FORMAT are counted: no table is written or proved. */
bool format_is_counted(const struct format_figures *format);

void image_figures_write(const struct image_figures *image, FILE *out);
void format_figures_write(const struct format_figures *format, FILE *out);

/* Reads all lines of PATH. Returns STATUS_... */
int image_figures_read(struct image_figures *image, const char *path);
void image_figures_free(struct image_figures *image);

#endif
