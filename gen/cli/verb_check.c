/* SPDX-License-Identifier: MIT */
/* bobbin check: is the table right at every instruction? */
#include <stdio.h>
#include <string.h>

#include "cli/table_verb.h"
#include "cli/verbs.h"
#include "elf/coverage.h"
#include "prove/proof.h"
#include "prove/weights.h"
#include "reference/disagreement.h"
#include "table/embedded_table.h"
#include "util/diag.h"
#include "util/json.h"
#include <bobbin/report.h>

static const char help[] =
    "usage: bobbin check IMAGE " OPTIONS_SETTING_USAGE " " OPTIONS_FORMAT_USAGE "\n"
    "                    [--require=PERCENT] [--weights=FILE] [--list] [--json] "
    "[--root=SYMBOL]...\n\n"
    "Runs the core, with the table in IMAGE (a fresh one if it has none), at every instruction "
    "that a "
    "path\n"
    "leads to, interrupted there and returned to behind each call, and compares its answers with "
    "what "
    "the\n"
    "machine code implies. Lists what is not exact by function, and where .debug_frame and "
    ".ARM.exidx\n"
    "disagree with the machine code.\n\n"
    "  unknown      nobody can tell where the caller's registers are, or the table has no rule\n"
    "  wrong        the core gives an answer that is not true\n"
    "  unreachable  no path leads there\n"
    "  lost         exact, but a register of the caller is gone: no return from there gives it "
    "back\n\n"
    "A setting, or a format, checks a fresh table of it, whatever IMAGE carries. Of registers that "
    "a format "
    "of\n"
    "others does not tell of nothing is asked:\n" OPTIONS_SETTING_HELP OPTIONS_FORMAT_HELP "\n"
    "  --require=PERCENT  exit with 1 unless so much is exact or unreachable: 100 means nothing "
    "unknown,\n"
    "                     nothing wrong; more than 1 % unreachable fails too\n"
    "  --weights=FILE     sums once more, with each instruction counted as often as FILE says: "
    "lines of an\n"
    "                     address, in hexadecimal digits, and a number\n"
    "  --list             each instruction and each disagreement, not sums by function\n"
    "  --json             {functions, instructions, exact, explicit, lost, unreachable, unknown, "
    "wrong,\n"
    "                     table_bytes, code_bytes, unreached_bytes, returns: {exact, unreachable, "
    "unknown,\n"
    "                     wrong}, weighted: the same, findings, disagreements}\n\n"
    "In an image without mapping symbols ($a, $t, $d) code is what is followed from its entry, "
    "vectors,\n"
    "function symbols, .ARM.exidx, calls and pointers. Of the rest nothing is claimed but what "
    "others wrote\n"
    "down. How many of its bytes were reached is said, and PERCENT is required of them too.\n";

struct view {
    const struct image *image;
    const struct proof *proof;
    const struct disagreements *disagreements;
    struct coverage coverage;
    uint64_t functions, table_bytes, code_bytes;
    bool has_weights;
    uint64_t weighted[VERDICTS];
};

/* ---- text --------------------------------------------------------------------------------------- */

/* One sum a verdict, that are there. */
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
        printf("%llu bytes were found to be code or data, %.3f %%\n\n",
               (unsigned long long)(view->coverage.code_bytes - view->coverage.unreached_bytes),
               coverage_percent(&view->coverage));
    printf("%llu instructions\n", (unsigned long long)view->proof->instructions);
    for (int verdict = 0; verdict < VERDICTS; verdict++)
        print_sum(view, verdict_name(verdict), view->proof->verdicts[verdict]);
    print_sum(view, "  (lost", view->proof->lost);
    print_sum(view, "  (explicit", view->proof->explicit_rows);
    print_more("calls to return to", view->proof->returned);
    if (view->has_weights)
        print_more("instructions by their weights", view->weighted);
}

static const char *kind_of(const struct finding *finding)
{
    return finding->verdict == VERDICT_EXACT ? "lost" : verdict_name(finding->verdict);
}

static void print_finding(const struct view *view, const struct finding *finding)
{
    char name[200];

    printf("%-11s 0x%08x %s: %s%s\n", kind_of(finding), finding->address,
           image_name(view->image, finding->address, name, sizeof(name)), finding->why,
           finding->after_call ? " (returned to)" : "");
}

