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
        rows_settle(settled[i], image);
    return status;
}

/* ---- what the machine code says ------------------------------------------------------------------- */

struct derivation {
    struct reference *reference;
    const struct row_list *believed;
    struct bobbin_rule last; /* of the instruction before */
};

/* What is known at an instruction: before it, and, if it is a call, behind it. */
struct point {
    const struct frame_state *before;
    const struct frame_state *after; /* NULL when it is no call */
    bool returns;
};

static bool holds(const struct point *point, const struct bobbin_rule *rule)
{
    const char *why;

    return frame_rule_holds(point->before, rule, point->returns, &why) &&
           (!point->after || frame_rule_holds_after_call(point->after, rule, point->returns, &why));
}

/*
 * The rule that others give is taken where it is true: then the rows are the compiler's, and few. Else
 * the last one, as long as it stays true. At a call, places that the call leaves alone come first.
 */
static struct bobbin_rule derive(struct derivation *derivation, uint32_t address,
                                 const struct point *point, enum row_source *source)
{
    const struct row *row = row_list_find(derivation->believed, address);
    struct bobbin_rule rule;
    const char *why;

    *source = ROW_CODE;
    if (row && row->source != ROW_EXIDX && holds(point, &row->rule)) {
        *source = row->source;
        return row->rule;
    }
    if (holds(point, &derivation->last))
        return derivation->last;
    if (point->after) {
        rule = frame_rule_of(point->after, NULL, point->returns, &why);
        if (!why && holds(point, &rule))
            return rule;
    }
    return frame_rule_of(point->before, NULL, point->returns, &why);
}

static struct bobbin_rule derive_at(struct derivation *derivation, const struct node *node,
                                    const struct frame_state *state, enum row_source *source)
{
    struct frame_state after;
    struct point point = {state, NULL, node->may_return};

    if (analysis_is_call(node)) {
        after = *state;
        analysis_call(&derivation->reference->analysis, node, &after);
        point.after = &after;
    }
    return derive(derivation, node->at.address, &point, source);
}

static void add_code_row(void *context, const struct node *node, const struct frame_state *state)
{
    struct derivation *derivation = context;
    uint32_t end = node->at.address + node->at.size_bytes;
    enum row_source source;

    if (!state)
        return;
    derivation->last = derive_at(derivation, node, state, &source);
    if (state->context == FRAME_HANDLER)
        source = ROW_HANDLER;
    else if (derivation->last.form == BOBBIN_FORM_NONE)
        return;
    rows_add(&derivation->reference->code, node->at.address, end, &derivation->last, source);
}

/* Without mapping symbols nobody knows what is ARM code, Thumb code or data: then nothing is read. */
static int read_code(struct reference *reference)
{
    const struct rows *const sources[] = {&reference->roots, &reference->handlers, &reference->cfi,
                                          &reference->exidx, NULL};
    struct row_list believed;
    struct derivation derivation = {reference, &believed, rule_of_form(BOBBIN_FORM_NONE)};
    int status;

    if (reference->image->mappings_count == 0)
        return STATUS_GOOD;
    status = row_list_build(&believed, reference->image, sources);
    if (status == STATUS_GOOD)
        status = analysis_run(&reference->analysis, reference->image, &believed);
    if (status == STATUS_GOOD)
        analysis_visit(&reference->analysis, add_code_row, &derivation);
    row_list_free(&believed);
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
    memset(reference, 0, sizeof(*reference));
}
