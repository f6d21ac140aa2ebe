/* SPDX-License-Identifier: MIT */
/*
 * Builds the plan of a table: plans all functions in parallel, then joins the results and merges
 * neighbours that one entry can describe.
 */
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/parallel_walk.h"
#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "core/unwind/rule_word.h"
#include "elf/coverage.h"
#include "encode/rule_words.h"
#include "plan/function_bounds.h"
#include "plan/planner.h"
#include "util/memory.h"

/* ---- neighbours ----------------------------------------------------------------------------- */

static struct plan_entry *last_entry(const struct plan *plan)
{
    return plan->entries_count ? &plan->entry[plan->entries_count - 1] : NULL;
}

static bool starts_range(const struct plan *plan, uint32_t address)
{
    const struct row_list *list = &plan->reference->list;

    for (size_t i = 0; i < list->ranges_count; i++)
        if (list->range[i].start == address)
            return true;
    return false;
}

/*
 * Whether the last entry can be extended over the code from START to END - 1: the entry stays short
 * enough, and START does not begin a new range.
 */
static bool can_extend_to(const struct plan *plan, uint32_t start, uint32_t end)
{
    return end - last_entry(plan)->start <= PLAN_ENTRY_BYTES_MAX && !starts_range(plan, start);
}

/* Whether the core gives the same rules if ENTRY starts at another address. */
static bool is_independent_of_start(const struct plan_entry *entry)
{
    return !(entry->how & ~FORMAT_HOW_FORWARD) || rule_is_leaf(&entry->body->rule);
}

/*
 * Whether an entry with body rule ROW can be extended over code for which
 * core_query_finds_unchanged() is true. The rule must be proved, save the return address in a slot
 * and have no home, and a single word must be able to express it.
 */
static bool saves_return_address(const struct row *row)
{
    uint32_t word;

    if (row->condition != CONDITION_ALWAYS || row_source_trust(row->source) != BOBBIN_TRUST_TABLE ||
        !encode_word(&row->rule, &word))
        return false;
    return !(word & FORMAT_RULE_HOME) &&
           (known_is_run(word) || (rule_register(word) != BOBBIN_PC && (word & FORMAT_RULE_RA)));
}

/*
 * Extends the last entry over NEXT if both have the same rule. SAVES_NOTHING:
 * core_query_finds_unchanged() is true in all of NEXT, so the rules can differ. Returns false if
 * the last entry cannot be extended.
 */
static bool extend(struct plan *plan, const struct plan_entry *next, bool saves_nothing)
{
    struct plan_entry *last = last_entry(plan);

    if (!last || !last->body || next->rows_count)
        return false;
    if (!(!last->rows_count && last->how == next->how && next->body &&
          row_equal(last->body, next->body) && is_independent_of_start(last)) &&
        !(saves_nothing && last->how == FORMAT_HOW_FORWARD && saves_return_address(last->body)))
        return false;
    if (!can_extend_to(plan, next->start, next->end))
        return false;
    last->end = next->end;
    return true;
}

static void add_entry(struct plan *plan, const struct plan_entry *entry, bool saves_nothing)
{
    if (!extend(plan, entry, saves_nothing))
        array_push(plan->entry, plan->entries_count, plan->entries_capacity, *entry);
}

static void add_rows(struct plan *plan, const struct plan_row *row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        array_push(plan->row, plan->rows_count, plan->rows_capacity, row[i]);
}

/* Whether ROW continues the last row of the last entry. */
static bool continues_row(const struct plan *plan, const struct plan_row *row)
{
    const struct plan_row *last;

    if (!last_entry(plan)->rows_count)
        return false;
    last = &plan->row[plan->rows_count - 1];
    return last->end == row->start && row_equal(last->row, row->row);
}

/*
 * Extends the last entry over PLANNED if the last entry then only needs more rows, and these rows
 * cost at most BYTES.
 */
