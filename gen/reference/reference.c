/* SPDX-License-Identifier: MIT */
#include "reference/reference.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/parallel_walk.h"
#include "analysis/regions.h"
#include "frame/frame_rule.h"
#include "util/diag.h"
#include "util/memory.h"

/* ---- what others say ---------------------------------------------------------------------------- */

enum { GIVEN_ROOTS, GIVEN_HANDLERS, GIVEN_CFI, GIVEN_EXIDX, GIVEN };

/* Settled, those whose word counts most first. */
struct given {
    struct rows rows[GIVEN];
};

/* An exception handler that calls itself a root is one: who wrote it wants traces to end well there. */
static void add_roots_of_cfi(struct given *given)
{
    const struct rows *cfi = &given->rows[GIVEN_CFI];

    for (size_t i = 0; i < cfi->count; i++)
        if (cfi->row[i].rule.form == BOBBIN_FORM_ROOT)
            rows_add(&given->rows[GIVEN_ROOTS], cfi->row[i].start, cfi->row[i].end,
                     &cfi->row[i].rule, cfi->row[i].source);
}

static int collect(struct given *given, const struct image *image,
                   const struct row_options *options)
{
    int status = root_rows(&given->rows[GIVEN_ROOTS], image, options);

    if (status == STATUS_GOOD)
        status = cfi_rows(&given->rows[GIVEN_CFI], image);
    if (status == STATUS_GOOD)
        status = exidx_rows(&given->rows[GIVEN_EXIDX], image);
    handler_rows(&given->rows[GIVEN_HANDLERS], image);
    add_roots_of_cfi(given);
    for (size_t i = 0; i < GIVEN; i++)
        rows_settle(&given->rows[i]);
    return status;
}

static void free_given(struct given *given)
{
    for (size_t i = 0; i < GIVEN; i++)
        free(given->rows[i].row);
}

/* ---- what the machine code says ------------------------------------------------------------------- */

/* Of the regions of one share. */
struct derivation {
    struct parallel_walk_share *visit;
    struct rows_place given[GIVEN];
    struct row last;  /* of the instruction before, unless a frame begins at this one */
    struct rows code; /* what no call frame information has */
    struct disagreements_by_source refuted;
};

/* What is known at an instruction: before it, and, if it is a call, behind it. */
struct point {
    const struct frame_state *before;
    const struct frame_state *after; /* NULL when it is no call */
    struct frame_debt debt;
};

static bool holds(const struct point *point, const struct bobbin_rule *rule)
{
    const char *why;

    return frame_rule_holds(point->before, rule, &point->debt, &why) &&
           (!point->after || frame_rule_holds_after_call(point->after, rule, &point->debt, &why));
}

/* The rule at POINT. At a call, places that the call leaves alone come first. */
static struct bobbin_rule derive_rule(const struct point *point)
{
    struct bobbin_rule rule;
    const char *why;

    if (point->after) {
        rule = frame_rule_of(point->after, &point->debt, &why);
        if (!why && holds(point, &rule))
            return rule;
    }
    return frame_rule_of(point->before, &point->debt, &why);
}

/*
 * The rule that others give is taken where it is true: then the rows are the compiler's, and few. Else
 * the last one, as long as it stays true. OTHER, when not NULL, is the point with other flags; true when it needs
 * a rule of its own.
 */
static bool derive_row(const struct derivation *derivation, const struct row *given,
                       const struct point *point, const struct point *other, struct row *row)
{
    row->source = ROW_CODE;
    row->rule = derivation->last.rule;
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

/* The row of NODE; form NONE when it is not known. With split paths a call is only made with CONDITION. */
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
    if (analysis_is_call(node)) {
        after = analysis_after_call(&derivation->visit->analysis, node, path);
        point.after = &after;
        point.debt.spent = frame_rule_spent(&after);
    }
    row->condition = CONDITION_ALWAYS;
    if (derive_row(derivation, given, &point, frame_path_is_split(&split) ? &other : NULL, row))
        row->condition = split.condition;
}

