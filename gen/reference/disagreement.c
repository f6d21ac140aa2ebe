/* SPDX-License-Identifier: MIT */
/*
 * Compares what CFI and .ARM.exidx claim with what the machine code implies, and collects the
 * contradictions. For the stage reference and its reports.
 */
#include "reference/disagreement.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/transfer.h"
#include "frame/frame_rule.h"
#include "util/memory.h"

const char *disagreement_class_name(enum disagreement_class class)
{
    static const char *const names[DISAGREEMENT_CLASSES] = {"epilogue", "prologue", "given-up",
                                                            "context", "other"};

    return names[class];
}

/* The longest epilogue: one instruction for each register and for sp. */
#define EPILOGUE_INSTRUCTIONS_MAX 24

/* Whether the code from NODE on leaves the function in a straight line. */
static bool is_leaving(const struct analysis *analysis, const struct node *node)
{
    const struct node *end = analysis->node + analysis->count;

    for (unsigned i = 0; i < EPILOGUE_INSTRUCTIONS_MAX && node < end; i++, node++) {
        if (node->effect.flow == FLOW_INDIRECT || node->effect.flow == FLOW_LOADED)
            return true;
        if (node->effect.flow == FLOW_JUMP && !effect_is_conditional(&node->effect))
            return image_function_at(analysis->image, node->effect.target) !=
                   image_function_at(analysis->image, node->at.address);
        if (node->effect.flow != FLOW_NEXT)
            return false;
    }
    return false;
}

static bool is_pushing(const struct frame_state *state, const struct bobbin_rule *claimed)
{
    struct value sp = frame_state_register(state, BOBBIN_SP);

    return claimed->cfa_register == BOBBIN_SP && sp.kind == VALUE_CFA &&
           -sp.number > claimed->cfa_offset;
}

static enum disagreement_class classify(const struct analysis *analysis, const struct node *node,
                                        const struct frame_state *state,
                                        const struct bobbin_rule *claimed)
{
    if (frame_state_is_outermost(state) || state->context == FRAME_NOBODY)
        return DISAGREEMENT_CONTEXT;
    if (!node->returns.any)
        return DISAGREEMENT_GIVEN_UP;
    if (is_leaving(analysis, node))
        return DISAGREEMENT_EPILOGUE;
    return is_pushing(state, claimed) ? DISAGREEMENT_PROLOGUE : DISAGREEMENT_OTHER;
}

/*
 * Appends ONE to FOUND. If ONE continues the last disagreement and differs in the same way, extends
 * that one instead.
 */
static void add(struct disagreements *found, const struct disagreement *one)
{
    struct disagreement *last = found->count ? &found->disagreement[found->count - 1] : NULL;

    if (last && last->end == one->start && last->source == one->source &&
        last->class == one->class && rule_equal(&last->claimed, &one->claimed) &&
        rule_equal(&last->code, &one->code)) {
        last->end = one->end;
        last->instructions += one->instructions;
    } else {
        array_push(found->disagreement, found->count, found->capacity, *one);
    }
}

static void compare(struct disagreements *found, const struct analysis *analysis,
                    const struct node *node, const struct frame_state *state, const struct row *row)
{
    struct disagreement one = {
        .start = node->at.address,
        .end = node->at.address + node->at.size_bytes,
        .instructions = 1,
        .source = row->source,
        .claimed = row->rule,
    };
    const struct frame_debt debt = {.owed = node->owed};
    const char *unknown;

    if (frame_rule_holds(state, &row->rule, &debt, &one.why))
        return;
    one.code = frame_rule_of(state, &debt, &unknown);
    one.class = classify(analysis, node, state, &row->rule);
    if (!unknown)
        add(found, &one);
}

static void compare_cfi(struct disagreements *found, const struct analysis *analysis,
                        const struct row *row, const struct node *node,
                        const struct frame_path *path)
{
    if (!row || row->rule.form != BOBBIN_FORM_FRAME)
        return;
    compare(found, analysis, node, &path->state, row);
    if (frame_path_is_split(path))
        compare(found, analysis, node, &path->otherwise, row);
}

/*
 * Compares a row of .ARM.exidx with the machine code. At a call it is compared with the state after
 * the call, because only there the row is meant to hold.
 */
static void compare_exidx(struct disagreements *found, const struct analysis *analysis,
                          const struct row *row, const struct node *node,
                          const struct frame_path *path)
{
    struct frame_state after;

    if (!row || row->rule.form != BOBBIN_FORM_FRAME || !node->returns.any ||
        !analysis_is_call(node))
        return;
    after = analysis_after_call(analysis, node, path);
    compare(found, analysis, node, &after, row);
}

void disagreements_compare(struct disagreements_by_source *found, const struct analysis *analysis,
                           const struct claimed_rows *claims, const struct node *node,
                           const struct frame_path *path)
{
    compare_cfi(&found->cfi, analysis, claims->cfi, node, path);
    compare_exidx(&found->exidx, analysis, claims->exidx, node, path);
}

static void move(struct disagreements *all, struct disagreements *found)
{
    for (size_t i = 0; i < found->count; i++)
        add(all, &found->disagreement[i]);
    disagreements_free(found);
}

void disagreements_append(struct disagreements_by_source *all,
                          struct disagreements_by_source *found)
{
    move(&all->cfi, &found->cfi);
    move(&all->exidx, &found->exidx);
}

void disagreements_gather(struct disagreements *all, struct disagreements_by_source *found)
{
    *all = found->cfi;
    move(all, &found->exidx);
}

void disagreements_free(struct disagreements *found)
{
    free(found->disagreement);
    memset(found, 0, sizeof(*found));
}

uint64_t disagreements_count(const struct disagreements *found, enum row_source source,
                             enum disagreement_class class)
{
    uint64_t count = 0;

    for (size_t i = 0; i < found->count; i++)
        if (found->disagreement[i].source == source && found->disagreement[i].class == class)
            count += found->disagreement[i].instructions;
    return count;
}
