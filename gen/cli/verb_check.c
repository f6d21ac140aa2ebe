/* SPDX-License-Identifier: MIT */
/* bobbin check: proves the table at every instruction, and lists what is not exact. */
#include "cli/check_tasks.h"
#include "cli/check_view.h"
#include "cli/debug_options.h"
#include "cli/requirement.h"
#include "cli/table_options.h"
#include "cli/table_verb.h"
#include "cli/verb.h"
#include "prove/weights.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "util/diag.h"
#include <bobbin/report.h>

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

static int weigh(struct check_view *view, const char *path)
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

static void show(const struct check_view *view, const struct options *options)
{
    if (options->json)
        check_write_json(view);
    else
        check_print(view, options->list);
}

static int judge(const struct check_view *view, const struct options *options)
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
    struct check_view view = {.image = image, .functions = proof_functions(image)};
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
        if (status == STATUS_GOOD)
            status = check_tasks(&table->reference, &opened, !options->json);
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
