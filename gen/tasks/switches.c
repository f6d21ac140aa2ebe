/* SPDX-License-Identifier: MIT */
#include "tasks/switches.h"

#include "analysis/regions.h"
#include "tasks/match_layouts.h"
#include "tasks/save_records.h"
#include "tasks/task_walk.h"
#include "util/diag.h"
#include "util/memory.h"

/* The search in one function. */
struct search {
    const struct tasks *tasks;
    const struct task_code *code; /* of all rules */
    size_t code_count;
    struct task_walk walk;
    uint32_t broken; /* as in struct comes_back */
    bool switches;   /* a path leads to a resume point */
};

/* ---- resume points --------------------------------------------------------------------------- */

/* Whether STATE, before NODE, has the registers of the caller where RULE takes them from. */
static bool is_saved_for(struct search *search, const struct task_rule *rule,
                         const struct entry_node *node, const struct bank_state *state)
{
    struct save_records records = {0};
    bool agrees = false, disagrees = false;

    save_records_before(&records, &search->walk.bases, node, state);
    for (size_t i = 0; i < records.count; i++) {
        enum match match = match_record(rule, &records.record[i], &search->broken);
        agrees |= match == MATCH_AGREES;
        disagrees |= match == MATCH_DISAGREES && rule->handle == TASK_HANDLE_BLOCK;
    }
    save_records_free(&records);
    return agrees && !disagrees;
}

/* Whether all states before NODE have saved the caller, if NODE is a resume point. */
static bool is_good_point(struct search *search, const struct entry_node *node)
{
    const struct task_rule *rule = tasks_rule_at(search->tasks, node->in.at.address);

    if (!rule || !node->before.count)
        return true;
    search->switches = true;
    for (uint32_t i = 0; i < node->before.count; i++)
        if (rule->reason || !is_saved_for(search, rule, node, node->before.state[i]))
            return false;
    return true;
}

/* ---- exits ----------------------------------------------------------------------------------- */

/* Whether EXIT leaves on the stack of the caller: as any function returns or makes a tail call. */
static bool is_own_exit(const struct task_exit *exit)
{
    struct bank_value sp = bank_state_value(&exit->state, BOBBIN_SP);
    bool is_own_pc = exit->pc.kind == BANK_PC && exit->pc.number == 0 && exit->pc.thumb == 0;

    return sp.kind == BANK_ADDRESS && sp.base < BANK_COUNT && sp.number == 0 &&
           (exit->is_jump || is_own_pc);
}

static bool has_good_exits(struct search *search, const struct entry_node *node)
{
    struct task_exit exit;

    for (uint32_t i = 0; i < node->before.count; i++)
        if (task_walk_leaves(&search->walk, node, node->before.state[i], &exit) &&
            !is_own_exit(&exit) &&
            !tasks_rule_of_code(search->tasks, search->code, search->code_count,
                                node->in.at.address))
            return false;
    return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool comes_back(struct search *search)
{
    const struct entry_code *code = &search->walk.code;

    for (size_t i = 0; i < code->count; i++)
        if (!is_good_point(search, code->node[i]) || !has_good_exits(search, code->node[i]))
            return false;
    return search->switches;
}

/*
 * Whether FUNCTION may leave for another context: it does not return, leaves with another stack, or
 * is known to switch.
 */
static bool may_leave(const struct reference *reference, uint32_t function)
{
    const struct regions *regions = reference->analysis.regions;
    const struct region_entry *entry = region_entries_find(&regions->entries, function);

    for (size_t i = 0; i < reference->switches_count; i++)
        if (reference->switches[i].function == function)
            return true;
    return !entry || !entry->node.returns.any || regions->region[entry->region].switches;
}

int switches_find(struct tasks *tasks, const struct reference *reference,
                  const struct restore_points *points, const struct task_code *code, size_t count,
                  struct between *between)
{
    int status = STATUS_GOOD;

    for (size_t i = 0; i < points->functions_count && status == STATUS_GOOD; i++) {
        struct search search = {.tasks = tasks, .code = code, .code_count = count};
        struct comes_back found = {.function = points->function[i]};
        if (!may_leave(reference, found.function))
            continue;
        status = task_walk_switch(&search.walk, reference, found.function);
        if (status == STATUS_GOOD && comes_back(&search)) {
            found.broken = search.broken;
            array_push(tasks->switches, tasks->switches_count, tasks->switches_capacity, found);
        }
        if (status == STATUS_GOOD)
            between_add(between, &search.walk.code, &search.walk.bases, false);
        task_walk_free(&search.walk);
    }
    return status;
}
