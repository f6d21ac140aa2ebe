/* SPDX-License-Identifier: MIT */
/*
 * Builds a fresh table: reads the reference, plans, encodes, spends the byte budget, and proves the
 * result.
 */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#include "elf/coverage.h"
#include "elf/image_message.h"
#include "plan/stretches.h"
#include "prove/resume_proof.h"
#include "table/compare_table.h"
#include "table/format_registry.h"
#include "tasks/resumes_section.h"
#include "tasks/switch_reference.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/report.h>

enum {
    /*
     * The budget of fewer functions is too low: the parts of a table that do not depend on their
     * number weigh too much. Such a table may always grow by TABLE_GROWTH_BYTES.
     */
    TABLE_FUNCTIONS_MIN = 1000,
    TABLE_GROWTH_BYTES = 128,
    /* estimated cost of one stretch: its entry, and the entry that follows it */
    TABLE_STRETCH_BYTES = 4,
    /* if a table of more functions is over its budget, the core reads further forward */
    TABLE_AHEAD = 10,
};

/*
 * Compares TABLE with its row list. If the machine code of the image is not analysed, this is the
 * only possible check.
 */
static int prove_rows(const struct table *table, const struct image *image,
                      const struct bobbin_table *opened)
{
    uint32_t first_wrong = 0;
    uint64_t wrong = table_compare(image, &table->reference.list, opened, &first_wrong);

    if (wrong == 0)
        return STATUS_GOOD;
    image_error_at(image, first_wrong,
                   "the new table gives another rule than was encoded, here and at %llu more "
                   "addresses; this is a bug in bobbin",
                   (unsigned long long)wrong - 1);
    return STATUS_PROBLEMS;
}

/* How often a table is planned again without the rules that the proof found wrong. */
enum { ROUNDS_MAX = 4 };

/* The first wrong finding of TABLE's proof, which has one. */
static const struct finding *first_wrong(const struct table *table)
{
    const struct finding *finding = table->proof.finding;

    while (finding->verdict != VERDICT_WRONG)
        finding++;
    return finding;
}

static int refuse(const struct table *table, const struct image *image)
{
    const struct finding *wrong = first_wrong(table);

    image_error_at(image, wrong->address,
                   "no table can be right here and at %llu more addresses (%s), so none is written",
                   (unsigned long long)table->proof.verdicts[VERDICT_WRONG] - 1, wrong->why);
    return STATUS_PROBLEMS;
}

/* Takes the program at ADDRESS, which the proof has found wrong. */
static void take_wrong_crossing(struct crossings *crossings, const struct finding *finding)
{
    for (size_t i = 0; i < crossings->count; i++) {
        struct crossing *crossing = &crossings->crossing[i];
        if (crossing->start >= finding->address + 4 || crossing->end <= finding->address)
            continue;
        crossing->count = 0;
        crossing->reason = finding->why;
    }
}

/* Takes the rules from the reference that cannot be right in any table. */
static void take_wrong_rules(struct table *table, const struct image *image)
{
    for (size_t i = 0; i < table->proof.findings_count; i++) {
        const struct finding *finding = &table->proof.finding[i];
        const struct image_section *section = image_section_at(image, finding->address);
        struct image_instruction at;
        if (finding->verdict == VERDICT_WRONG && finding->is_entry)
            take_wrong_crossing(&table->exceptions->crossings, finding);
        else if (finding->verdict == VERDICT_WRONG && section &&
                 image_next_instruction(image, section, finding->address, &at))
            row_list_take_rule(&table->reference.list, at.address, at.address + at.size_bytes);
    }
}

static int open_new(const struct table *table, const struct image *image,
                    struct bobbin_table *opened)
{
    enum bobbin_table_error error = bobbin_table_open(opened, table->bytes, table->size_bytes, 0);

    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_match(opened, image->build_id, image->build_id_size);
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_verify(opened);
    if (error == BOBBIN_TABLE_OK)
        return STATUS_GOOD;
    diag_error(image->path, "the new table cannot be opened (%s); this is a bug in bobbin",
               bobbin_table_error_name(error));
    return STATUS_PROBLEMS;
}

/* Proves the resume rules in OPENED: the core finds the registers that they name. */
static int prove_tasks(const struct table *table, const struct image *image,
                       const struct bobbin_table *opened)
{
    const char *why;
    uint32_t point;

    if (resume_proof_run(opened, image, &table->tasks, &point, &why))
        return STATUS_GOOD;
    image_error_at(image, point,
                   "the new table has a wrong resume rule (%s); this is a bug in bobbin", why);
    return STATUS_PROBLEMS;
}

