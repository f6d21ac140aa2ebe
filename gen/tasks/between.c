/* SPDX-License-Identifier: MIT */
#include "tasks/between.h"

#include <stdlib.h>

#include "analysis/regions.h"
#include "tasks/save_records.h"
#include "util/memory.h"

/* ---- whether the context is saved ------------------------------------------------------------ */

static bool has_pc(const struct bank_value *value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (value[i].kind == BANK_PC || value[i].kind == BANK_PC_DIFFERS)
            return true;
    return false;
}

/* Whether some location of STATE holds pc of the context that the code came from. */
static bool knows_pc(const struct bank_state *state)
{
    for (uint32_t i = 0; i < state->slots_count; i++)
        if (has_pc(&state->slot[i].value, 1))
            return true;
    return has_pc(state->r, 13) || has_pc(state->lr, BANK_COUNT) || has_pc(state->sp, BANK_COUNT);
}

static bool is_saved(const struct bank_bases *bases, const struct entry_node *node,
                     const struct bank_state *state)
{
    struct save_records records = {0};
    bool saved = state->mode < BANK_MODE_DIFFERS;

    if (saved && knows_pc(state)) {
        save_records_before(&records, bases, node, state);
        saved = records.count > 0;
        save_records_free(&records);
    }
    return saved;
}

void between_add(struct between *between, const struct entry_code *code,
                 const struct bank_bases *bases, bool is_rule)
{
    for (size_t i = 0; i < code->count; i++) {
        const struct entry_node *node = code->node[i];
        struct between_node found = {
            .in = node->in, .owner = is_rule ? 0 : node->handler, .saved = true, .good = true};
        for (uint32_t j = 0; j < node->before.count; j++) {
            const struct bank_state *state = node->before.state[j];
            found.saved = found.saved && is_saved(bases, node, state);
            found.idle |= !is_rule && (!knows_pc(state) || state->unmasked);
        }
        if (node->before.count)
            array_push(between->node, between->count, between->capacity, found);
    }
}

void between_free(struct between *between)
{
    free(between->node);
}

/* ---- the graph ------------------------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
    uint32_t x = ((const struct between_node *)a)->in.at.address;
    uint32_t y = ((const struct between_node *)b)->in.at.address;

    return (x > y) - (x < y);
}

static void merge(struct between_node *node, const struct between_node *with)
{
    node->saved &= with->saved;
    node->idle |= with->idle || (node->owner && with->owner && node->owner != with->owner);
    node->owner = node->owner ? node->owner : with->owner;
}

/* Sorts the nodes, and makes one of those that several walks have added. */
static void settle(struct between *between)
{
    size_t kept = 0;

    if (between->count)
        qsort(between->node, between->count, sizeof(*between->node), by_address);
    for (size_t i = 0; i < between->count; i++) {
        if (kept && by_address(&between->node[kept - 1], &between->node[i]) == 0)
            merge(&between->node[kept - 1], &between->node[i]);
        else
            between->node[kept++] = between->node[i];
    }
    between->count = kept;
}

static struct between_node *find(const struct between *between, uint32_t address)
{
    struct between_node wanted = {.in.at.address = address};

    return bsearch(&wanted, between->node, between->count, sizeof(wanted), by_address);
}

/* The work on one image. */
struct search {
    struct between *between;
    const struct tasks *tasks;
    const struct reference *reference;
    const struct task_code *rule_code;
    size_t rule_count;
};

static bool leaves(const struct bank_instruction *in)
{
    enum effect_flow flow = in->effect.flow;

    return flow == FLOW_INDIRECT || flow == FLOW_LOADED || flow == FLOW_TABLE ||
           flow == FLOW_EXCEPTION || flow == FLOW_TRAP ||
           (in->bank.kind >= BANK_EFFECT_RFE && in->bank.kind < BANK_EFFECT_CALL);
}

/* Whether the call IN, of a known function, comes back. */
static bool returns(const struct search *search, const struct bank_instruction *in)
{
    const struct region_entry *entry =
        region_entries_find(&search->reference->analysis.regions->entries, in->effect.target & ~1u);

    return in->effect.flow == FLOW_CALL_INDIRECT || (entry && entry->node.returns.any);
}

/* Finds the next instructions of NODE. */
static void find_nexts(const struct search *search, struct between_node *node)
{
    const struct bank_instruction *in = &node->in;
    enum effect_flow flow = in->effect.flow;
    uint32_t after = in->at.address + in->at.size_bytes;
    bool is_call = effect_is_call(&in->effect);
    uint8_t count = 0;

    if (flow == FLOW_JUMP)
        node->next[count++] = find(search->between, in->effect.target & ~1u);
    if (flow == FLOW_NEXT ? !leaves(in) : effect_is_conditional(&in->effect) || is_call)
        node->next[count++] = is_call && !returns(search, in) ? NULL : find(search->between, after);
    node->nexts_count = count;
}

