/* SPDX-License-Identifier: MIT */
/*
 * Backtraces as text for people and as JSON for scripts. `bobbin decode` and `bobbin unwind` use
 * them.
 */
#ifndef GEN_SYMBOLIZE_BACKTRACE_H
#define GEN_SYMBOLIZE_BACKTRACE_H

#include <stdbool.h>
#include <stdio.h>

#include "symbolize/symbolizer.h"
#include "util/json.h"
#include <bobbin/bobbin.h>

struct backtrace_frame {
    uint32_t number, pc, sp;
    enum bobbin_kind kind;
    const char *trust;
    const char *remark; /* printed if the frame has no names; NULL: no remark */
    /* number of good frames before this one that were left out */
    uint32_t skipped_before;
    /* number of frames before this one that did not arrive */
    uint32_t missing_before;
    struct symbol *symbols; /* innermost first */
    size_t symbols_count;
};

/* A backtrace with all fields 0 is empty. Strings are not copied. */
struct backtrace {
    struct backtrace_frame *frames;
    size_t frames_count, frames_capacity;
    uint32_t skipped_after, missing_after;
    enum bobbin_stop stop; /* BOBBIN_STOPS: unknown */
    const char *stop_word; /* the word in the report; NULL: use STOP */
    uint32_t stop_value;
    const struct symbolizer *names; /* names stop_value if that is a code address; NULL: no names */
};

/* Appends FRAME, with the names from NAMES. NAMES may be NULL. */
void backtrace_add(struct backtrace *backtrace, const struct backtrace_frame *frame,
                   const struct symbolizer *names);
void backtrace_free(struct backtrace *backtrace);

/*
 * Prints a line for each source level, then the reason why the trace ended. COLOUR: with escape
 * sequences for colours.
 */
void backtrace_print(const struct backtrace *backtrace, FILE *out, bool colour);

/* Writes the fields frames, stop, stop_value and complete into the current JSON object. */
void backtrace_json(const struct backtrace *backtrace, struct json *json);

/* Whether OUT is a terminal that should get colours (see no-color.org). */
bool backtrace_wants_colour(FILE *out);

#endif