static int prove(struct table *table, const struct image *image)
{
    struct bobbin_table opened;

    if (open_new(table, image, &opened) != STATUS_GOOD)
        return STATUS_PROBLEMS;
    if (!table->reference.analysis.count && prove_rows(table, image, &opened) != STATUS_GOOD)
        return STATUS_PROBLEMS;
    proof_run(&table->proof, &table->reference, table->exceptions, &opened, format_reader(&opened));
    return prove_tasks(table, image, &opened);
}

static bool has_no_rules(const struct row_list *list)
{
    for (size_t i = 0; i < list->rows.count; i++)
        if (list->rows.row[i].source == ROW_CFI || list->rows.row[i].source == ROW_CFI_ALONE ||
            list->rows.row[i].source == ROW_EXIDX || list->rows.row[i].source == ROW_CODE)
            return false;
    return true;
}

static void drop_encoding(struct table *table)
{
    proof_free(&table->proof);
    free(table->bytes);
    table->bytes = NULL;
    table->size_bytes = 0;
}

static void drop_tasks(struct table *table)
{
    tasks_free(&table->tasks);
    free(table->resumes.bytes);
    table->resumes = (struct buffer){0};
}

static void drop_exceptions(struct table *table)
{
    entry_rules_free(table->exceptions);
    table->exceptions = NULL;
}

static struct crossings *crossings_of(const struct table *table)
{
    return table->exceptions ? &table->exceptions->crossings : NULL;
}

/* The size in bytes that TABLE may reach. */
static double budget_of(const struct table *table, const struct image *image,
                        const struct plan *plan)
{
    uint64_t functions = proof_functions(image);
    double budget = table->budget_bytes * (double)(functions ? functions : plan->entries_count);

    budget += table->sizes.crossings + table->sizes.resumes; /* the budget is for other rules */
    if (functions < TABLE_FUNCTIONS_MIN && table->budget_bytes > 0 &&
        budget < table->size_bytes + TABLE_GROWTH_BYTES)
        budget = table->size_bytes + TABLE_GROWTH_BYTES;
    return budget;
}

/*
 * Encodes PLAN again and makes as many stretches separate entries as the budget allows. TABLE has
 * the bytes of PLAN without separate entries. If the code ranges were discovered, some code may be
 * missing, so the core must keep reading code, and nothing is done.
 */
static int spend_budget(struct table *table, const struct image *image, const struct plan *plan)
{
    double budget = budget_of(table, image, plan);
    double least = table->size_bytes;
    size_t count = 0, next;
    int status = STATUS_GOOD;

    if (plan->setting != PLAN_FAST || image->discovered || budget <= table->size_bytes)
        return STATUS_GOOD;
    count = (size_t)(budget - table->size_bytes) / TABLE_STRETCH_BYTES;
    if (count > plan->stretches_count)
        count = plan->stretches_count;
    do {
        struct plan split;
        free(table->bytes);
        table->bytes = NULL;
        stretches_split(plan, count, &split);
        status = encode_table(&split, crossings_of(table), &table->resumes, &table->bytes,
                              &table->size_bytes, &table->sizes);
        free(split.entry);
        if (status != STATUS_GOOD || table->size_bytes <= budget)
            break;
        /*
         * The separate entries cost more than estimated, because they need more rules and larger
         * rule numbers.
         */
        next = (size_t)((double)count * (budget - least) / (table->size_bytes - least));
        count = next < count ? next : count - 1;
    } while (true);
    return status;
}

static int plan_and_encode(struct table *table, enum plan_setting setting, uint8_t ahead,
                           struct plan *plan)
{
    plan_build(plan, &table->reference, setting, table->exceptions, ahead);
    return encode_table(plan, crossings_of(table), &table->resumes, &table->bytes,
                        &table->size_bytes, &table->sizes);
}

/* Whether TABLE, encoded without stretches, is so large that the core shall read further. */
static bool is_over_budget(const struct table *table, const struct image *image,
                           const struct plan *plan, enum plan_setting setting)
{
    return setting == PLAN_FAST && table->budget_bytes > 0 &&
           proof_functions(image) >= TABLE_FUNCTIONS_MIN &&
           table->size_bytes > budget_of(table, image, plan);
}

