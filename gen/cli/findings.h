/* SPDX-License-Identifier: MIT */
/* Groups the findings of a proof for people: what is not exact, worst first, by function. */
#ifndef GEN_FINDINGS_H
#define GEN_FINDINGS_H

#include "prove/proof.h"

/* In the order in which users should read them. */
enum finding_group {
    FINDINGS_WRONG,
    FINDINGS_UNKNOWN,
    FINDINGS_UNREACHABLE,
    FINDINGS_LOST, /* exact, and a register of the caller is lost */
    FINDING_GROUPS,
};

/* "wrong", "unknown", "unreachable", "lost" */
const char *finding_group_name(enum finding_group group);
enum finding_group finding_group_of(const struct finding *finding);

/* Findings of one group in one function, with one reason. */
struct finding_run {
    const struct finding *first;
    size_t count; /* instructions */
};

struct finding_runs {
    struct finding_run *run;
    size_t count, capacity;
};

/*
 * The runs of GROUP in PROOF, ascending by address. Lost registers have one run for each function,
 * whatever the reasons are. If EACH, every instruction is a run of its own. The caller frees
 * RUNS->run.
 */
void finding_runs_find(struct finding_runs *runs, const struct image *image,
                       const struct proof *proof, enum finding_group group, bool each);

/* Sorts RUNS by their number of instructions, largest first. */
void finding_runs_sort(struct finding_runs *runs);

#endif
