/* SPDX-License-Identifier: MIT */
/* The findings of `bobbin check` as text. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/check_view.h"
#include "cli/findings.h"
#include "elf/image_names.h"

/* The sum of each verdict that occurs. */
static void print_more(const char *title, const uint64_t sums[VERDICTS])
{
    uint64_t all = 0;

    for (int verdict = 0; verdict < VERDICTS; verdict++)
        all += sums[verdict];
    printf("%llu %s\n", (unsigned long long)all, title);
    for (int verdict = 0; verdict < VERDICTS; verdict++)
        if (sums[verdict])
            printf("  %-11s %10llu  %7.3f %%\n", verdict_name(verdict),
                   (unsigned long long)sums[verdict], 100.0 * (double)sums[verdict] / (double)all);
}

static void print_sum(const struct check_view *view, const char *name, uint64_t instructions)
{
    printf("  %-11s %10llu  %7.3f %%\n", name, (unsigned long long)instructions,
           proof_percent(view->proof, instructions));
}

static void print_sums(const struct check_view *view)
{
    printf("%llu functions, %llu bytes of code, a table of %llu bytes\n\n",
           (unsigned long long)view->functions, (unsigned long long)view->code_bytes,
           (unsigned long long)view->table_bytes);
    if (view->image->discovered)
        printf("%llu bytes of code were reached, %.3f %%\n\n",
               (unsigned long long)(view->coverage.code_bytes - view->coverage.unreached_bytes),
               coverage_percent(&view->coverage));
    printf("%llu instructions\n", (unsigned long long)view->proof->instructions);
    for (int verdict = 0; verdict < VERDICTS; verdict++) {
        print_sum(view, verdict_name(verdict), view->proof->verdicts[verdict]);
        if (verdict == VERDICT_EXACT) {
            print_sum(view, "  lost", view->proof->lost);
            print_sum(view, "  explicit", view->proof->explicit_rows);
        }
    }
    print_sum(view, "cfi_only", view->proof->cfi_only);
    if (view->proof->entry_code)
        print_more("instructions of exception entry code", view->proof->entry_verdicts);
    print_more("return addresses of calls", view->proof->returned);
    if (view->has_weights)
        print_more("instructions, counted by weight", view->weighted);
}

static void print_run(const struct check_view *view, const struct finding_run *run,
                      enum finding_group group)
{
    const struct finding *first = run->first;
    char name[200];

    if (run->count > 1)
        printf("%4zu x ", run->count);
    else
        printf("       ");
    printf("%-11s 0x%08x %s", finding_group_name(group), first->address,
           image_name(view->image, first->address, name, sizeof(name)));
    if (group != FINDINGS_LOST)
        printf(": %s%s", first->why, first->after_call ? " (returned to)" : "");
    if (group != FINDINGS_LOST && first->is_entry)
        printf(", handler %s", image_name(view->image, first->handler, name, sizeof(name)));
    putchar('\n');
}

/* Lost registers do no harm. A few lines show where they are, and do not hide the other groups. */
#define LOST_LINES_MAX 10

static void print_group(const struct check_view *view, enum finding_group group, bool each)
{
    static const char *const titles[FINDING_GROUPS] = {
        [FINDINGS_WRONG] = "wrong",
        [FINDINGS_UNKNOWN] = "unknown",
        [FINDINGS_UNREACHABLE] = "unreachable",
        [FINDINGS_LOST] =
            "exact, but the code overwrites registers of the caller and never restores them",
    };
    struct finding_runs runs;
    size_t shown;

    finding_runs_find(&runs, view->image, view->proof, group, each);
    shown = runs.count;
    if (group == FINDINGS_LOST && !each) {
        finding_runs_sort(&runs);
        shown = shown < LOST_LINES_MAX ? shown : LOST_LINES_MAX;
    }
    if (runs.count)
        printf("\n%s:\n", titles[group]);
    for (size_t i = 0; i < shown; i++)
        print_run(view, &runs.run[i], group);
    if (shown < runs.count)
        printf("       and %zu more functions; --list shows all\n", runs.count - shown);
    free(runs.run);
}

static void print_findings(const struct check_view *view, bool each)
{
    for (int group = 0; group < FINDING_GROUPS; group++)
        print_group(view, (enum finding_group)group, each);
}

static void print_unreached(const struct check_view *view)
{
    uint32_t start = 0, end = 0;
    char name[200];

    if (view->coverage.unreached_bytes)
        printf("\nbytes of code to which no path is known:\n");
    for (; unreached_next(view->image, &start, &end); start = end)
        printf("%7u not reached 0x%08x %s\n", end - start, start,
               image_name(view->image, start, name, sizeof(name)));
}

static void print_disagreement(const struct check_view *view, const struct disagreement *one)
{
    char name[200];
    char claimed[RULE_TEXT_MAX];
    char code[RULE_TEXT_MAX];

    printf("%s %s 0x%08x..0x%08x %s: %s\n    %s: %s\n    code: %s\n", row_source_name(one->source),
           disagreement_class_name(one->class), one->start, one->end,
           image_name(view->image, one->start, name, sizeof(name)), one->why,
           row_source_name(one->source), rule_text(&one->claimed, claimed, sizeof(claimed)),
           rule_text(&one->code, code, sizeof(code)));
}

static void print_disagreements(const struct check_view *view, bool each)
{
    static const enum row_source sources[] = {ROW_CFI, ROW_EXIDX};

    if (view->disagreements->count)
        printf("\nthe machine code contradicts, so the table has the rule of the code:\n");
    for (size_t i = 0; each && i < view->disagreements->count; i++)
        print_disagreement(view, &view->disagreements->disagreement[i]);
    for (size_t i = 0; !each && i < 2 * DISAGREEMENT_CLASSES; i++) {
        enum row_source source = sources[i / DISAGREEMENT_CLASSES];
        enum disagreement_class class = i % DISAGREEMENT_CLASSES;
        uint64_t count = disagreements_count(view->disagreements, source, class);
        if (count)
            printf("  %-5s %-8s %10llu instructions\n", row_source_name(source),
                   disagreement_class_name(class), (unsigned long long)count);
    }
}

void check_print(const struct check_view *view, bool list)
{
    print_sums(view);
    print_findings(view, list);
    if (list)
        print_unreached(view);
    print_disagreements(view, list);
}
