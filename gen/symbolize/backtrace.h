/* SPDX-License-Identifier: MIT */
/* Backtraces as people and scripts read them; for decode and unwind. */
#ifndef GEN_BACKTRACE_H
#define GEN_BACKTRACE_H

#include <stdbool.h>
#include <stdio.h>

#include "symbolize/symbolizer.h"
#include "util/json.h"
#include <bobbin/bobbin.h>

struct backtrace_frame {
    uint32_t number, pc, sp;
    enum bobbin_kind kind;
    const char *trust;
    const char *remark;      /* in place of names, when there are none; NULL: nothing to say */
    uint32_t skipped_before; /* good frames left out between the one before and this */
    uint32_t missing_before; /* frames that did not arrive */
    struct symbol *symbols;  /* innermost first */
    size_t symbols_count;
};

/* Zeros are an empty one. Strings are not copied. */
struct backtrace {
    struct backtrace_frame *frames;
    size_t frames_count, frames_capacity;
    uint32_t skipped_after, missing_after;
    enum bobbin_stop stop; /* BOBBIN_STOPS: not known */
    const char *stop_word; /* as the report has it; NULL: by STOP */
    uint32_t stop_value;
    const struct symbolizer *names; /* for stop_value, where it is a code address; NULL: none */
};

/* Appends FRAME, with the names that NAMES (NULL: none) has for it. */
void backtrace_add(struct backtrace *backtrace, const struct backtrace_frame *frame,
                   const struct symbolizer *names);
void backtrace_free(struct backtrace *backtrace);

/* A line for each level of source, then why it ended. COLOUR: with escape sequences. */
void backtrace_print(const struct backtrace *backtrace, FILE *out, bool colour);

/* The fields frames, stop, stop_value and complete, in an object that is open. */
void backtrace_json(const struct backtrace *backtrace, struct json *json);

/* Whether OUT is a terminal that should get colours (no-color.org). */
bool backtrace_wants_colour(FILE *out);

#endif
