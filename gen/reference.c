/* SPDX-License-Identifier: MIT */
#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "frame_rule.h"

/* ---- what others say ---------------------------------------------------------------------------- */

static int collect(struct reference *reference, const struct row_options *options)
{
    const struct image *image = reference->image;
    struct rows *const settled[] = {&reference->roots, &reference->handlers, &reference->cfi,
                                    &reference->exidx};
    int status = root_rows(&reference->roots, image, options);

    if (status == STATUS_GOOD)
        status = cfi_rows(&reference->cfi, image);
    if (status == STATUS_GOOD)
        status = exidx_rows(&reference->exidx, image);
    handler_rows(&reference->handlers, image);
    for (size_t i = 0; i < sizeof(settled) / sizeof(settled[0]); i++)
        rows_settle(settled[i]);
    return status;
}

/* ---- what the machine code says ------------------------------------------------------------------- */

enum { GIVEN_ROOTS, GIVEN_HANDLERS, GIVEN_CFI, GIVEN_EXIDX, GIVEN };

struct derivation {
    struct reference *reference;
    struct rows_place given[GIVEN]; /* what others say */
    struct row last;                /* of the instruction before */
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
    if (frame_path_is_split(path))
        frame_path_split(&split, node->effect.condition);
    if (frame_path_is_split(&split) && node->effect.condition == condition_inverse(split.condition))
        frame_path_invert(&split);
    point.before = &split.state;
    other.before = &split.otherwise;
    if (analysis_is_call(node)) {
        after = analysis_after_call(&derivation->reference->analysis, node, path);
        point.after = &after;
        point.debt.spent = frame_rule_spent(&after);
    }
    row->condition = CONDITION_ALWAYS;
    if (derive_row(derivation, given, &point, frame_path_is_split(&split) ? &other : NULL, row))
        row->condition = split.condition;
}

/* The first of SAID, by those whose word counts most, that is a rule. */
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
        rows_append(&derivation->reference->code, &row);
}

static void visit(void *context, const struct node *node, const struct frame_path *path)
{
    struct derivation *derivation = context;
    const struct row *said[GIVEN];
    struct claims claims;

    if (!path)
        return;
    for (size_t i = 0; i < GIVEN; i++)
        said[i] = rows_pass(&derivation->given[i], node->at.address);
    add_code_row(derivation, node, path, given_of(said));
    claims = (struct claims){said[GIVEN_CFI], said[GIVEN_EXIDX]};
    disagreements_compare(&derivation->refuted, &derivation->reference->analysis, &claims, node,
                          path);
}

/* The rows of the code, and what others say that it refutes. */
static void compare_code(struct reference *reference)
{
    struct derivation derivation = {
        .reference = reference,
        .given = {[GIVEN_ROOTS] = {&reference->roots, 0},
                  [GIVEN_HANDLERS] = {&reference->handlers, 0},
                  [GIVEN_CFI] = {&reference->cfi, 0},
                  [GIVEN_EXIDX] = {&reference->exidx, 0}},
    };

    analysis_visit(&reference->analysis, visit, &derivation);
    disagreements_gather(&reference->disagreements, &derivation.refuted);
}

/* Without mapping symbols nobody knows what is ARM code, Thumb code or data: then nothing is read. */
static int read_code(struct reference *reference)
{
    const struct rows *const sources[] = {&reference->roots, &reference->handlers, &reference->cfi,
                                          &reference->exidx, NULL};
    struct forced forced = {0};
    struct row_list believed;
    int status;

    if (reference->image->mappings_count == 0)
        return STATUS_GOOD;
    status = row_list_build(&believed, reference->image, sources);
    forced_read(&forced, &believed);
    row_list_free(&believed);
    if (status == STATUS_GOOD)
        status = analysis_run(&reference->analysis, reference->image, &forced);
    if (status == STATUS_GOOD)
        compare_code(reference);
    return status;
}

int reference_build(struct reference *reference, const struct image *image,
                    const struct row_options *options)
{
    const struct rows *const sources[] = {&reference->roots, &reference->handlers, &reference->code,
                                          &reference->cfi,   &reference->exidx,    NULL};
    int status;

    memset(reference, 0, sizeof(*reference));
    reference->image = image;
    status = collect(reference, options);
    if (status == STATUS_GOOD)
        status = read_code(reference);
    if (status == STATUS_GOOD)
        status = row_list_build(&reference->list, image, sources);
    return status;
}

void reference_free(struct reference *reference)
{
    free(reference->roots.row);
    free(reference->handlers.row);
    free(reference->cfi.row);
    free(reference->exidx.row);
    free(reference->code.row);
    analysis_free(&reference->analysis);
    row_list_free(&reference->list);
    disagreements_free(&reference->disagreements);
    memset(reference, 0, sizeof(*reference));
}
