/* SPDX-License-Identifier: MIT */
/* What a profile is written as. Sample counts add up to the same sum in each. */
#ifndef GEN_PROFILE_OUTPUTS_H
#define GEN_PROFILE_OUTPUTS_H

#include <stdio.h>

#include "profile/profile_calls.h"
#include "util/buffer.h"

/* "main;work;sort 17": for flamegraph.pl and what is like it. Lines are sorted. */
void profile_write_folded(const struct profile_report *report, FILE *out);

/* Appends a frame to such a line, of which LINE is the beginning. */
void profile_put_frame(struct buffer *line, const char *name);

/*
 * A line for each raw sample, in the order of their times: comma-separated values (RFC 4180), the
 * first line names them.
 */
void profile_write_samples(const struct profile_report *report, FILE *out);

/* speedscope's own JSON (its file-format-spec.ts), one profile of the type "sampled". */
void profile_write_speedscope(const struct profile_report *report, FILE *out);

/* A message Profile of pprof (its proto/profile.proto), not compressed. */
void profile_write_pprof(const struct profile_report *report, struct buffer *out);

/*
 * A flame graph that needs nothing else; a script in it finds and enlarges, and what there is to
 * read does not need it.
 */
void profile_write_svg(const struct profile_report *report, FILE *out);

/* The summary: for people, with at most LINES_MAX functions (0: all); for scripts. */
void profile_print_summary(const struct profile_report *report, size_t lines_max, bool colour,
                           FILE *out);
void profile_print_summary_json(const struct profile_report *report, FILE *out);

/* FUNCTION with its callers and callees, and its lines with their samples. */
void profile_print_function(const struct profile_report *report, uint32_t function, bool colour,
                            FILE *out);
void profile_print_lines(const struct profile_report *report, uint32_t function, bool colour,
                         FILE *out);
/* Both, for scripts. */
void profile_print_function_json(const struct profile_report *report, uint32_t function, FILE *out);

#endif