/* Updates GOOD and ENDS of NODE from the nodes after it. Returns whether one has changed. */
static bool update(const struct search *search, struct between_node *node)
{
    struct between_node *const *next = node->next;
    unsigned count = node->nexts_count;
    bool leads_out = leaves(&node->in),
         is_end = tasks_rule_of_code(search->tasks, search->rule_code, search->rule_count,
                                     node->in.at.address);
    bool good = node->good && (!leads_out || is_end), ends = node->ends || (leads_out && is_end);
    bool changed;

    for (unsigned i = 0; i < count; i++) {
        good &= next[i] && next[i]->good;
        ends |= next[i] && next[i]->ends;
    }
    changed = good != node->good || ends != node->ends;
    node->good = good;
    node->ends = ends;
    return changed;
}

/* Marks NODE, and what follows it, if the context is not saved. Returns whether one has changed. */
static bool expose(const struct search *search, struct between_node *node)
{
    struct between_node *const *next = node->next;
    unsigned count = node->nexts_count;
    bool changed = !node->exposed && !node->saved && !node->follows;

    (void)search;
    node->exposed |= changed;
    for (unsigned i = 0; i < count && node->exposed; i++) {
        if (!next[i] || next[i]->saved || next[i]->exposed)
            continue;
        next[i]->exposed = changed = true;
    }
    return changed;
}

/* Marks what follows NODE, if that is a resume point or comes after one. */
static bool resume(const struct search *search, struct between_node *node)
{
    struct between_node *const *next = node->next;
    unsigned count = node->nexts_count;
    const struct task_rule *rule =
        node->resumed ? NULL : tasks_rule_at(search->tasks, node->in.at.address);
    bool is_point = rule && !rule->reason, changed = false;

    for (unsigned i = 0; i < count && (node->resumed || is_point); i++) {
        if (!next[i] || next[i]->resumed)
            continue;
        next[i]->resumed = changed = true;
    }
    return changed;
}

static void find_follows(const struct search *search)
{
    for (size_t i = 0; i < search->between->count; i++) {
        struct between_node *node = &search->between->node[i];
        find_nexts(search, node);
        for (unsigned j = 0; j < node->nexts_count; j++)
            if (node->next[j])
                node->next[j]->follows = true;
    }
}

static void repeat(const struct search *search,
                   bool (*step)(const struct search *search, struct between_node *node))
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (size_t i = search->between->count; i-- > 0;)
            changed |= step(search, &search->between->node[i]);
    }
}

/* ---- results --------------------------------------------------------------------------------- */

/*
 * Whether a frame is known at NODE. After the resume point of a switch, it is none if nothing holds
 * its pc. (longjmp has resume points too, but nothing that saves leads to its code.)
 */
static bool has_row(const struct reference *reference, const struct between_node *node)
{
    const struct row *row = row_list_find(&reference->list, node->in.at.address);

    return row && row->rule.form == BOBBIN_FORM_FRAME &&
           !(node->resumed && node->owner && row->rule.place_kind[BOBBIN_PLACE_RA] == BOBBIN_LOST);
}

static bool has_crossing(const struct crossings *crossings, uint32_t address)
{
    size_t i = array_upper_bound(crossings->crossing, crossings->count, start, address);

    return i && crossings->crossing[i - 1].end > address && crossings->crossing[i - 1].count;
}

/* Whether nothing has a rule at NODE, or nothing has one for its return address. */
static bool needs_rule(const struct search *search, const struct crossings *crossings,
                       const struct between_node *node)
{
    const struct bank_instruction *in = &node->in;
    bool is_call = effect_is_call(&in->effect);
    uint32_t last = in->at.address + in->at.size_bytes - 2;

    return !has_row(search->reference, node) && (!has_crossing(crossings, in->at.address) ||
                                                 (is_call && !has_crossing(crossings, last)));
}

static bool is_between(const struct between_node *node)
{
    return node->good && node->ends && !node->exposed &&
           (node->idle || node->resumed || node->saved);
}

static void add(struct tasks *tasks, const struct image_instruction *at)
{
    struct code_span span = {at->address, at->address + at->size_bytes};

    if (tasks->between_count && tasks->between[tasks->between_count - 1].end == span.start)
        tasks->between[tasks->between_count - 1].end = span.end;
    else
        array_push(tasks->between, tasks->between_count, tasks->between_capacity, span);
}

void between_find(struct between *between, struct tasks *tasks, const struct reference *reference,
                  const struct crossings *crossings, const struct task_code *rule_code,
                  size_t rule_count)
{
    struct search search = {between, tasks, reference, rule_code, rule_count};

    settle(between);
    find_follows(&search);
    repeat(&search, expose);
    repeat(&search, update);
    repeat(&search, resume);
    for (size_t i = 0; i < between->count; i++) {
        const struct between_node *node = &between->node[i];
        if (is_between(node) && needs_rule(&search, crossings, node))
            add(tasks, &node->in.at);
    }
}
