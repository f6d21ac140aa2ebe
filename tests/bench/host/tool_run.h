/* SPDX-License-Identifier: MIT */
/* Runs the tool once and measures time and memory. */
#ifndef BENCH_TOOL_RUN_H
#define BENCH_TOOL_RUN_H

#include <stdbool.h>
#include <stdint.h>

struct tool_run {
    bool good; /* the exit status was 0 */
    double wall_s, user_s;
    uint64_t peak_kib;
};

/* ARGUMENTS end with NULL; the first one is the program. Its standard output is discarded. */
struct tool_run tool_run(char *const *arguments);

#endif
