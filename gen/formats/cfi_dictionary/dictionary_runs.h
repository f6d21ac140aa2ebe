/* SPDX-License-Identifier: MIT */
/*
 * The rows of an image as a CFI dictionary stores them: runs of addresses, each with the number of
 * a rule.
 */
#ifndef GEN_CFI_DICTIONARY_DICTIONARY_RUNS_H
#define GEN_CFI_DICTIONARY_DICTIONARY_RUNS_H

#include "reference/reference.h"
#include <bobbin/rule.h>

struct cfi_run {
    uint32_t start, end;
    uint32_t rule; /* number of its rule */
};

struct cfi_rule {
    struct bobbin_rule rule;
    uint32_t uses;  /* number of runs with this rule */
    uint32_t first; /* the first of these runs */
};

/*
 * Runs ascend and do not overlap. Adjoining runs have different rules. Code between runs has no
 * rule. Rules are numbered from 0, the most used first.
 */
struct cfi_runs {
    struct cfi_run *run;
    size_t count, capacity;
    struct cfi_rule *rule;
    size_t rules_count, rules_capacity;
    /* bytes of code whose rule depends on the flags; no variant can express such a rule */
    uint64_t inexpressible_bytes;
};

void cfi_runs_build(struct cfi_runs *runs, const struct row_list *list);

/*
 * Like cfi_runs_build, but compares only some parts of each rule. PARTS has a bit for each place,
 * and CFI_PART_CFA.
 */
#define CFI_PART_CFA (1u << BOBBIN_PLACES)
#define CFI_PART_ALL ~0u
void cfi_runs_build_part(struct cfi_runs *runs, const struct row_list *list, uint32_t parts);
void cfi_runs_free(struct cfi_runs *runs);

#endif