/* The first of SAID that is a rule. */
static const struct row *given_of(const struct row *const said[GIVEN])
{
    for (size_t i = 0; i < GIVEN; i++)
        if (said[i] && said[i]->source != ROW_UNKNOWN)
            return said[i];
    return NULL;
}

static void add_code_row(struct derivation *derivation, const struct node *node,
                         const struct frame_path *path, const struct row *given)
{
    struct row row = {.start = node->at.address, .end = node->at.address + node->at.size_bytes};

    derive(derivation, given, node, path, &row);
    derivation->last = row;
    if (path->state.context == FRAME_HANDLER)
        row.source = ROW_HANDLER;
    else if (row.rule.form == BOBBIN_FORM_NONE ||
             (row.condition != CONDITION_ALWAYS && row.otherwise.form == BOBBIN_FORM_NONE))
        return;
    /* What call frame information has is looked for there. */
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
    const struct row *said[GIVEN];
    struct claim_map claims;

    if (begins_frame(&derivation->visit->analysis, node))
        memset(&derivation->last, 0, sizeof(derivation->last));
    if (!path)
        return;
    for (size_t i = 0; i < GIVEN; i++)
        said[i] = rows_pass(&derivation->given[i], node->at.address);
    add_code_row(derivation, node, path, given_of(said));
    claims = (struct claim_map){said[GIVEN_CFI], said[GIVEN_EXIDX]};
    disagreements_compare(&derivation->refuted, &derivation->visit->analysis, &claims, node, path);
}

static void derive_share(void *context)
{
    struct derivation *derivation = context;

    parallel_walk_run(derivation->visit, visit, derivation);
}

static void gather(struct rows *code, struct rows *found)
{
    for (size_t i = 0; i < found->count; i++)
        rows_append(code, &found->row[i]);
    free(found->row);
}

/* Where nothing depends on the region before. malloc'ed. */
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

/* The rows of the code, and what others say that it refutes. */
static void compare_code(struct reference *reference, const struct given *given, struct rows *code)
{
    struct parallel_walk_starts starts;
    uint32_t *start = find_starts(reference->analysis.regions, &starts);
    struct derivation derivations[THREADS_MAX] = {0};
    struct disagreements_by_source refuted = {0};
    struct parallel_walk visits;

    parallel_walk_begin(&visits, &reference->analysis, &starts, "reading");
    for (size_t i = 0; i < visits.count; i++) {
        derivations[i].visit = &visits.visit[i];
        for (size_t j = 0; j < GIVEN; j++)
            derivations[i].given[j].rows = &given->rows[j];
    }
    threads_run(derive_share, derivations, sizeof(derivations[0]), visits.count);
    for (size_t i = 0; i < visits.count; i++) {
        gather(code, &derivations[i].code);
        disagreements_append(&refuted, &derivations[i].refuted);
    }
    parallel_walk_end(&visits);
    free(start);
    disagreements_gather(&reference->disagreements, &refuted);
}

/* Without mapping symbols nobody knows what is ARM code, Thumb code or data: then nothing is read. */
static int read_code(struct reference *reference, const struct given *given, struct rows *code)
{
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
        status = analysis_run(&reference->analysis, reference->image, &forced);
    if (status == STATUS_GOOD)
        compare_code(reference, given, code);
    return status;
}

int reference_build(struct reference *reference, const struct image *image,
                    const struct row_options *options)
{
    struct given given = {0};
    struct rows code = {0};
    const struct rows *const sources[] = {
        &given.rows[GIVEN_ROOTS], &given.rows[GIVEN_HANDLERS], &code,
        &given.rows[GIVEN_CFI],   &given.rows[GIVEN_EXIDX],    NULL};
    int status;

    memset(reference, 0, sizeof(*reference));
    reference->image = image;
    status = collect(&given, image, options);
    if (status == STATUS_GOOD)
        status = read_code(reference, &given, &code);
    if (status == STATUS_GOOD)
        status = row_list_build(&reference->list, image, sources);
    free_given(&given);
    free(code.row);
    return status;
}

void reference_free(struct reference *reference)
{
    analysis_free(&reference->analysis);
    row_list_free(&reference->list);
    disagreements_free(&reference->disagreements);
    memset(reference, 0, sizeof(*reference));
}
