/* SPDX-License-Identifier: MIT */
#include "cli/requirement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/findings.h"
#include "elf/coverage.h"
#include "elf/image_names.h"
#include "util/diag.h"

/* With more of it, a proof says little. */
#define UNREACHABLE_PERCENT_MAX 1.0

#define NOTES_MAX 10

struct requirement {
    const struct image *image;
    const struct proof *proof;
    double required;
    struct coverage coverage;
    bool failed[FINDING_GROUPS]; /* the groups that fail it */
    bool uncovered;              /* too few bytes are reached */
    unsigned notes;              /* printed ones */
    uint64_t more;               /* notes that are not printed */
};

/* ---- the decision ---------------------------------------------------------------------------- */

static void judge(struct requirement *requirement)
{
    const struct proof *proof = requirement->proof;
    const uint64_t *verdicts = proof->verdicts;
    double open = proof_percent(proof, verdicts[VERDICT_UNKNOWN] + verdicts[VERDICT_WRONG]);
    bool too_few = 100.0 - open < requirement->required || proof->instructions == 0;

    coverage_find(&requirement->coverage, requirement->image);
    requirement->uncovered = coverage_percent(&requirement->coverage) < requirement->required;
    requirement->failed[FINDINGS_WRONG] = too_few;
    requirement->failed[FINDINGS_UNKNOWN] = too_few;
    requirement->failed[FINDINGS_UNREACHABLE] =
        proof_percent(proof, verdicts[VERDICT_UNREACHABLE]) > UNREACHABLE_PERCENT_MAX;
}

static bool is_met(const struct requirement *requirement)
{
    return !requirement->failed[FINDINGS_UNKNOWN] && !requirement->failed[FINDINGS_UNREACHABLE] &&
           !requirement->uncovered;
}

/* ---- the sums -------------------------------------------------------------------------------- */

static void print_sums(const struct requirement *requirement)
{
    const struct proof *proof = requirement->proof;
    const struct coverage *coverage = &requirement->coverage;
    uint64_t unreachable = proof->verdicts[VERDICT_UNREACHABLE];
    char parts[3][160] = {"", "", ""};

    if (requirement->failed[FINDINGS_UNKNOWN])
        snprintf(parts[0], sizeof(parts[0]), "; %llu instructions are wrong and %llu unknown",
                 (unsigned long long)proof->verdicts[VERDICT_WRONG],
                 (unsigned long long)proof->verdicts[VERDICT_UNKNOWN]);
    if (requirement->failed[FINDINGS_UNREACHABLE])
        snprintf(parts[1], sizeof(parts[1]),
                 "; %llu instructions are unreachable: %.3f %%, at most %g %% are allowed",
                 (unsigned long long)unreachable, proof_percent(proof, unreachable),
                 UNREACHABLE_PERCENT_MAX);
    if (requirement->uncovered)
        snprintf(parts[2], sizeof(parts[2]),
                 "; no path is known to %llu of %llu bytes of code: link with mapping symbols "
                 "($a, $t, $d)",
                 (unsigned long long)coverage->unreached_bytes,
                 (unsigned long long)coverage->code_bytes);
    diag_error(requirement->image->path, "--require=%g is not met (%llu instructions)%s%s%s",
               requirement->required, (unsigned long long)proof->instructions, parts[0], parts[1],
               parts[2]);
}

/* ---- the worst ------------------------------------------------------------------------------- */

/* Whether one more note may be printed. Counts those that may not. */
static bool takes_note(struct requirement *requirement)
{
    if (requirement->notes < NOTES_MAX) {
        requirement->notes++;
        return true;
    }
    requirement->more++;
    return false;
}

static void print_run(const struct requirement *requirement, const struct finding_run *run,
                      enum finding_group group)
{
    char name[200];

    image_name(requirement->image, run->first->address, name, sizeof(name));
    diag_note(requirement->image->path, "%s 0x%08x (%s), %zu instruction%s: %s%s",
              finding_group_name(group), run->first->address, name, run->count,
              run->count == 1 ? "" : "s", run->first->why,
              run->first->after_call ? " (returned to)" : "");
}

static void print_group(struct requirement *requirement, enum finding_group group)
{
    struct finding_runs runs;

    finding_runs_find(&runs, requirement->image, requirement->proof, group, false);
    finding_runs_sort(&runs);
    for (size_t i = 0; i < runs.count; i++)
        if (takes_note(requirement))
            print_run(requirement, &runs.run[i], group);
    free(runs.run);
}

static void print_uncovered(struct requirement *requirement)
{
    uint32_t start = 0, end = 0;
    char name[200];

    for (; unreached_next(requirement->image, &start, &end); start = end)
        if (takes_note(requirement))
            diag_note(requirement->image->path, "not reached 0x%08x (%s), %u bytes", start,
                      image_name(requirement->image, start, name, sizeof(name)), end - start);
}

int requirement_check(const struct image *image, const struct proof *proof, double required)
{
    struct requirement requirement = {.image = image, .proof = proof, .required = required};

    if (required < 0)
        return STATUS_GOOD;
    judge(&requirement);
    if (is_met(&requirement))
        return STATUS_GOOD;
    print_sums(&requirement);
    for (int group = 0; group < FINDING_GROUPS; group++)
        if (requirement.failed[group])
            print_group(&requirement, (enum finding_group)group);
    if (requirement.uncovered)
        print_uncovered(&requirement);
    if (requirement.more)
        diag_note(image->path, "and %llu more; `bobbin check --list` shows all",
                  (unsigned long long)requirement.more);
    return STATUS_PROBLEMS;
}
