/* SPDX-License-Identifier: MIT */
/* The choice of units, and of the rows that must be written. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "coverage.h"
#include "cuts.h"
#include "diag.h"
#include "format.h"
#include "trial.h"

const char *plan_setting_name(enum plan_setting setting)
{
    static const char *const names[PLAN_SETTINGS] = {"fast", "small", "table-only"};

    return names[setting];
}

uint8_t plan_setting_how(enum plan_setting setting)
{
    static const uint8_t how[PLAN_SETTINGS] = {
        FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE,
        FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE | FORMAT_HOW_WALK | FORMAT_HOW_CODE,
        0,
    };

    return how[setting];
}

#define CANDIDATES_MAX 4

/* A rule that may be a function's body rule, and how many of its instructions have it. */
struct candidate {
    const struct row *row; /* NULL: read from the code */
    size_t instructions;
};

/* A reached instruction. */
struct place {
    struct trial_point point;
    bool walked; /* what a walk over the code finds there is right, whatever else its entry says */
};

struct planner {
    struct plan *plan;
    struct trial trial;
    uint8_t how;         /* of the ranges */
    struct place *place; /* those of the function at hand */
    size_t places_count, places_capacity;
    uint32_t *start; /* where it is cut, ascending */
    size_t starts_count;
    size_t at; /* the function at hand is from start[at] to start[at + 1] */
};

/* ---- rows --------------------------------------------------------------------------------------- */

/* What a way to find the rules of a function costs. */
struct attempt {
    struct unit unit;
    size_t bytes;
};

#define ROW_BYTES     3 /* distance, length, number */
#define ROWS_BYTES    6 /* of the entry's number, and its record */
#define ENTRY_BYTES   2 /* length, number */

static size_t length_bytes(uint32_t length)
{
    return length / 2 >= FORMAT_ENTRY_LONG;
}

static void add_row(struct plan *plan, const struct trial_point *point)
{
    struct plan_row row = {.start = point->node->at.address,
                           .end = point->node->at.address + point->node->at.size_bytes,
                           .row = point->row};

    array_push(plan->row, plan->rows_count, plan->rows_capacity, row);
}

#define HOW_WALKS (FORMAT_HOW_FORWARD | FORMAT_HOW_WALK)

static bool is_right(const struct planner *planner, const struct table_answer *answer,
                     const struct place *place)
{
    bool walks = answer->rule && (answer->how & HOW_WALKS) == HOW_WALKS;

    return (walks && place->walked) || trial_is_right(&planner->trial, answer, &place->point);
}

/* Finds where a walk is right: nearly everywhere, and all attempts ask for it. */
static void try_walks(struct planner *planner)
{
    const struct table_answer answer = {
        .how = HOW_WALKS,
        .rule = FORMAT_RULE_CODE,
        .start = planner->start[planner->at],
        .end = planner->start[planner->at + 1],
    };

    for (size_t i = 0; i < planner->places_count; i++)
        planner->place[i].walked =
            trial_is_right(&planner->trial, &answer, &planner->place[i].point);
}

static struct table_answer answer_of(const struct planner *planner, const struct unit *unit)
{
    return (struct table_answer){
        .how = unit->how,
        .rule = unit->body ? (uint16_t)trial_rule(&planner->trial, unit->body) : FORMAT_RULE_CODE,
        .start = unit->start,
        .end = unit->end,
    };
}

/*
 * Adds to the plan the rows that UNIT needs: at each point where the core would be wrong the row of the list, which goes on
 * while the points have that row. Gives up when they are more than ROWS_MAX.
 */
static void add_rows(struct planner *planner, struct unit *unit, size_t rows_max)
{
    struct plan *plan = planner->plan;
    struct table_answer answer = answer_of(planner, unit);
    const struct row *row = NULL;

    unit->rows_first = plan->rows_count;
    for (size_t i = 0; i < planner->places_count && plan->rows_count - unit->rows_first <= rows_max;
         i++) {
        const struct place *place = &planner->place[i];
        if (place->point.row != row && !is_right(planner, &answer, place)) {
            row = place->point.row;
            add_row(plan, &place->point);
        }
    }
    unit->rows_count = plan->rows_count - unit->rows_first;
}

