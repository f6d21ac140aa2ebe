/* SPDX-License-Identifier: MIT */
#include "cli/findings.h"

#include <stdlib.h>
#include <string.h>

#include "elf/image_names.h"
#include "util/memory.h"

const char *finding_group_name(enum finding_group group)
{
    static const char *const names[FINDING_GROUPS] = {"wrong", "unknown", "unreachable", "lost"};

    return names[group];
}

enum finding_group finding_group_of(const struct finding *finding)
{
    static const enum finding_group groups[VERDICTS] = {
        [VERDICT_EXACT] = FINDINGS_LOST,
        [VERDICT_UNREACHABLE] = FINDINGS_UNREACHABLE,
        [VERDICT_UNKNOWN] = FINDINGS_UNKNOWN,
        [VERDICT_WRONG] = FINDINGS_WRONG,
    };

    return groups[finding->verdict];
}

/* Whether FINDING continues the RUN of the same group. */
static bool continues(const struct image *image, const struct finding_run *run,
                      const struct finding *finding)
{
    return image_symbol_at(image, run->first->address).address ==
               image_symbol_at(image, finding->address).address &&
           (finding_group_of(finding) == FINDINGS_LOST ||
            strcmp(run->first->why, finding->why) == 0);
}

void finding_runs_find(struct finding_runs *runs, const struct image *image,
                       const struct proof *proof, enum finding_group group, bool each)
{
    *runs = (struct finding_runs){0};
    for (size_t i = 0; i < proof->findings_count; i++) {
        struct finding_run run = {&proof->finding[i], 1};
        if (finding_group_of(run.first) != group)
            continue;
        if (!each && runs->count && continues(image, &runs->run[runs->count - 1], run.first))
            runs->run[runs->count - 1].count++;
        else
            array_push(runs->run, runs->count, runs->capacity, run);
    }
}

static int by_count(const void *a, const void *b)
{
    const struct finding_run *x = a;
    const struct finding_run *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->first->address > y->first->address) - (x->first->address < y->first->address);
}

void finding_runs_sort(struct finding_runs *runs)
{
    if (runs->count)
        qsort(runs->run, runs->count, sizeof(*runs->run), by_count);
}
