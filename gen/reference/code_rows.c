/* SPDX-License-Identifier: MIT */
/* Derives the rows that the machine code implies; see code_rows.h. */
#include "reference/code_rows.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/parallel_walk.h"
#include "analysis/regions.h"
#include "analysis/relied_on.h"
#include "analysis/transfer.h"
#include "frame/frame_rule.h"
#include "util/memory.h"

/* What one share of the walk finds in its regions (analysis/parallel_walk.h). */
struct derivation {
    struct parallel_walk_share *share;
    struct rows_place given[GIVEN];
    struct row last;  /* row of the previous instruction; zero where a frame begins */
    struct rows code; /* rows that CFI does not already have */
    /* A row of CFI in which the code has pushed words that CFI does not know: inline assembly. */
    const struct row *doubted;
    struct disagreements_by_source refuted;
    struct assumptions assumptions;
};

/* The facts about one instruction: the state before it and, if it is a call, the state after it. */
struct point {
    const struct frame_state *before;
    const struct frame_state *after; /* NULL: not a call */
    struct frame_debt debt;
};

static bool holds(const struct point *point, const struct bobbin_rule *rule)
{
    const char *why;

    return frame_rule_holds(point->before, rule, &point->debt, &why) &&
           (!point->after || frame_rule_holds_after_call(point->after, rule, &point->debt, &why));
}

/*
 * RULE is of the state after a call. If its return address is in r2 or r3, the called functions do
 * not change this register. So changes RULE to take it from the innermost frame: the core keeps r2
 * and r3 of that frame (BOBBIN_VALID_INNER).
 */
static void take_from_innermost(struct bobbin_rule *rule)
{
    int32_t number = rule->place_value[BOBBIN_PLACE_RA];

    if (rule->form == BOBBIN_FORM_FRAME && rule->place_kind[BOBBIN_PLACE_RA] == BOBBIN_REGISTER &&
        (number == 2 || number == 3))
        rule_put(rule, BOBBIN_PLACE_RA, BOBBIN_REGISTER, BOBBIN_INNER + number);
}

/*
 * Derives the rule at POINT. At a call, a rule is preferred that holds both before and after the
 * call, because its locations survive the call.
 */
static struct bobbin_rule derive_rule(const struct point *point)
{
    struct bobbin_rule rule;
    const char *why;

    if (point->after) {
        rule = frame_rule_of(point->after, &point->debt, &why);
        take_from_innermost(&rule);
        if (!why && holds(point, &rule))
            return rule;
    }
    rule = frame_rule_of(point->before, &point->debt, &why);
    return holds(point, &rule) ? rule : rule_of_form(BOBBIN_FORM_NONE);
}

/*
 * Chooses the rule of ROW at POINT. OTHER, if not NULL, is the same instruction with the opposite
 * outcome of its condition. Returns true if OTHER needs another rule, and stores it in
 * row->otherwise.
 *
 * If the rule of a source (GIVEN) is true, it is chosen: then the rows are the compiler's, and few.
 * Otherwise the rule of the previous instruction is chosen if it is true.
 */
static bool derive_row(const struct derivation *derivation, const struct row *given,
                       const struct point *point, const struct point *other, struct row *row)
{
    row->source = ROW_CODE;
    row->rule = derivation->last.rule;
    if (!point->after &&
        rule_is_inner(&row->rule)) /* only calls need it, and few formats have it */
        row->rule.place_value[BOBBIN_PLACE_RA] -= BOBBIN_INNER;
    if (given && given->source != ROW_EXIDX && holds(point, &given->rule) &&
        (!other || holds(other, &given->rule))) {
        row->source = given->source;
        row->rule = given->rule;
        return false;
    }
    if (holds(point, &row->rule) && (!other || holds(other, &row->rule)))
        return false;
    row->rule = derive_rule(point);
    if (!other || holds(other, &row->rule))
        return false;
    row->otherwise = derive_rule(other);
    return true;
}

/*
 * Fills ROW for NODE. If the rule is unknown, its form is NONE. If PATH is split at a conditional
 * call, only the state in which the call is executed has a state after the call.
 */