static bool extend_with_rows(struct plan *plan, const struct plan_row *rows,
                             const struct planned *planned, size_t bytes)
{
    const struct plan_row *row = rows + planned->extension_rows.first;
    struct plan_entry *last = last_entry(plan);
    size_t count = planned->extension_rows.count;
    size_t needed;
    bool continues;

    if (!planned->may_extend_previous || !last ||
        last->how != (plan_setting_how(plan->setting) & FORMAT_HOW_READ))
        return false;
    if (!can_extend_to(plan, planned->start, planned->end))
        return false;
    continues = count && continues_row(plan, row);
    count -= continues;
    needed = count * PLANNER_ROW_BYTES;
    if (count && !last->rows_count)
        needed += PLANNER_ROWS_BYTES;
    if (needed > bytes || last->rows_count + count > PLAN_ROWS_MAX)
        return false;
    if (!last->rows_count)
        last->rows_first = plan->rows_count;
    if (continues)
        plan->row[plan->rows_count - 1].end = row->end;
    add_rows(plan, row + continues, count);
    last->rows_count += count;
    last->end = planned->end;
    return true;
}

/* Adds one entry for each row of the reference from START to END - 1. */
static void add_reference_rows(struct plan *plan, uint32_t start, uint32_t end)
{
    const struct row *row = row_list_find(&plan->reference->list, start);

    for (uint32_t at = start; at < end; at = row++->end) {
        struct plan_entry entry = {
            .start = at, .end = row->end < end ? row->end : end, .body = row};
        add_entry(plan, &entry, false);
    }
}

/*
 * Adds ENTRY in the form of entries without rows. Each of its rows becomes an entry; ROW is the
 * first of them. SAVES_NOTHING is as in extend().
 */
static void add_split_at_rows(struct plan *plan, const struct plan_row *row,
                              const struct plan_entry *entry, bool saves_nothing)
{
    struct plan_entry part = *entry;

    part.rows_count = 0;
    for (size_t i = 0; i < entry->rows_count; i++, row++) {
        struct plan_entry row_entry = {.start = row->start, .end = row->end, .body = row->row};
        part.end = row->start;
        if (part.start < part.end)
            add_entry(plan, &part, saves_nothing);
        add_entry(plan, &row_entry, false);
        part.start = row->end;
    }
    part.end = entry->end;
    if (part.start < part.end)
        add_entry(plan, &part, saves_nothing);
}

/* Adds PLANNED as entries of its own. */
static void add_planned(struct plan *plan, const struct plan_row *rows,
                        const struct planned *planned)
{
    struct plan_entry entry = planned->entry;

    if (plan->setting != PLAN_SMALL) {
        add_split_at_rows(plan, rows + entry.rows_first, &entry, planned->may_extend_previous);
        return;
    }
    entry.rows_first = plan->rows_count;
    add_rows(plan, rows + planned->entry.rows_first, entry.rows_count);
    add_entry(plan, &entry, false);
}

static void add_stretches(struct plan *plan, const struct plan_stretch *stretch, size_t count)
{
    for (size_t i = 0; i < count; i++)
        array_push(plan->stretch, plan->stretches_count, plan->stretches_capacity, stretch[i]);
}

/*
 * Adds PLANNED to the plan. If it is not more expensive, extends the last entry and adds rows to
 * it.
 */
