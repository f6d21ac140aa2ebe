/* SPDX-License-Identifier: MIT */
/* Output of a crash report: as text for people, and as JSON for scripts. */
#ifndef GEN_REPORT_REPORT_VIEW_H
#define GEN_REPORT_REPORT_VIEW_H

#include <stdio.h>

#include "report/report_model.h"
#include "symbolize/image_list.h"

/* A report, and the image that names its addresses. */
struct report_view {
    const struct report *report;
    struct named_image *image; /* NULL: none; addresses have no names */
    bool all_registers;        /* print the registers of other threads and interrupted code too */
    bool verified;             /* the build id confirms that the image is the right one */
};

/*
 * Fills the names of REPORT's backtraces from IMAGE. Without IMAGE (NULL) only the remark at a call
 * through a null pointer is filled. Call this once, before a view of REPORT is printed.
 */
void report_view_name(struct report *report, struct named_image *image);

/* Lets all traces of REPORT show source lines. SOURCES must outlive the views. */
void report_view_set_sources(struct report *report, struct source_lines *sources);

void report_view_print(const struct report_view *view, FILE *out, bool colour);

/* Writes a JSON object and a line end. */
void report_view_json(const struct report_view *view, FILE *out);

#endif