/* Lets each row of UNIT, which stand at the end of the plan's, end behind the last point where the core would be wrong. */
static void end_rows(struct planner *planner, const struct unit *unit)
{
    struct plan_row *rows = planner->plan->row + unit->rows_first;
    struct table_answer answer = answer_of(planner, unit);
    size_t at = planner->places_count;

    for (size_t i = unit->rows_count; i-- > 0;) {
        const struct trial_point *point;
        do
            point = &planner->place[--at].point;
        while (point->row != rows[i].row || (point->node->at.address != rows[i].start &&
                                             is_right(planner, &answer, &planner->place[at])));
        rows[i].end = point->node->at.address + point->node->at.size_bytes;
    }
}

/* Tries a unit with BODY and HOW; its rows stay at the end of the plan's. When they are more than ROWS_MAX, that is all that
   is known of them. */
static struct attempt attempt(struct planner *planner, const struct row *body, uint8_t how,
                              size_t rows_max)
{
    struct attempt attempt = {.unit = {.start = planner->start[planner->at],
                                       .end = planner->start[planner->at + 1],
                                       .body = body,
                                       .how = how}};

    add_rows(planner, &attempt.unit, rows_max);
    attempt.bytes = ENTRY_BYTES + length_bytes(attempt.unit.end - attempt.unit.start) +
                    attempt.unit.rows_count * ROW_BYTES;
    if (attempt.unit.rows_count || how != planner->how)
        attempt.bytes += ROWS_BYTES;
    return attempt;
}

/* As many rows as a unit can have that is cheaper than BEST; 0: if any, then none. */
static size_t rows_below(const struct attempt *best)
{
    size_t least = ENTRY_BYTES + ROWS_BYTES + 1;

    return best->bytes > least ? (best->bytes - least) / ROW_BYTES : 0;
}

/* Keeps the cheaper of BEST, whose rows stand at the end, and ATTEMPT, whose rows stand behind them. */
static void keep_better(struct plan *plan, struct attempt *best, struct attempt *attempt)
{
    struct plan_row *rows = plan->row;

    if (attempt->bytes < best->bytes) {
        if (attempt->unit.rows_count)
            memmove(rows + best->unit.rows_first, rows + attempt->unit.rows_first,
                    attempt->unit.rows_count * sizeof(*rows));
        attempt->unit.rows_first = best->unit.rows_first;
        *best = *attempt;
    }
    plan->rows_count = best->unit.rows_first + best->unit.rows_count;
}

/* ---- candidates --------------------------------------------------------------------------------- */

static int by_instructions(const void *a, const void *b)
{
    const struct candidate *x = a;
    const struct candidate *y = b;

    if (x->instructions != y->instructions)
        return x->instructions > y->instructions ? -1 : 1;
    return (x->row->start > y->row->start) - (x->row->start < y->row->start);
}

static void count_candidate(struct candidate *candidates, size_t *count, const struct row *row)
{
    for (size_t i = 0; i < *count; i++)
        if (row_equal(candidates[i].row, row)) {
            candidates[i].instructions++;
            return;
        }
    candidates[(*count)++] = (struct candidate){row, 1};
}

/* The rules of the function at hand, most used first; *COUNT of them. */
static struct candidate *find_candidates(const struct planner *planner, size_t *count)
{
    struct candidate *candidates =
        must_realloc(NULL, planner->places_count + 1, sizeof(*candidates));

    *count = 0;
    for (size_t i = 0; i < planner->places_count; i++)
        count_candidate(candidates, count, planner->place[i].point.row);
    qsort(candidates, *count, sizeof(*candidates), by_instructions);
    if (*count > CANDIDATES_MAX)
        *count = CANDIDATES_MAX;
    return candidates;
}

/* ---- one function ------------------------------------------------------------------------------- */

static void try_hows(struct planner *planner, const struct row *body, struct attempt *best)
{
    static const uint8_t without[] = {0, FORMAT_HOW_PROLOGUE, FORMAT_HOW_FORWARD | FORMAT_HOW_WALK,
                                      FORMAT_HOW_FORWARD | FORMAT_HOW_WALK | FORMAT_HOW_PROLOGUE};

    for (size_t i = 0; i < sizeof(without) && best->unit.rows_count + (best->bytes == SIZE_MAX);
         i++) {
        uint8_t how = planner->how & (uint8_t)~without[i];
        if (body || (how & FORMAT_HOW_PROLOGUE)) {
            struct attempt next = attempt(planner, body, how, rows_below(best));
            keep_better(planner->plan, best, &next);
        }
    }
}