/* How many findings from the one at I on are of one function and one kind. */
static size_t run_of(const struct view *view, size_t i)
{
    const struct finding *first = &view->proof->finding[i];
    const struct image_function *function = image_function_at(view->image, first->address);
    size_t end = i + 1;

    while (end < view->proof->findings_count &&
           view->proof->finding[end].verdict == first->verdict &&
           strcmp(view->proof->finding[end].why, first->why) == 0 &&
           image_function_at(view->image, view->proof->finding[end].address) == function)
        end++;
    return end - i;
}

static void print_findings(const struct view *view, bool each)
{
    size_t run;

    if (view->proof->findings_count)
        printf("\nnot exact, or with something lost:\n");
    for (size_t i = 0; i < view->proof->findings_count; i += run) {
        run = each ? 1 : run_of(view, i);
        if (run > 1)
            printf("%4zu x ", run);
        else
            printf("       ");
        print_finding(view, &view->proof->finding[i]);
    }
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
        printf("\nthe machine code refutes, and the table does not repeat:\n");
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

/* ---- JSON --------------------------------------------------------------------------------------- */

static void write_finding(struct json *json, const struct view *view, const struct finding *finding)
{
    const struct image_function *function = image_function_at(view->image, finding->address);

    json_object(json, NULL);
    json_address(json, "address", finding->address);
    json_string(json, "function", function ? function->name : NULL);
    json_string(json, "verdict", kind_of(finding));
    json_string(json, "why", finding->why);
    json_bool(json, "after_call", finding->after_call);
    json_object_end(json);
}

static void write_disagreement(struct json *json, const struct view *view,
                               const struct disagreement *one)
{
    const struct image_function *function = image_function_at(view->image, one->start);
    char text[RULE_TEXT_MAX];

    json_object(json, NULL);
    json_address(json, "start", one->start);
    json_address(json, "end", one->end);
    json_string(json, "function", function ? function->name : NULL);
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
    json_number(&json, "table_bytes", view->table_bytes);
    json_number(&json, "code_bytes", view->code_bytes);
    json_number(&json, "unreached_bytes", view->coverage.unreached_bytes);
    write_verdicts(&json, "returns", proof->returned);
    if (view->has_weights)
        write_verdicts(&json, "weighted", view->weighted);
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

/* ---- the verb ------------------------------------------------------------------------------------- */

/* A table that is there and no good is what a check is for; one that is not there is made. */
static int choose(const struct image *image, const struct table *table, bool fresh,
                  struct bobbin_table *out)
{
    enum bobbin_table_error error = fresh ? BOBBIN_TABLE_EMPTY : table_embedded(image, out);

    if (error == BOBBIN_TABLE_OK)
        return STATUS_GOOD;
    if (error == BOBBIN_TABLE_EMPTY) {
        if (!fresh)
            diag_warning(image->path, "carries no table; a fresh one is checked");
        bobbin_table_open(out, table->bytes, table->size_bytes, 0);
        return STATUS_GOOD;
    }
    diag_error(image->path, "the table in .bobbin is no good: %s", bobbin_table_error_name(error));
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
    print_disagreements(view, options->list);
}

static int judge(const struct view *view, const struct options *options)
{
    int status = STATUS_GOOD;

    if (options->require >= 0)
        status = coverage_require(view->image, options->require);
    if (options->require >= 0 && status == STATUS_GOOD)
        status = proof_require(view->proof, view->image, options->require);
    if (view->proof->verdicts[VERDICT_WRONG])
        status = STATUS_PROBLEMS;
    if (view->proof->ranges_differ)
        diag_error(view->image->path,
                   "the table takes other addresses for code than the image has");
    return view->proof->ranges_differ ? STATUS_PROBLEMS : status;
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
        proof_run(&embedded, &table->reference, &opened,
                  table->format ? table->format->reader : NULL);
        view.proof = &embedded;
    }
    view.disagreements = &table->reference.disagreements;
    if (options->weights)
        status = weigh(&view, options->weights);
    if (status == STATUS_GOOD) {
        show(&view, options);
        status = judge(&view, options);
    }
    proof_free(&embedded);
    return status;
}

int verb_check(int argc, char **argv)
{
    static const struct table_verb verb = {help,
                                           OPTIONS_JSON | OPTIONS_REQUIRE | OPTIONS_LIST |
                                               OPTIONS_SETTING | OPTIONS_FORMAT | OPTIONS_WEIGHTS,
                                           true, check};

    return table_verb_run(&verb, argc, argv);
}