/* Plans, encodes and proves TABLE once. */
static int encode_once(struct table *table, const struct image *image, enum plan_setting setting)
{
    struct plan plan;
    int status;

    drop_encoding(table);
    status = plan_and_encode(table, setting, 0, &plan);
    if (status == STATUS_GOOD && is_over_budget(table, image, &plan, setting)) {
        plan_free(&plan);
        drop_encoding(table);
        status = plan_and_encode(table, setting, TABLE_AHEAD, &plan);
    }
    if (status == STATUS_GOOD)
        status = spend_budget(table, image, &plan);
    plan_free(&plan);
    return status == STATUS_GOOD ? prove(table, image) : status;
}

/* Finds the resume rules, if the firmware can start traces of tasks. */
static int find_tasks(struct table *table, const struct image *image)
{
    int status;

    drop_tasks(table);
    if (!table->all_tasks && !image_function_named(image, "bobbin_begin_saved"))
        return STATUS_GOOD;
    status = tasks_find_alone(&table->tasks, &table->reference);
    if (status == STATUS_GOOD)
        resumes_section_write(&table->resumes, &table->tasks);
    return status;
}

int table_encode(struct table *table, const struct image *image, enum plan_setting setting)
{
    int status;

    table->setting = setting;
    table->format = NULL;
    drop_exceptions(table);
    status = entry_rules_find(&table->exceptions, &table->reference, table->entry_rules);
    if (status == STATUS_GOOD)
        status = find_tasks(table, image);
    for (unsigned round = 0; round < ROUNDS_MAX && status == STATUS_GOOD; round++) {
        status = encode_once(table, image, setting);
        if (status != STATUS_GOOD || !table->proof.verdicts[VERDICT_WRONG])
            return status;
        take_wrong_rules(table, image);
    }
    return status == STATUS_GOOD ? refuse(table, image) : status;
}

int table_encode_foreign(struct table *table, const struct image *image,
                         const struct format *format)
{
    struct bobbin_table opened;
    int status;

    drop_encoding(table);
    drop_exceptions(table);
    table->format = format;
    status = format_encode(format, &table->reference, &table->bytes, &table->size_bytes,
                           &table->format_sizes);
    if (status == STATUS_GOOD)
        status = open_new(table, image, &opened);
    if (status == STATUS_GOOD)
        proof_run(&table->proof, &table->reference, NULL, &opened, format->reader);
    return status;
}

static void report_missing_rules(const struct table *table, const struct image *image)
{
    struct coverage coverage;

    coverage_find(&coverage, image);
    if (table->has_no_rules)
        diag_error(image->path,
                   "no rule is known: .debug_frame, .eh_frame, .ARM.exidx and mapping symbols do "
                   "not cover the code; use the image before strip");
    else if (image->discovered)
        diag_warning(image->path,
                     "no mapping symbols ($a, $t, $d), so code was found by following jumps and "
                     "calls: %.3f %% of %llu bytes; use the image before strip",
                     coverage_percent(&coverage), (unsigned long long)coverage.code_bytes);
}

int table_build_reference(struct table *table, const struct image *image,
                          const struct row_options *options)
{
    int status;

    memset(table, 0, sizeof(*table));
    status = switch_reference_build(&table->reference, image, options);
    if (status != STATUS_GOOD) {
        table_free(table);
        return status;
    }
    table->budget_bytes = TABLE_BUDGET;
    table->has_no_rules = has_no_rules(&table->reference.list);
    report_missing_rules(table, image);
    return STATUS_GOOD;
}

int table_build(struct table *table, const struct image *image, const struct row_options *options,
                enum plan_setting setting)
{
    return table_build_with(table, image, options, setting, ENTRY_RULES_IF_USED);
}

/* Encodes the reference of TABLE; frees TABLE on failure. */
static int encode_first(struct table *table, const struct image *image, enum plan_setting setting)
{
    int status = table_encode(table, image, setting);

    if (status != STATUS_GOOD)
        table_free(table);
    return status;
}

int table_build_with(struct table *table, const struct image *image,
                     const struct row_options *options, enum plan_setting setting,
                     enum entry_rules entry_rules)
{
    int status = table_build_reference(table, image, options);

    if (status != STATUS_GOOD)
        return status;
    table->entry_rules = entry_rules;
    return encode_first(table, image, setting);
}

int table_build_all(struct table *table, const struct image *image)
{
    int status = table_build_reference(table, image, NULL);

    if (status != STATUS_GOOD)
        return status;
    table->entry_rules = ENTRY_RULES_ALL;
    table->all_tasks = true;
    return encode_first(table, image, PLAN_FAST);
}

void table_free(struct table *table)
{
    drop_encoding(table);
    drop_exceptions(table);
    drop_tasks(table);
    reference_free(&table->reference);
    memset(table, 0, sizeof(*table));
}
