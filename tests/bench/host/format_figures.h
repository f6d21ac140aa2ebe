/* SPDX-License-Identifier: MIT */
/*
 * The tables of an image: bytes and exactness. One tool proves them, another one shows them, and lines of text stand between:
 *   image PATH FUNCTIONS CODE_BYTES DEBUG_FRAME_BYTES EXIDX_BYTES
 *   format READER BYTES SAID_BYTES NAME     the lines below are of this one
 *   part BYTES NAME
 *   instructions, returns, executed EXACT UNREACHABLE UNKNOWN WRONG
 */
#ifndef BENCH_FORMAT_FIGURES_H
#define BENCH_FORMAT_FIGURES_H

#include <stdbool.h>
#include <stdio.h>

#include "prove/proof.h"

enum { FORMAT_PARTS_MAX = 12, FORMAT_NAME_MAX = 80 };

/* What an instruction may count for: each once, by the calls that return behind it, by how often it was executed. */
enum exactness {
    EXACT_INSTRUCTIONS,
    EXACT_RETURNS,
    EXACT_EXECUTED, /* all zero where nobody knows */
    EXACTNESSES,
};
const char *exactness_name(enum exactness exactness);

struct format_figures {
    char name[FORMAT_NAME_MAX]; /* bobbin:SETTING, or as in --format= */
    char reader
        [FORMAT_NAME_MAX]; /* the symbol that firmware links to read it; "-": core by itself, "?": there is none */
    uint64_t bytes;
    uint64_t said_bytes; /* of one that is counted: of so much code it says what it can */
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

/* Whether it is one whose bytes are counted and nothing else. */
bool format_is_counted(const struct format_figures *format);

void image_figures_write(const struct image_figures *image, FILE *out);
void format_figures_write(const struct format_figures *format, FILE *out);

/* All lines of PATH. STATUS_... */
int image_figures_read(struct image_figures *image, const char *path);
void image_figures_free(struct image_figures *image);

#endif
