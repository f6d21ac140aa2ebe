/* SPDX-License-Identifier: MIT */
/* The tool, run once, and what that took. */
#ifndef BENCH_TOOL_RUN_H
#define BENCH_TOOL_RUN_H

#include <stdbool.h>
#include <stdint.h>

struct tool_run {
    bool good; /* its exit status was 0 */
    double wall_s, user_s;
    uint64_t peak_kib;
};

/* ARGUMENTS end with NULL; the first one is the path of the program. Its standard output goes nowhere. */
struct tool_run tool_run(char *const *arguments);

#endif
