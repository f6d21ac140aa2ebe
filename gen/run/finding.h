/* SPDX-License-Identifier: MIT */
/* What a run keeps of a crash report, for its summary and its output files. */
#ifndef GEN_RUN_FINDING_H
#define GEN_RUN_FINDING_H

#include <stdbool.h>

#include "report/report_model.h"
#include "symbolize/image_list.h"
#include "unwind/host_frames.h"

/* A source level of the trace. */
struct finding_frame {
    uint32_t pc;
    char *function; /* NULL: unknown */
    char *file;     /* relative to the root if it is inside; NULL: unknown */
    bool in_root;
    uint32_t line;
};

enum finding_image {
    FINDING_IMAGE_VERIFIED,
    FINDING_IMAGE_UNVERIFIED, /* the report has no build id; the only image is used */
    FINDING_IMAGE_NOT_GIVEN,
    FINDING_IMAGE_OTHER, /* no image has the build id of the report */
};

struct finding {
    char *title; /* "cold-store: data abort: translation fault, ..." */
    char *text;  /* the report, as `bobbin decode` prints it */
    char *shown; /* the same for the terminal, with colours if they are wanted */
    char *json;  /* the report, as `bobbin decode --json` prints it */

    enum finding_image image;
    char build_id[BUILD_ID_TEXT_BYTES]; /* of the report */
    bool damaged;                       /* lines of the report are missing */

    struct finding_frame *frames; /* of the code that crashed, innermost first */
    size_t frames_count, frames_capacity;
    const struct finding_frame *place; /* where to look first; NULL: no frame has names */
};

/*
 * Adds frames to REPORT (unwind/host_frames.h), names it with the image of IMAGES that has its
 * build id, and fills FINDING.
 *
 * PLACE is the innermost frame in a file that exists in ROOT: a library has no files there. If
 * there is none, PLACE is the innermost frame with a line, or else with a function. Functions that
 * only make the report, such as abort and the hooks of assert, are never PLACE.
 */
void finding_make(struct finding *finding, struct report *report, struct image_list *images,
                  struct host_frames *host, const char *root, bool colour);

/* "data abort: ... in by_celsius", malloc'ed: the title, the function, and what is missing. */
char *finding_message(const struct finding *finding);

void finding_free(struct finding *finding);

#endif
