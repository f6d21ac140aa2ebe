/* SPDX-License-Identifier: MIT */
/*
 * The rows of an image as a dictionary of call frame information has them: runs of addresses, and
 * for each the number of a rule.
 */
#ifndef GEN_CFI_RUNS_H
#define GEN_CFI_RUNS_H

#include "reference/reference.h"
#include <bobbin/rule.h>

struct cfi_run {
    uint32_t start, end;
    uint32_t rule; /* its number */
};

struct cfi_rule {
    struct bobbin_rule rule;
    uint32_t uses;  /* runs that have it */
    uint32_t first; /* of these */
};

/*
 * Runs ascend, neighbours differ; between them nothing is known. Rules are numbered from 0, the
 * most used first.
 */
struct cfi_runs {
    struct cfi_run *run;
    size_t count, capacity;
    struct cfi_rule *rule;
    size_t rules_count, rules_capacity;
    /* of code whose rule depends on the flags: no such dictionary has a word for it */
    uint64_t unsaid_bytes;
};

void cfi_runs_build(struct cfi_runs *runs, const struct row_list *list);

/* The same where of each rule only so much is told: bits of places, and CFI_TOLD_CFA. */
#define CFI_TOLD_CFA (1u << BOBBIN_PLACES)
#define CFI_TOLD_ALL ~0u
void cfi_runs_build_part(struct cfi_runs *runs, const struct row_list *list, uint32_t parts);
void cfi_runs_free(struct cfi_runs *runs);

#endif
