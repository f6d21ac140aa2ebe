/* SPDX-License-Identifier: MIT */
/*
 * Builds the reference of an image: collects the rows of all sources, runs the analysis, compares
 * both, and makes one list of rows. For planning, proof and encoders.
 */
#include "reference/reference.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/parallel_walk.h"
#include "analysis/regions.h"
#include "analysis/relied_on.h"
#include "analysis/transfer.h"
#include "frame/frame_rule.h"
#include "rows/cfi_rows.h"
#include "rows/exidx_rows.h"
#include "rows/handler_rows.h"
#include "rows/root_rows.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- what the sources claim ------------------------------------------------------------------ */

enum { GIVEN_ROOTS, GIVEN_HANDLERS, GIVEN_CFI, GIVEN_EXIDX, GIVEN };

/* The rows of the sources, each settled, the most trusted source first. */
struct given {
    struct rows rows[GIVEN];
    struct code_addresses nameless; /* functions that only CFI names (rows/cfi_rows.h) */
};

/* Notes ASSUMPTION for the function to which ROW belongs. */
static void note_function(struct reference *reference, const struct row *row,
                          enum assumption assumption)
{
    const struct image_function *function = image_function_at(reference->image, row->start);

    assumptions_note(&reference->assumptions, assumption,
                     function ? function->address : row->start);
}

/*
 * Makes a root of each exception handler that CFI marks as a root, because its author wants traces
 * to end complete there.
 */
static void add_roots_of_cfi(struct reference *reference, struct given *given)
{
    const struct rows *cfi = &given->rows[GIVEN_CFI];

    for (size_t i = 0; i < cfi->count; i++) {
        const struct row *row = &cfi->row[i];
        if (row->rule.form != BOBBIN_FORM_ROOT)
            continue;
        rows_add(&given->rows[GIVEN_ROOTS], row->start, row->end, &row->rule, row->source);
        note_function(reference, row, ASSUMPTION_CFI_ROOT);
    }
}

static void find_handlers(struct reference *reference, struct rows *handlers)
{
    handler_rows(handlers, reference->image);
    for (size_t i = 0; i < handlers->count; i++)
        note_function(reference, &handlers->row[i], ASSUMPTION_HANDLER_RETURN);
}

static int collect(struct reference *reference, struct given *given)
{
    const struct image *image = reference->image;
    int status = cfi_rows(&given->rows[GIVEN_CFI], &given->nameless, image);

    root_rows(&given->rows[GIVEN_ROOTS], image, &reference->facts);
    if (status == STATUS_GOOD)
        status = exidx_rows(&given->rows[GIVEN_EXIDX], image);
    find_handlers(reference, &given->rows[GIVEN_HANDLERS]);
    add_roots_of_cfi(reference, given);
    for (size_t i = 0; i < GIVEN; i++)
        rows_settle(&given->rows[i]);
    return status;
}

static void free_given(struct given *given)
{
    for (size_t i = 0; i < GIVEN; i++)
        free(given->rows[i].row);
    free(given->nameless.address);
}

/* ---- what the machine code implies ----------------------------------------------------------- */