static void join(struct plan *plan, const struct planner *planner, const struct planned *planned)
{
    const struct plan_row *rows = planner->row;
    bool fits = planned->entry.rows_count <= PLAN_ROWS_MAX;

    if (plan->setting == PLAN_SMALL &&
        extend_with_rows(plan, rows, planned, fits ? planned->bytes : 0))
        return;
    if (!fits) {
        add_reference_rows(plan, planned->start, planned->end);
        return;
    }
    add_planned(plan, rows, planned);
    add_stretches(plan, planner->stretch + planned->stretches.first, planned->stretches.count);
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* The planned functions of one thread. */
struct planned_share {
    struct parallel_walk_share *walk_share;
    struct planner planner;
    const uint32_t *start; /* all bounds of functions, ascending */
    size_t function;       /* the current one is from start[function] to start[function + 1] - 1 */
    size_t joined;         /* number of planned functions that are already in the plan */
};

static void end_function(struct planned_share *share)
{
    if (share->planner.points_count)
        planner_plan(&share->planner, share->start[share->function],
                     share->start[share->function + 1]);
    share->function++;
}

static void visit_instruction(void *context, const struct node *node,
                              const struct frame_path *before)
{
    struct planned_share *share = context;

    while (node->at.address >= share->start[share->function + 1])
        end_function(share);
    if (!analysis_needs_no_rule(node))
        planner_add(&share->planner, &share->walk_share->analysis, node, before);
}

static void plan_share(void *context)
{
    struct planned_share *share = context;

    parallel_walk_run(share->walk_share, visit_instruction, share);
    end_function(share);
}

/*
 * Whether START begins code that no path reaches. For such code the plan copies the rows of the
 * reference.
 */
static bool is_unreached(const struct plan *plan, uint32_t start)
{
    uint32_t first = start;
    uint32_t end;

    return unreached_next(plan->reference->image, &first, &end) && first == start;
}

/*
 * Adds the code from START to END - 1 to the plan. Takes the planned entries from SHARE if there
 * are any.
 */
static void join_function(struct plan *plan, struct planned_share *share, uint32_t start,
                          uint32_t end)
{
    static const struct row none = {.condition = CONDITION_ALWAYS};
    const struct planner *planner = &share->planner;
    size_t first = share->joined;
    struct plan_entry entry = {.start = start, .end = end, .body = &none};

    while (share->joined < planner->planned_count && planner->planned[share->joined].start < end)
        share->joined++;
    if (!row_list_find(&plan->reference->list, start))
        return; /* between two ranges */
    if (is_unreached(plan, start)) {
        add_reference_rows(plan, start, end);
        return;
    }
    if (first == share->joined)
        add_entry(plan, &entry, false); /* no known path reaches this function: no rule */
    for (; first < share->joined; first++)
        join(plan, planner, &planner->planned[first]);
}

static void join_shares(struct plan *plan, struct planned_share *shares, size_t shares_count,
                        const struct parallel_walk_starts *starts)
{
    size_t share = 0;

    for (size_t i = 0; i + 1 < starts->count; i++) {
        while (share + 1 < shares_count &&
               shares[share].joined == shares[share].planner.planned_count)
            share++;
        join_function(plan, &shares[share], starts->address[i], starts->address[i + 1]);
    }
}

/* The largest power of two that divides all starts, up to the largest unit of the format. */
static uint32_t common_alignment(const uint32_t *start, size_t count)
{
    uint32_t all = 1u << FORMAT_UNIT_SHIFT_MAX;

    for (size_t i = 0; i < count; i++)
        all |= start[i];
    return all & -all;
}

static void plan_functions(struct plan *plan)
{
    const struct reference *reference = plan->reference;
    struct parallel_walk_starts starts;
    struct planned_share shares[THREADS_MAX] = {0};
    struct parallel_walk walk;
    struct core_query query;
    uint32_t *start = function_bounds_find(reference, &starts.count);
    uint32_t align = common_alignment(start, starts.count);

    starts.address = start;
    core_query_begin(&query, reference->image, &reference->list, plan->crosses);
    query.table.first.ahead = plan->ahead;
    parallel_walk_begin(&walk, &reference->analysis, &starts, "planning");
    for (size_t i = 0; i < walk.count; i++) {
        shares[i].walk_share = &walk.share[i];
        shares[i].start = start;
        planner_begin(&shares[i].planner, &query, reference, plan->setting, align);
    }
    threads_run(plan_share, shares, sizeof(shares[0]), walk.count);
    join_shares(plan, shares, walk.count, &starts);
    for (size_t i = 0; i < walk.count; i++)
        planner_end(&shares[i].planner);
    parallel_walk_end(&walk);
    core_query_end(&query);
    free(start);
}

void plan_build(struct plan *plan, const struct reference *reference, enum plan_setting setting,
                bool crosses, uint8_t ahead)
{
    const struct row_list *list = &reference->list;

    memset(plan, 0, sizeof(*plan));
    plan->setting = setting;
    plan->crosses = crosses;
    plan->ahead = ahead;
    plan->reference = reference;
    if (setting != PLAN_TABLE_ONLY && reference->analysis.count) {
        plan_functions(plan);
        return;
    }
    plan->setting = PLAN_TABLE_ONLY;
    for (size_t i = 0; i < list->ranges_count; i++)
        add_reference_rows(plan, list->range[i].start,
                           list->range[i].start + list->range[i].size_bytes);
}

void plan_free(struct plan *plan)
{
    free(plan->entry);
    free(plan->row);
    free(plan->stretch);
    memset(plan, 0, sizeof(*plan));
}