static void derive(const struct derivation *derivation, const struct row *given,
                   const struct node *node, const struct frame_path *path, struct row *row)
{
    struct frame_path split;
    struct frame_state after;
    struct point point = {.debt = {.owed = node->owed}};
    struct point other = {.debt = {.owed = node->owed}};

    frame_path_copy(&split, path);
    if (frame_path_is_split(path) && analysis_is_call(node))
        frame_path_split(&split, node->effect.condition);
    if (frame_path_is_split(&split) && node->effect.condition == condition_inverse(split.condition))
        frame_path_invert(&split);
    point.before = &split.state;
    other.before = &split.otherwise;
    if (analysis_is_returned_to(node)) {
        after = analysis_returned(&derivation->share->analysis, node, path);
        point.after = &after;
        point.debt.spent = analysis_is_call(node) ? frame_rule_spent(&after) : 0;
    }
    row->condition = CONDITION_ALWAYS;
    if (derive_row(derivation, given, &point, frame_path_is_split(&split) ? &other : NULL, row))
        row->condition = split.condition;
}

/* The row of the most trusted source that has a rule, or NULL. */
static const struct row *most_trusted(const struct row *const given[GIVEN])
{
    for (size_t i = 0; i < GIVEN; i++)
        if (given[i] && given[i]->source != ROW_UNKNOWN)
            return given[i];
    return NULL;
}

/* Whether no path to NODE shows another rule than RULE. PATH is NULL if no path leads to NODE. */
static bool is_possible(const struct derivation *derivation, const struct node *node,
                        const struct frame_path *path, const struct bobbin_rule *rule)
{
    struct bobbin_rule spent = frame_rule_after_call(rule);
    struct frame_state after;

    if (rule->form != BOBBIN_FORM_FRAME)
        return false;
    if (!path)
        return true;
    if (frame_rule_contradicts(&path->state, rule) ||
        (frame_path_is_split(path) && frame_rule_contradicts(&path->otherwise, rule)))
        return false;
    if (!analysis_is_call(node))
        return true;
    after = analysis_after_call(&derivation->share->analysis, node, path);
    return !frame_rule_contradicts(&after, &spent);
}

/*
 * Fills ROW for NODE, whose rule the machine code does not show: with the rule of CFI, or with
 * none. Returns false if .ARM.exidx has a rule; then that is the row.
 */
static bool find_stated(const struct derivation *derivation, const struct node *node,
                        const struct frame_path *path, const struct row *const said[GIVEN],
                        struct row *row)
{
    const struct row *cfi = said[GIVEN_CFI];

    row->condition = CONDITION_ALWAYS;
    row->rule = rule_of_form(BOBBIN_FORM_NONE);
    row->source = ROW_UNPROVED;
    if (cfi && cfi->source == ROW_CFI && cfi != derivation->doubted &&
        is_possible(derivation, node, path, &cfi->rule)) {
        row->rule = cfi->rule;
        row->source = ROW_CFI_ALONE;
    }
    return row->source == ROW_CFI_ALONE || !said[GIVEN_EXIDX] ||
           said[GIVEN_EXIDX]->source != ROW_EXIDX;
}

/*
 * Notes whether the code of the row CFI has pushed more than CFI says. Code to which no path leads,
 * later in this row, may run with these words on the stack: a context switch returns there.
 */
static void note_doubt(struct derivation *derivation, const struct row *cfi,
                       const struct frame_path *path)
{
    struct value sp = frame_state_register(&path->state, BOBBIN_SP);

    if (!cfi || cfi->rule.form != BOBBIN_FORM_FRAME || cfi->rule.cfa_register != BOBBIN_SP ||
        sp.kind != VALUE_CFA)
        return;
    derivation->doubted = -sp.number > cfi->rule.cfa_offset ? cfi : NULL;
}

static bool is_unknown(const struct row *row)
{
    return row->rule.form == BOBBIN_FORM_NONE ||
           (row->condition != CONDITION_ALWAYS && row->otherwise.form == BOBBIN_FORM_NONE);
}

/*
 * Whether the rule of ROW is not proved at NODE: no path is known to reach NODE, and CFI states
 * another rule. If the rule comes only from the code after NODE, it is not proved without CFI
 * either.
 */