static struct attempt best_attempt(struct planner *planner)
{
    struct attempt best = {.unit = {.rows_first = planner->plan->rows_count}, .bytes = SIZE_MAX};
    size_t count;
    struct candidate *candidates = find_candidates(planner, &count);

    if (planner->plan->setting == PLAN_SMALL)
        try_hows(planner, NULL, &best);
    for (size_t i = 0; i < count; i++)
        try_hows(planner, candidates[i].row, &best);
    free(candidates);
    if (best.unit.rows_count <= FORMAT_ROWS_PER_ENTRY_MAX)
        end_rows(planner, &best.unit);
    return best;
}

/* ---- neighbours --------------------------------------------------------------------------------- */

static struct unit *last_unit(const struct plan *plan)
{
    return plan->units_count ? &plan->unit[plan->units_count - 1] : NULL;
}

static bool starts_range(const struct plan *plan, uint32_t address)
{
    const struct row_list *list = &plan->reference->list;

    for (size_t i = 0; i < list->ranges_count; i++)
        if (list->range[i].start == address)
            return true;
    return false;
}

static bool is_leaf(const struct bobbin_rule *rule)
{
    struct bobbin_rule leaf = rule_of_form(BOBBIN_FORM_FRAME);

    leaf.cfa_register = BOBBIN_SP;
    return rule_equal(rule, &leaf);
}

/* Whether LAST may go on through NEXT: its rule holds wherever it starts. */
static bool can_go_on(const struct unit *last, const struct unit *next)
{
    return next->end - last->start <= CUT_BYTES_MAX && !last->rows_count && !next->rows_count && last->how == next->how && last->body &&
           next->body && row_equal(last->body, next->body) &&
           (last->how == 0 || is_leaf(&last->body->rule));
}

static void add_unit(struct plan *plan, const struct unit *unit)
{
    struct unit *last = last_unit(plan);

    if (last && can_go_on(last, unit) && !starts_range(plan, unit->start))
        last->end = unit->end;
    else
        array_push(plan->unit, plan->units_count, plan->units_capacity, *unit);
}

/* Lets the last unit go on through the function at hand if all it needs are rows, and they cost no more than BYTES. */
static bool go_on(struct planner *planner, size_t bytes)
{
    struct plan *plan = planner->plan;
    struct unit *last = last_unit(plan);
    uint32_t start = planner->start[planner->at];
    struct attempt attempted;

    if (!last || last->how != planner->how || starts_range(plan, start) ||
        planner->start[planner->at + 1] - last->start > CUT_BYTES_MAX)
        return false;
    attempted =
        attempt(planner, NULL, planner->how & (uint8_t)~FORMAT_HOW_PROLOGUE, bytes / ROW_BYTES);
    attempted.bytes = attempted.unit.rows_count * ROW_BYTES;
    if (attempted.unit.rows_count && !last->rows_count)
        attempted.bytes += ROWS_BYTES;
    if (attempted.bytes > bytes ||
        last->rows_count + attempted.unit.rows_count > FORMAT_ROWS_PER_ENTRY_MAX) {
        plan->rows_count = attempted.unit.rows_first;
        return false;
    }
    end_rows(planner, &attempted.unit);
    if (!last->rows_count)
        last->rows_first = attempted.unit.rows_first;
    last->rows_count += attempted.unit.rows_count;
    last->end = planner->start[planner->at + 1];
    return true;
}

/* ---- the whole ---------------------------------------------------------------------------------- */

/* Each row of the list from START to END is a unit. */
static void write_out(struct plan *plan, uint32_t start, uint32_t end)
{
    const struct row *row = row_list_find(&plan->reference->list, start);

    for (uint32_t at = start; at < end; at = row++->end) {
        struct unit unit = {.start = at, .end = row->end < end ? row->end : end, .body = row};
        add_unit(plan, &unit);
    }
}

