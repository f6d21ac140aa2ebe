/* SPDX-License-Identifier: MIT */
/* The result of a run, for people and for scripts. README.md explains the lines. */
#ifndef ORACLE_RESULT_H
#define ORACLE_RESULT_H

#include <stdio.h>

#include "check.h"

struct result {
    const struct image *image;
    const struct code *code;
    const struct shadow_counts *shadow;
    const struct check_counts *check;
    const struct findings *findings;
    uint64_t instructions;
    uint64_t below_sp;  /* reads below sp that the core requested; must be 0 */
    uint64_t scribbled; /* exceptions after which all words below sp were overwritten */
    bool allow_losses, allow_outside; /* the run is good in spite of them (options.h) */
    bool complete;                    /* false: stopped early because of too many mismatches */
};

/*
 * True if nothing mismatched, nothing below sp was read and, unless this is allowed, nothing was
 * skipped and track was never lost.
 */
bool result_is_good(const struct result *result);

/* Prints one line. */
void result_print(const struct result *result, FILE *out);

/* Writes all lines to PATH. Returns STATUS_... */
int result_save(const struct result *result, const char *path);

/*
 * Writes how often each instruction was executed, in the format of `bobbin check --weights=`.
 * Returns STATUS_...
 */
int result_save_times(const struct result *result, const char *path);

#endif
