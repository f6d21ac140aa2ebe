/* SPDX-License-Identifier: MIT */
/* What a run found out, for people and for scripts. README.md explains the lines. */
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
    uint64_t below_sp;  /* reads that the core asked for below sp: must not happen */
    uint64_t scribbled; /* exceptions after which nothing was left below sp */
    bool complete;      /* false: stopped early, there were too many mismatches */
};

/* No mismatch, nothing skipped, nothing read below sp. */
bool result_is_good(const struct result *result);

/* One line. */
void result_print(const struct result *result, FILE *out);

/* All of it to PATH. STATUS_... */
int result_save(const struct result *result, const char *path);

/* How often each instruction was executed, as `bobbin check --weights=` reads it. STATUS_... */
int result_save_times(const struct result *result, const char *path);

#endif
