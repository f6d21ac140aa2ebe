/* SPDX-License-Identifier: MIT */
/* The output formats of a profile. All formats have the same sum of samples. */
#ifndef GEN_PROFILE_OUTPUT_OUTPUTS_H
#define GEN_PROFILE_OUTPUT_OUTPUTS_H

#include <stdio.h>

#include "profile/profile_calls.h"
#include "util/buffer.h"

/*
 * Writes folded stacks, as in "main;work;sort 17", for flamegraph.pl and similar tools. The lines
 * are sorted.
 */
void profile_write_folded(const struct profile_report *report, FILE *out);

/* Appends a frame to the folded stack in LINE. */
void profile_put_frame(struct buffer *line, const char *name);

/*
 * Writes one line per raw sample, sorted by time, as comma-separated values (RFC 4180). The first
 * line has the column names.
 */
void profile_write_samples(const struct profile_report *report, FILE *out);

/* Writes the JSON format of speedscope (its file-format-spec.ts): one profile of type "sampled". */
void profile_write_speedscope(const struct profile_report *report, FILE *out);

/* Writes a Profile message of pprof (its proto/profile.proto), not compressed. */
void profile_write_pprof(const struct profile_report *report, struct buffer *out);

/*
 * Writes a flame graph that needs no other file. Its script can search and enlarge; all text is
 * readable without the script.
 */
void profile_write_svg(const struct profile_report *report, FILE *out);

/*
 * Both functions write the summary: the first as text, with at most LINES_MAX functions (0: all),
 * the second as JSON.
 */
void profile_print_summary(const struct profile_report *report, size_t lines_max, bool colour,
                           FILE *out);
void profile_print_summary_json(const struct profile_report *report, FILE *out);

/* Prints FUNCTION as text: its callers and callees, and its lines with their samples. */
void profile_print_function(const struct profile_report *report, uint32_t function, bool colour,
                            FILE *out);
void profile_print_lines(const struct profile_report *report, uint32_t function, bool colour,
                         FILE *out);
/* Writes the same data as JSON. */
void profile_print_function_json(const struct profile_report *report, uint32_t function, FILE *out);

#endif
