/* SPDX-License-Identifier: MIT */
/* A crash report for people, for scripts and for debuggers. */
#ifndef GEN_REPORT_VIEW_H
#define GEN_REPORT_VIEW_H

#include <stdio.h>

#include "report/report_model.h"
#include "symbolize/image_list.h"

/* A report with the image that names it. */
struct report_view {
    const struct report *report;
    struct named_image *image; /* NULL: none; addresses stay without names */
    bool verified;             /* the build id says that it is the right one */
};

void report_view_print(const struct report_view *view, FILE *out, bool colour);

/* A JSON object and a line end. */
void report_view_json(const struct report_view *view, FILE *out);

/*
 * Writes the interrupted registers and the stack that REPORT has as an ELF core to PATH. PROBLEMS,
 * with a line on stderr, when it has no pc or sp.
 */
int report_view_write_core(const struct report *report, const char *path);

#endif
