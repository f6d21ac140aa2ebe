/* SPDX-License-Identifier: MIT */
/* Finds the rules of exception entry code. */
#include "exceptions/exceptions.h"

#include <stdlib.h>

#include "exceptions/bank_check.h"
#include "exceptions/bank_rule.h"
#include "exceptions/entry_code.h"
#include "exceptions/entry_points.h"
#include "exceptions/entry_walk.h"
#include "util/diag.h"
#include "util/memory.h"

/* Whether traces of other kinds end at ADDRESS without a rule, so that a crossing may go on. */
static bool needs_crossing(const struct reference *reference, uint32_t address)
{
    const struct row *row = row_list_find(&reference->list, address);

    return !row || row->rule.form == BOBBIN_FORM_NONE;
}

/* ---- crossings ------------------------------------------------------------------------------- */

static uint32_t add_program(struct crossings *crossings, const struct bank_program *program)
{
    uint32_t first = (uint32_t)crossings->words_count;

    if (crossings->count) { /* the program of the previous rule may be the same */
        const struct crossing *last = &crossings->crossing[crossings->count - 1];
        if (last->count == program->count && memcmp(&crossings->word[last->first], program->word,
                                                    program->count * sizeof(program->word[0])) == 0)
            return last->first;
    }
    for (uint32_t i = 0; i < program->count; i++)
        array_push(crossings->word, crossings->words_count, crossings->words_capacity,
                   program->word[i]);
    return first;
}

/* The end of the instruction of NODE: the return address if it is a call. */
static uint32_t returned_to(const struct entry_node *node)
{
    return node->in.at.address + node->in.at.size_bytes;
}

static void add_crossing(struct exceptions *exceptions, const struct entry_node *node,
                         uint32_t start, uint32_t end, const struct bank_program *program,
                         const char *reason)
{
    struct crossings *crossings = &exceptions->crossings;
    const struct bank_state *state = node->before.state[0];
    struct crossing crossing = {.start = start,
                                .end = end,
                                .handler = node->handler,
                                .mode = state->mode,
                                .is_call = node->after.count && end == returned_to(node),
                                .reason = reason};

    if (bank_alternatives_modes_differ(&node->before))
        crossing.mode = CROSSING_MODE_ANY;
    for (uint32_t i = 0; i < node->before.count; i++)
        crossing.unmasked |= node->before.state[i]->unmasked;
    if (!reason) {
        crossing.first = add_program(crossings, program);
        crossing.count = program->count;
    }
    array_push(crossings->crossing, crossings->count, crossings->capacity, crossing);
}

/* The rule of ALTERNATIVES: with conditions, if the states that they keep apart have one rule. */
static const char *find_rule(const struct exceptions *exceptions,
                             struct bank_alternatives *alternatives, struct bank_program *program)
{
    const char *reason = bank_rule_find(&exceptions->bases, alternatives, program);
    struct bank_alternatives copy;

    if (reason && bank_alternatives_join_conditions(alternatives))
        reason = bank_rule_find(&exceptions->bases, alternatives, program);
    if (!reason)
        return NULL;
    if (bank_alternatives_join_bits(&copy, alternatives))
        reason = bank_rule_find(&exceptions->bases, &copy, program);
    bank_alternatives_free(&copy);
    return reason;
}

/* Whether PROGRAM is right after the call at NODE too, where r0-r3, r12 and lr are unknown. */
static const char *check_after(const struct exceptions *exceptions, const struct entry_node *node,
                               const struct bank_program *program)
{
    const char *reason = NULL;

    for (uint32_t i = 0; i < node->after.count && !reason; i++)
        reason = bank_check(&exceptions->bases, node->after.state[i], program, true);
    return reason;
}

/*
 * Adds the rules of NODE. The return address of a call is looked up in the last halfword of the
 * call. A call of four bytes has a rule of its own there if it needs one.
 */
static void add_rules(struct exceptions *exceptions, struct entry_node *node)
{
    struct bank_program program, after;
    uint32_t start = node->in.at.address;
    uint32_t end = returned_to(node);
    uint32_t middle = end;
    const char *reason;

    bank_alternatives_share(&node->before);
    bank_alternatives_share(&node->after);
    reason = find_rule(exceptions, &node->before, &program);
    if (node->after.count && node->in.at.size_bytes == 4 &&
        (reason || check_after(exceptions, node, &program)))
        middle = start + 2;
    add_crossing(exceptions, node, start, middle, &program, reason);
    if (middle == end)
        return;
    reason = find_rule(exceptions, &node->after, &after);
    if (!reason)
        reason = check_after(exceptions, node, &after);
    add_crossing(exceptions, node, middle, end, &after, reason);
}

static void add_all(struct exceptions *exceptions)
{
    const struct entry_code *code = exceptions->code;

    for (size_t i = 0; i < code->count; i++)
        if (code->node[i]->before.count &&
            needs_crossing(code->reference, code->node[i]->in.at.address))
            add_rules(exceptions, code->node[i]);
}

int exceptions_follow(struct entry_code *code, struct bank_bases *bases,
                      const struct reference *reference, const struct entry_switches *switches)
{
    int status;

    bank_bases_begin(bases);
    status = entry_code_begin(code, reference, bases);
    if (status != STATUS_GOOD || reference->image->mappings_count == 0)
        return status;
    code->switches = *switches;
    analysis_share(&code->share, &reference->analysis);
    entry_points_vectors(code);
    entry_walk(code);
    entry_points_functions(code);
    entry_walk(code);
    entry_points_settle(code);
    analysis_free_share(&code->share);
    entry_code_settle(code);
    return STATUS_GOOD;
}

int exceptions_find(struct exceptions *exceptions, const struct reference *reference)
{
    static const struct entry_switches none;
    struct entry_code *code = must_realloc(NULL, 1, sizeof(*code));
    int status;

    memset(exceptions, 0, sizeof(*exceptions));
    exceptions->code = code;
    status = exceptions_follow(code, &exceptions->bases, reference, &none);
    if (status == STATUS_GOOD)
        add_all(exceptions);
    return status;
}

void exceptions_free(struct exceptions *exceptions)
{
    entry_code_free(exceptions->code);
    free(exceptions->code);
    free(exceptions->crossings.crossing);
    free(exceptions->crossings.word);
    memset(exceptions, 0, sizeof(*exceptions));
}

/* ---- visits ---------------------------------------------------------------------------------- */

static const struct crossing *crossing_at(const struct crossings *crossings, uint32_t address)
{
    size_t i = array_upper_bound(crossings->crossing, crossings->count, start, address);

    if (!i || crossings->crossing[i - 1].end <= address)
        return NULL;
    return &crossings->crossing[i - 1];
}

void exceptions_visit(const struct exceptions *exceptions, exceptions_visitor *visit, void *context)
{
    const struct entry_code *code = exceptions->code;

    for (size_t i = 0; i < code->count; i++) {
        const struct entry_node *node = code->node[i];
        struct entry_point point = {.at = node->in.at, .before = &node->before};
        if (!node->before.count)
            continue;
        point.after = node->after.count ? &node->after : NULL;
        point.is_supervisor = node->in.bank.kind == BANK_EFFECT_CALL;
        point.crossing = crossing_at(&exceptions->crossings, node->in.at.address);
        point.returned = crossing_at(&exceptions->crossings, returned_to(node) - 2);
        visit(context, &point);
    }
}