static bool is_disputed(const struct node *node, const struct row *cfi, const struct row *row)
{
    return !node->reached && row->source == ROW_CODE &&
           (node->leads || (cfi && cfi->source == ROW_CFI && cfi->rule.form == BOBBIN_FORM_FRAME));
}

static void add_code_row(struct derivation *derivation, const struct node *node,
                         const struct frame_path *path, const struct row *const said[GIVEN])
{
    struct row row = {.start = node->at.address, .end = node->at.address + node->at.size_bytes};
    const struct frame_debt debt = {.owed = node->owed};

    if (path) {
        note_doubt(derivation, said[GIVEN_CFI], path);
        derive(derivation, most_trusted(said), node, path, &row);
        derivation->last = row;
        if (is_disputed(node, said[GIVEN_CFI], &row))
            row.rule = rule_of_form(BOBBIN_FORM_NONE);
    }
    if (path && frame_rule_none_is_right(&path->state, &debt))
        row.source = ROW_HANDLER;
    else if (is_unknown(&row) && !find_stated(derivation, node, path, said, &row))
        return;
    /* CFI rows are left out here, because the list gets them from the CFI source itself. */
    if (row.source != ROW_CFI)
        rows_append(&derivation->code, &row);
}

static bool begins_frame(const struct analysis *analysis, const struct node *node)
{
    return node == analysis->node && regions_begins_frame(analysis->regions, analysis->region);
}

static void visit(void *context, const struct node *node, const struct frame_path *path)
{
    struct derivation *derivation = context;
    const struct row *given[GIVEN];
    struct claimed_rows claims;

    if (begins_frame(&derivation->share->analysis, node))
        memset(&derivation->last, 0, sizeof(derivation->last));
    if (analysis_needs_no_rule(node))
        return;
    for (size_t i = 0; i < GIVEN; i++)
        given[i] = rows_pass(&derivation->given[i], node->at.address);
    add_code_row(derivation, node, path, given);
    if (!path)
        return;
    relied_on_at(&derivation->assumptions, &derivation->share->analysis, node, path);
    claims = (struct claimed_rows){given[GIVEN_CFI], given[GIVEN_EXIDX]};
    disagreements_compare(&derivation->refuted, &derivation->share->analysis, &claims, node, path);
}

static void derive_share(void *context)
{
    struct derivation *derivation = context;

    parallel_walk_run(derivation->share, visit, derivation);
}

static void gather(struct rows *code, struct rows *found)
{
    for (size_t i = 0; i < found->count; i++)
        rows_append(code, &found->row[i]);
    free(found->row);
}

/*
 * Returns the addresses at which a share of the walk may start: regions that begin with a new
 * frame, so that no rule depends on the region before. The caller frees the result.
 */
static uint32_t *find_starts(const struct regions *regions, struct parallel_walk_starts *starts)
{
    uint32_t *address = must_realloc(NULL, regions->count, sizeof(*address));

    starts->address = address;
    starts->count = 0;
    for (uint32_t i = 0; i < regions->count; i++)
        if (regions_begins_frame(regions, i))
            address[starts->count++] = regions->region[i].start;
    return address;
}

void code_rows_derive(struct rows *code, const struct analysis *analysis,
                      const struct given_rows *given, struct assumptions *assumptions,
                      struct disagreements *disagreements)
{
    struct parallel_walk_starts starts;
    uint32_t *start = find_starts(analysis->regions, &starts);
    struct derivation derivations[THREADS_MAX] = {0};
    struct disagreements_by_source refuted = {0};
    struct parallel_walk walk;

    parallel_walk_begin(&walk, analysis, &starts, "reading");
    for (size_t i = 0; i < walk.count; i++) {
        derivations[i].share = &walk.share[i];
        for (size_t j = 0; j < GIVEN; j++)
            derivations[i].given[j].rows = &given->rows[j];
    }
    threads_run(derive_share, derivations, sizeof(derivations[0]), walk.count);
    for (size_t i = 0; i < walk.count; i++) {
        gather(code, &derivations[i].code);
        disagreements_append(&refuted, &derivations[i].refuted);
        assumptions_gather(assumptions, &derivations[i].assumptions);
    }
    parallel_walk_end(&walk);
    free(start);
    disagreements_gather(disagreements, &refuted);
}
