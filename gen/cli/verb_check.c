/* SPDX-License-Identifier: MIT */
/* bobbin check: proves the table at every instruction, and lists what is not exact. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/assumptions.h"
#include "cli/debug_options.h"
#include "cli/findings.h"
#include "cli/requirement.h"
#include "cli/table_options.h"
#include "cli/table_verb.h"
#include "cli/verb.h"
#include "elf/coverage.h"
#include "elf/image_names.h"
#include "prove/proof.h"
#include "prove/weights.h"
#include "reference/disagreement.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "util/diag.h"
#include "util/json.h"
#include <bobbin/report.h>

struct view {
    const struct image *image;
    const struct proof *proof;
    const struct disagreements *disagreements;
    const struct assumptions *assumptions;
    struct coverage coverage;
    uint64_t functions, table_bytes, code_bytes;
    bool has_weights;
    uint64_t weighted[VERDICTS];
};

/* ---- text -------------------------------------------------------------------------------- */

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

static void print_sum(const struct view *view, const char *name, uint64_t instructions)
{
    printf("  %-11s %10llu  %7.3f %%\n", name, (unsigned long long)instructions,
           proof_percent(view->proof, instructions));
}

static void print_sums(const struct view *view)
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

static void print_run(const struct view *view, const struct finding_run *run,
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

static void print_group(const struct view *view, enum finding_group group, bool each)
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

static void print_findings(const struct view *view, bool each)
{
    for (int group = 0; group < FINDING_GROUPS; group++)
        print_group(view, (enum finding_group)group, each);
}

static void print_unreached(const struct view *view)
{
    uint32_t start = 0, end = 0;
    char name[200];

    if (view->coverage.unreached_bytes)
        printf("\nbytes of code to which no path is known:\n");
    for (; unreached_next(view->image, &start, &end); start = end)
        printf("%7u not reached 0x%08x %s\n", end - start, start,
               image_name(view->image, start, name, sizeof(name)));
}

static void print_disagreement(const struct view *view, const struct disagreement *one)
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

static void print_disagreements(const struct view *view, bool each)
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

/* ---- JSON -------------------------------------------------------------------------------- */

static void write_finding(struct json *json, const struct view *view, const struct finding *finding)
{
    json_object(json, NULL);
    json_address(json, "address", finding->address);
    json_string(json, "function", image_symbol_at(view->image, finding->address).name);
    json_string(json, "verdict", finding_group_name(finding_group_of(finding)));
    json_string(json, "why", finding->why);
    json_bool(json, "after_call", finding->after_call);
    if (finding->is_entry)
        json_string(json, "handler", image_symbol_at(view->image, finding->handler).name);
    json_object_end(json);
}

static void write_disagreement(struct json *json, const struct view *view,
                               const struct disagreement *one)
{
    char text[RULE_TEXT_MAX];

    json_object(json, NULL);
    json_address(json, "start", one->start);
    json_address(json, "end", one->end);
    json_string(json, "function", image_symbol_at(view->image, one->start).name);
    json_string(json, "source", row_source_name(one->source));
    json_string(json, "class", disagreement_class_name(one->class));
    json_number(json, "instructions", one->instructions);
    json_string(json, "why", one->why);
    json_string(json, "claimed", rule_text(&one->claimed, text, sizeof(text)));
    json_string(json, "code", rule_text(&one->code, text, sizeof(text)));
    json_object_end(json);
}

static void write_verdicts(struct json *json, const char *key, const uint64_t sums[VERDICTS])
{
    json_object(json, key);
    for (int verdict = 0; verdict < VERDICTS; verdict++)
        json_number(json, verdict_name(verdict), sums[verdict]);
    json_object_end(json);
}

static void write_registers(struct json *json, uint32_t given_up)
{
    char names[BOBBIN_PLACES][4];
    size_t count = row_facts_registers(given_up, names);

    json_array(json, "registers");
    for (size_t i = 0; i < count; i++)
        json_string(json, NULL, names[i]);
    json_array_end(json);
}

static void write_assumption(struct json *json, const struct view *view, enum assumption assumption)
{
    size_t count;
    const struct assumed_at *at = assumptions_of(view->assumptions, assumption, &count);

    if (count == 0)
        return;
    json_object(json, NULL);
    json_string(json, "id", assumption_name(assumption));
    json_number(json, "count", count);
    if (assumption == ASSUMPTION_GIVEN_UP) {
        write_registers(json, view->assumptions->given_up);
    } else if (assumption_is_rare(assumption)) {
        json_array(json, "addresses");
        for (size_t i = 0; i < count; i++)
            json_address(json, NULL, at[i].address);
        json_array_end(json);
    }
    json_object_end(json);
}

static void write_json(const struct view *view)
{
    const struct proof *proof = view->proof;
    struct json json;

    json_begin(&json, stdout);
    json_number(&json, "functions", view->functions);
    json_number(&json, "instructions", proof->instructions);
    json_number(&json, "exact", proof->verdicts[VERDICT_EXACT]);
    json_number(&json, "explicit", proof->explicit_rows);
    json_number(&json, "lost", proof->lost);
    json_number(&json, "unreachable", proof->verdicts[VERDICT_UNREACHABLE]);
    json_number(&json, "unknown", proof->verdicts[VERDICT_UNKNOWN]);
    json_number(&json, "wrong", proof->verdicts[VERDICT_WRONG]);
    json_number(&json, "cfi_only", proof->cfi_only);
    json_number(&json, "table_bytes", view->table_bytes);
    json_number(&json, "code_bytes", view->code_bytes);
    json_number(&json, "unreached_bytes", view->coverage.unreached_bytes);
    json_number(&json, "symbols_contradicting", view->image->faults.contradictions);
    json_number(&json, "bytes_without_symbol", view->image->faults.gaps_bytes);
    write_verdicts(&json, "returns", proof->returned);
    write_verdicts(&json, "entry_code", proof->entry_verdicts);
    if (view->has_weights)
        write_verdicts(&json, "weighted", view->weighted);
    json_array(&json, "assumptions");
    for (int assumption = 0; assumption < ASSUMPTIONS; assumption++)
        write_assumption(&json, view, (enum assumption)assumption);
    json_array_end(&json);
    json_array(&json, "findings");
    for (size_t i = 0; i < proof->findings_count; i++)
        write_finding(&json, view, &proof->finding[i]);
    json_array_end(&json);
    json_array(&json, "disagreements");
    for (size_t i = 0; i < view->disagreements->count; i++)
        write_disagreement(&json, view, &view->disagreements->disagreement[i]);
    json_array_end(&json);
    json_end(&json);
}

/* ---- the verb ---------------------------------------------------------------------------- */

/* Opens the table to check: the one in IMAGE, or the new one if IMAGE has none or FRESH is set. */
static int choose(const struct image *image, const struct table *table, bool fresh,
                  struct bobbin_table *out)
{
    enum bobbin_table_error error = fresh ? BOBBIN_TABLE_EMPTY : table_open_embedded(image, out);

    if (error == BOBBIN_TABLE_OK)
        return STATUS_GOOD;
    if (error == BOBBIN_TABLE_EMPTY) {
        if (!fresh)
            diag_warning(
                image->path,
                "the image has no table, so a new one is checked; run `bobbin embed` first");
        bobbin_table_open(out, table->bytes, table->size_bytes, 0);
        return STATUS_GOOD;
    }
    diag_error(image->path, "the table in .bobbin cannot be used (%s); run `bobbin embed` again",
               bobbin_table_error_name(error));
    return STATUS_PROBLEMS;
}

static int weigh(struct view *view, const char *path)
{
    struct weights weights;
    int status = weights_read(&weights, path);

    if (status != STATUS_GOOD)
        return status;
    weights_sum(&weights, view->proof, view->weighted);
    view->has_weights = true;
    weights_free(&weights);
    return STATUS_GOOD;
}

static void show(const struct view *view, const struct options *options)
{
    if (options->json) {
        write_json(view);
        return;
    }
    print_sums(view);
    print_findings(view, options->list);
    if (options->list)
        print_unreached(view);
    print_disagreements(view, options->list);
}

static int judge(const struct view *view, const struct options *options)
{
    const char *path = view->image->path;
    uint64_t wrong = view->proof->verdicts[VERDICT_WRONG];
    int status = requirement_check(view->image, view->proof, options->require);

    if (wrong && status == STATUS_GOOD) {
        diag_error(path, "the table is wrong at %llu instructions; run `bobbin embed` again",
                   (unsigned long long)wrong);
        status = STATUS_PROBLEMS;
    }
    if (view->proof->ranges_differ) {
        diag_error(path,
                   "the table has other code ranges than the image; run `bobbin embed` again");
        status = STATUS_PROBLEMS;
    }
    return status;
}

/* Proves OPENED, which is not the fresh TABLE. */
static int prove_embedded(struct proof *proof, const struct table *table,
                          const struct bobbin_table *opened)
{
    struct exceptions *exceptions;
    int status = entry_rules_of_table(&exceptions, &table->reference, opened);

    if (status == STATUS_GOOD)
        proof_run_embedded(proof, &table->reference, exceptions, opened,
                           table->format ? table->format->reader : format_reader(opened));
    entry_rules_free(exceptions);
    return status;
}

static int check(const struct image *image, const struct table *table,
                 const struct options *options)
{
    struct view view = {.image = image, .functions = proof_functions(image)};
    struct proof embedded = {0};
    struct bobbin_table opened;
    int status = choose(image, table, options->setting_named || options->format, &opened);

    if (status != STATUS_GOOD)
        return status;
    coverage_find(&view.coverage, image);
    view.table_bytes = opened.size_bytes;
    for (size_t i = 0; i < table->reference.list.ranges_count; i++)
        view.code_bytes += table->reference.list.range[i].size_bytes;
    view.proof = &table->proof;
    if (opened.bytes != table->bytes || table->reference.analysis.count == 0) {
        status = prove_embedded(&embedded, table, &opened);
        view.proof = &embedded;
    }
    view.disagreements = &table->reference.disagreements;
    view.assumptions = &table->reference.assumptions;
    if (options->weights && status == STATUS_GOOD)
        status = weigh(&view, options->weights);
    if (status == STATUS_GOOD) {
        show(&view, options);
        status = judge(&view, options);
    }
    proof_free(&embedded);
    return status;
}

static int run(const struct options *options)
{
    return table_verb_run_embedded(options, check);
}

/* ---- help -------------------------------------------------------------------------------- */

static const struct verb_option main_options[] = {
    OPTION_REQUIRE("fail if less than PERCENT of the instructions is exact or unreachable, or if "
                   "more than 1 % is unreachable. 100 means: nothing is unknown or wrong. The "
                   "messages name the worst functions."),
    {.name = "list",
     .text = "list each instruction and each disagreement, not sums by function",
     SETS_FLAG(list)},
    {.name = "json", .letter = 'j', .text = "print one JSON object", SETS_FLAG(json)},
    {0},
};

static const struct verb_option rare_options[] = {
    OPTION_BUDGET,
    OPTION_DEBUG_FILE,
    {.name = "weights",
     .argument = "FILE",
     .text = "also print sums in which each instruction counts as often as FILE says. A line of "
             "FILE is a hexadecimal address and a decimal count.",
     STORES_WORD(weights)},
    {0},
};

static const struct option_group options_of_check[] = {
    {"options", main_options},
    {"table options (check a new table, not the one in IMAGE)", table_setting_options},
    {TABLE_FACTS_TITLE, table_fact_options},
    {"rare options", rare_options},
    {0},
};

static const struct help_line verdict_lines[] = {
    {"exact", "the core finds the caller and each of its registers that still exists, and the "
              "machine code proves it"},
    {"  lost", "exact, but no register and no slot holds some register of the caller any more, and "
               "no return restores it: functions that never return, code that switches to another "
               "context. A trace that needs the register stops there."},
    {"  explicit", "exact, by a rule that the table stores for this address. All other rules are "
                   "those of the function's body, or are read from the code."},
    {"unreachable", "no path leads to the instruction, and nothing else says that it runs: dead "
                    "code"},
    {"unknown", "the instruction may run, and the machine code does not prove a rule. The table "
                "has none, or that of the compiler (cfi_only)."},
    {"wrong", "the core gives an answer that the machine code refutes"},
    {"cfi_only", "the unreachable and unknown instructions for which the table has the rule of "
                 ".debug_frame or .eh_frame, because nothing contradicts it"},
    {"returned to", "the sums under \"return addresses of calls\" are for frames that have called "
                    "a function. The sums under \"instructions\" are for frames that an interrupt "
                    "stopped. A line with (returned to) is about the return address after the "
                    "instruction."},
    {"not reached", "bytes of code without mapping symbols to which no path is known"},
    {0},
};

static const struct help_line disagreement_lines[] = {
    {NULL, "Where .debug_frame (cfi) or .ARM.exidx (exidx) contradicts the machine code, the table "
           "has the rule of the code."},
    {"epilogue", "the frame is partly released, and the rule is the one before that"},
    {"prologue", "the rule says that a register is saved before it is, or misses a push"},
    {"given-up", "the rule says that a register is kept, and the function has overwritten it"},
    {"context",
     "the rule describes a caller, and there is none: start-up code, exception handlers"},
    {"other", "any other contradiction"},
    {0},
};

static const struct help_line json_lines[] = {
    {NULL, "{functions, instructions, exact, explicit, lost, unreachable, unknown, wrong, "
           "cfi_only, table_bytes, code_bytes, unreached_bytes, symbols_contradicting, "
           "bytes_without_symbol, returns: {exact, unreachable, "
           "unknown, wrong}, weighted: the same as returns, assumptions: [{id, count, addresses, "
           "registers}], findings: [{address, function, verdict, why, after_call}], "
           "disagreements: [{start, end, function, source, class, instructions, why, claimed, "
           "code}]}"},
    {NULL, "assumptions has those on which the proof of IMAGE relies; the verdict of a finding may "
           "be \"lost\" too. gen/README.md explains each id of an assumption. An assumption has "
           "addresses only if few images rely on it, and registers only if it is about registers."},
    {0},
};

static const struct help_section sections[] = {
    {"words of the output", verdict_lines},
    {"where the machine code contradicts", disagreement_lines},
    {"JSON", json_lines},
    {0},
};

const struct verb verb_check = {
    .name = "check",
    .summary = "prove that the table is right at every instruction",
    .usage = {"IMAGE [options]"},
    .description =
        "Runs the unwinder at every instruction of IMAGE, for an interrupted frame and, after "
        "calls, for a return address. Compares the answers with what the machine code does. Lists "
        "by function, worst first, the instructions that are not exact, and where .debug_frame and "
        ".ARM.exidx contradict the code. The table is the one in IMAGE, or a new one if IMAGE has "
        "none. Registers that a published format "
        "does not describe are not checked.\n\n"
        "If IMAGE has no mapping symbols ($a, $t, $d), bobbin finds code by following jumps, "
        "calls and pointers. The output gives the reached bytes, and --require applies to their "
        "share too.",
    .options = options_of_check,
    .sections = sections,
    .examples =
        {
            {"is the table in the firmware complete and right?", "bobbin check firmware.elf"},
            {"the same, as a step of the build", "bobbin check firmware.elf --require=100"},
            {"each instruction of a small table that is not exact",
             "bobbin check firmware.elf --small --list"},
        },
    .problems = "an instruction is wrong, fewer instructions are exact than --require= needs, or "
                "the table in IMAGE "
                "is damaged",
    .bad_input = "IMAGE or FILE cannot be read, or IMAGE is not a linked ARM image",
    .conflict = table_options_conflict,
    .run = run,
};