/* What one share of the walk finds in its regions (analysis/parallel_walk.h). */
struct derivation {
    struct parallel_walk_share *share;
    struct rows_place given[GIVEN];
    struct row last;  /* row of the previous instruction; zero where a frame begins */
    struct rows code; /* rows that CFI does not already have */
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
    if (cfi && cfi->source == ROW_CFI && is_possible(derivation, node, path, &cfi->rule)) {
        row->rule = cfi->rule;
        row->source = ROW_CFI_ALONE;
    }
    return row->source == ROW_CFI_ALONE || !said[GIVEN_EXIDX] ||
           said[GIVEN_EXIDX]->source != ROW_EXIDX;
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

/* Makes the rows of the code, and lists the claims that contradict them. */
static void compare_code(struct reference *reference, const struct given *given, struct rows *code)
{
    struct parallel_walk_starts starts;
    uint32_t *start = find_starts(reference->analysis.regions, &starts);
    struct derivation derivations[THREADS_MAX] = {0};
    struct disagreements_by_source refuted = {0};
    struct parallel_walk walk;

    parallel_walk_begin(&walk, &reference->analysis, &starts, "reading");
    for (size_t i = 0; i < walk.count; i++) {
        derivations[i].share = &walk.share[i];
        for (size_t j = 0; j < GIVEN; j++)
            derivations[i].given[j].rows = &given->rows[j];
    }
    threads_run(derive_share, derivations, sizeof(derivations[0]), walk.count);
    for (size_t i = 0; i < walk.count; i++) {
        gather(code, &derivations[i].code);
        disagreements_append(&refuted, &derivations[i].refuted);
        assumptions_gather(&reference->assumptions, &derivations[i].assumptions);
    }
    parallel_walk_end(&walk);
    free(start);
    disagreements_gather(&reference->disagreements, &refuted);
}

/*
 * Code between contexts is a root for the table. This comes after the analysis, whose states in
 * such code are those of other code.
 */
static void add_between(const struct reference *reference, struct rows *roots)
{
    const struct bobbin_rule root = rule_of_form(BOBBIN_FORM_ROOT);

    for (size_t i = 0; i < reference->between_count; i++)
        rows_add(roots, reference->between[i].start, reference->between[i].end, &root, ROW_ROOT);
    rows_settle(roots);
}

/*
 * Analyses the code of the image. Without mapping symbols it reads no code, because then ARM code,
 * Thumb code and data look the same.
 */
static int read_code(struct reference *reference, struct given *given, struct rows *code)
{
    const struct row_facts *facts = &reference->facts;
    const struct row_options options = {.vectors = facts->vectors.table,
                                        .vectors_count = facts->vectors.count,
                                        .given_up = facts->given_up,
                                        .nameless = given->nameless.address,
                                        .nameless_count = given->nameless.count,
                                        .switches = reference->switches,
                                        .switches_count = reference->switches_count,
                                        .between = reference->between,
                                        .between_count = reference->between_count};
    const struct rows *sources[GIVEN + 1] = {0};
    struct forced_contexts forced = {0};
    struct row_list believed;
    int status;

    if (reference->image->mappings_count == 0)
        return STATUS_GOOD;
    for (size_t i = 0; i < GIVEN; i++)
        sources[i] = &given->rows[i];
    status = row_list_build(&believed, reference->image, sources);
    forced_contexts_read(&forced, &believed);
    row_list_free(&believed);
    if (status == STATUS_GOOD)
        status = analysis_run(&reference->analysis, reference->image, &forced, &options);
    if (status != STATUS_GOOD)
        return status;
    add_between(reference, &given->rows[GIVEN_ROOTS]);
    compare_code(reference, given, code);
    relied_on_in_image(&reference->assumptions, &reference->analysis);
    return status;
}

static int by_function(const void *a, const void *b)
{
    const struct comes_back *x = a;
    const struct comes_back *y = b;

    return (x->function > y->function) - (x->function < y->function);
}

static void add_switch(struct reference *reference, struct comes_back comes_back)
{
    array_push(reference->switches, reference->switches_count, reference->switches_capacity,
               comes_back);
}

static void list_switches(struct reference *reference, const struct row_options *options)
{
    const struct code_addresses *stated = &reference->facts.comes_back;

    for (size_t i = 0; i < options->switches_count; i++)
        add_switch(reference, options->switches[i]);
    for (size_t i = 0; i < stated->count; i++)
        add_switch(reference, (struct comes_back){.function = stated->address[i]});
    if (reference->switches_count)
        qsort(reference->switches, reference->switches_count, sizeof(*reference->switches),
              by_function);
}

int reference_build(struct reference *reference, const struct image *image,
                    const struct row_options *options)
{
    struct given given = {0};
    struct rows code = {0};
    const struct rows *const sources[] = {
        &given.rows[GIVEN_ROOTS], &given.rows[GIVEN_HANDLERS], &code,
        &given.rows[GIVEN_CFI],   &given.rows[GIVEN_EXIDX],    NULL};
    static const struct row_options nothing;
    int status;

    memset(reference, 0, sizeof(*reference));
    reference->image = image;
    options = options ? options : &nothing;
    status = row_facts_find(&reference->facts, image, options);
    list_switches(reference, options);
    for (size_t i = 0; i < options->between_count; i++)
        array_push(reference->between, reference->between_count, reference->between_capacity,
                   options->between[i]);
    if (status == STATUS_GOOD)
        status = collect(reference, &given);
    if (status == STATUS_GOOD)
        status = read_code(reference, &given, &code);
    if (status == STATUS_GOOD)
        status = row_list_build(&reference->list, image, sources);
    assumptions_settle(&reference->assumptions);
    free_given(&given);
    free(code.row);
    return status;
}

void reference_free(struct reference *reference)
{
    analysis_free(&reference->analysis);
    row_list_free(&reference->list);
    disagreements_free(&reference->disagreements);
    assumptions_free(&reference->assumptions);
    row_facts_free(&reference->facts);
    free(reference->switches);
    free(reference->between);
    memset(reference, 0, sizeof(*reference));
}