/* Nobody gets here, as far as is known: no rule. */
static void leave_out(struct planner *planner, const struct row *none)
{
    struct unit unit = {
        .start = planner->start[planner->at], .end = planner->start[planner->at + 1], .body = none};

    add_unit(planner->plan, &unit);
}

/* Puts BEST, whose rows stand at the end of the plan's, in the plan; or does without it, if rows alone cost no more. */
static void settle(struct planner *planner, const struct attempt *best)
{
    struct plan *plan = planner->plan;
    struct plan_row rows[FORMAT_ROWS_PER_ENTRY_MAX];
    size_t count = best->unit.rows_count;

    if (count)
        memcpy(rows, plan->row + best->unit.rows_first, count * sizeof(*rows));
    plan->rows_count = best->unit.rows_first;
    if (plan->setting == PLAN_SMALL && go_on(planner, best->bytes))
        return;
    if (count)
        memcpy(plan->row + best->unit.rows_first, rows, count * sizeof(*rows));
    plan->rows_count = best->unit.rows_first + count;
    add_unit(plan, &best->unit);
}

/* What nothing leads to has what others wrote down of it, and no rule else. */
static bool is_unreached(const struct planner *planner)
{
    uint32_t start = planner->start[planner->at];
    uint32_t end;

    return unreached_next(planner->plan->reference->image, &start, &end) &&
           start == planner->start[planner->at];
}

static void plan_function(struct planner *planner)
{
    static const struct row none = {.condition = CONDITION_ALWAYS};
    struct plan *plan = planner->plan;
    struct attempt best;

    if (!row_list_find(&plan->reference->list, planner->start[planner->at]))
        return; /* between two ranges */
    if (is_unreached(planner)) {
        write_out(plan, planner->start[planner->at], planner->start[planner->at + 1]);
        return;
    }
    if (planner->places_count == 0) {
        leave_out(planner, &none);
        return;
    }
    if (plan->setting == PLAN_SMALL)
        try_walks(planner);
    if (plan->setting == PLAN_SMALL && go_on(planner, 0))
        return;
    best = best_attempt(planner);
    if (best.unit.rows_count > FORMAT_ROWS_PER_ENTRY_MAX) {
        plan->rows_count = best.unit.rows_first;
        write_out(plan, best.unit.start, best.unit.end);
    } else {
        settle(planner, &best);
    }
}

static void end_function(struct planner *planner)
{
    plan_function(planner);
    planner->places_count = 0;
    planner->at++;
}

static void visit(void *context, const struct node *node, const struct frame_path *before)
{
    struct planner *planner = context;
    struct place *place;

    while (node->at.address >= planner->start[planner->at + 1])
        end_function(planner);
    if (!before)
        return;
    array_push(planner->place, planner->places_count, planner->places_capacity, (struct place){0});
    place = &planner->place[planner->places_count - 1];
    trial_point_fill(&place->point, planner->plan->reference, node, before);
}

static void plan_functions(struct plan *plan)
{
    struct planner planner = {.plan = plan,
                              .how = plan_setting_how(plan->setting) & FORMAT_HOW_READ};

    trial_begin(&planner.trial, plan->reference->image, &plan->reference->list);
    planner.start = cuts_find(plan->reference, &planner.starts_count);
    analysis_visit(&plan->reference->analysis, visit, &planner);
    while (planner.at + 1 < planner.starts_count)
        end_function(&planner);
    trial_end(&planner.trial);
    free(planner.place);
    free(planner.start);
}

void plan_build(struct plan *plan, const struct reference *reference, enum plan_setting setting)
{
    const struct row_list *list = &reference->list;

    memset(plan, 0, sizeof(*plan));
    plan->setting = setting;
    plan->reference = reference;
    if (setting != PLAN_TABLE_ONLY && reference->analysis.count) {
        plan_functions(plan);
        return;
    }
    plan->setting = PLAN_TABLE_ONLY;
    for (size_t i = 0; i < list->ranges_count; i++)
        write_out(plan, list->range[i].start, list->range[i].start + list->range[i].size_bytes);
}

void plan_free(struct plan *plan)
{
    free(plan->unit);
    free(plan->row);
    memset(plan, 0, sizeof(*plan));
}
