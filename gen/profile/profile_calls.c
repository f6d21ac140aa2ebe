/* SPDX-License-Identifier: MIT */
/*
 * Builds the tree of calls by function, the sums for each function, and the counts for the summary.
 */
#include "profile/profile_calls.h"
#include "symbolize/stop_text.h"
#include "util/memory.h"

/* ---- the tree -------------------------------------------------------------------------------- */

/*
 * Adds the source levels of NODE (the function and its inlined calls) to the tree, below the
 * caller's node AT. Returns the node of the last level.
 */
static uint32_t add_levels(struct stack_tree *tree, uint32_t at, const struct profile_names *names,
                           uint32_t node)
{
    const struct profile_location *location = profile_location_of(names, node);

    for (uint32_t i = location->levels_count; i-- > 0;)
        at = stack_tree_child(tree, at, names->levels[location->levels_first + i].function);
    return at;
}

static int compare_keys(const void *context, uint64_t a, uint64_t b)
{
    const struct profile_names *names = context;

    return strcmp(names->functions[a].name, names->functions[b].name);
}

static void make_tree(struct stack_tree *tree, const struct profile_names *names)
{
    const struct stack_tree *stacks = &names->profile->stacks;
    uint32_t *made = must_realloc(NULL, stacks->count, sizeof(*made));

    stack_tree_init(tree);
    made[STACK_TREE_ROOT] = STACK_TREE_ROOT;
    for (uint32_t i = 1; i < stacks->count; i++) {
        made[i] = add_levels(tree, made[stacks->nodes[i].parent], names, i);
        tree->nodes[made[i]].count += stacks->nodes[i].count;
    }
    free(made);
    free(stack_tree_sort(tree, compare_keys, names));
}

/* ---- sums by function ------------------------------------------------------------------------ */

/*
 * Adds the samples of one stack to its functions. SEEN has for each function the last node whose
 * stack contains it, so that a recursive function counts only once.
 */
static void add_stack(struct profile_calls *calls, uint32_t node, uint32_t *seen)
{
    const struct stack_node *nodes = calls->tree.nodes;

    calls->self[nodes[node].key] += nodes[node].count;
    for (uint32_t at = node; at != STACK_TREE_ROOT; at = nodes[at].parent) {
        if (seen[nodes[at].key] == node)
            continue;
        seen[nodes[at].key] = node;
        calls->total[nodes[at].key] += nodes[node].count;
    }
}

static uint64_t *zeros(size_t count)
{
    uint64_t *array = must_realloc(NULL, count, sizeof(*array));

    memset(array, 0, count * sizeof(*array));
    return array;
}

static void add_up(struct profile_calls *calls, size_t functions_count)
{
    uint32_t *seen = must_realloc(NULL, functions_count, sizeof(*seen));

    memset(seen, 0, functions_count * sizeof(*seen));
    calls->self = zeros(functions_count);
    calls->total = zeros(functions_count);
    for (uint32_t i = 1; i < calls->tree.count; i++)
        if (calls->tree.nodes[i].count)
            add_stack(calls, i, seen);
    free(seen);
}

struct ranking {
    const struct profile_calls *calls;
    const struct profile_function *functions;
};

static int compare_counts(uint64_t a, uint64_t b)
{
    return a > b ? -1 : a < b;
}

static int compare_functions(const void *left, const void *right, void *context)
{
    const struct ranking *ranking = context;
    uint32_t a = *(const uint32_t *)left;
    uint32_t b = *(const uint32_t *)right;
    int order = compare_counts(ranking->calls->self[a], ranking->calls->self[b]);

    order = order ? order : compare_counts(ranking->calls->total[a], ranking->calls->total[b]);
    return order ? order : strcmp(ranking->functions[a].name, ranking->functions[b].name);
}

static void rank(struct profile_calls *calls, const struct profile_names *names)
{
    struct ranking ranking = {calls, names->functions};

    calls->order = must_realloc(NULL, names->functions_count, sizeof(*calls->order));
    for (uint32_t i = 0; i < names->functions_count; i++)
        calls->order[i] = i;
    if (names->functions_count)
        qsort_r(calls->order, names->functions_count, sizeof(*calls->order), compare_functions,
                &ranking);
}

void profile_calls_make(struct profile_calls *calls, const struct profile_names *names)
{
    *calls = (struct profile_calls){0};
    make_tree(&calls->tree, names);
    calls->node_totals = stack_tree_totals(&calls->tree);
    calls->samples = calls->node_totals[STACK_TREE_ROOT];
    add_up(calls, names->functions_count);
    rank(calls, names);
}

void profile_calls_free(struct profile_calls *calls)
{
    stack_tree_free(&calls->tree);
    free(calls->node_totals);
    free(calls->self);
    free(calls->total);
    free(calls->order);
}

/* ---- counts for the summary ------------------------------------------------------------------ */

struct profile_stack_counts profile_stack_counts(const struct profile *profile)
{
    struct profile_stack_counts counts = {.distinct = stack_tree_distinct(&profile->stacks)};
    uint64_t *totals = stack_tree_totals(&profile->stacks);

    for (uint32_t i = 1; i < profile->stacks.count; i++) {
        const struct sample_context *context;
        if (profile->stacks.nodes[i].parent != STACK_TREE_ROOT)
            continue;
        context = profile_context_of(profile, i);
        counts.samples += totals[i];
        counts.by_stop[context->stop] += totals[i];
        counts.idle += context->idle ? totals[i] : 0;
        counts.waiting += context->waiting ? totals[i] : 0;
        counts.truncated += stop_is_complete(context->stop) ? 0 : totals[i];
    }
    free(totals);
    return counts;
}
