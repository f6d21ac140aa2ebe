/* SPDX-License-Identifier: MIT */
/* Finds the callers and callees of a function, with their samples. */
#include "profile/profile_neighbours.h"

#include "util/memory.h"

/* A sum for each function, and a last sum for "no caller" or "no callee". */
struct sums {
    uint64_t *callers, *callees;
    uint32_t none;
};

/*
 * If a stack contains the function several times, its samples count for the caller of the outermost
 * call, and for the callee of the innermost call.
 */
static void add_stack(struct sums *sums, const struct stack_tree *tree, uint32_t node,
                      uint32_t function)
{
    const struct stack_node *nodes = tree->nodes;
    uint64_t count = nodes[node].count;
    uint32_t callee = sums->none;
    uint32_t outermost = STACK_TREE_ROOT;
    uint32_t parent;

    for (uint32_t at = node; at != STACK_TREE_ROOT; at = nodes[at].parent) {
        if (nodes[at].key == function)
            outermost = at;
        else if (outermost == STACK_TREE_ROOT)
            callee = (uint32_t)nodes[at].key;
    }
    if (outermost == STACK_TREE_ROOT)
        return;
    parent = nodes[outermost].parent;
    sums->callees[callee] += count;
    sums->callers[parent == STACK_TREE_ROOT ? sums->none : nodes[parent].key] += count;
}

static int compare_neighbours(const void *left, const void *right, void *context)
{
    const struct profile_function *functions = context;
    const struct profile_neighbour *a = left;
    const struct profile_neighbour *b = right;

    if (a->samples != b->samples)
        return a->samples > b->samples ? -1 : 1;
    if (a->function == PROFILE_UNKNOWN || b->function == PROFILE_UNKNOWN)
        return (a->function != PROFILE_UNKNOWN) - (b->function != PROFILE_UNKNOWN);
    return strcmp(functions[a->function].name, functions[b->function].name);
}

static struct profile_neighbour *collect(const uint64_t *sums, const struct profile_names *names,
                                         size_t *count)
{
    struct profile_neighbour *neighbours = NULL;
    size_t capacity = 0;

    *count = 0;
    for (uint32_t i = 0; i <= names->functions_count; i++) {
        struct profile_neighbour neighbour = {i < names->functions_count ? i : PROFILE_UNKNOWN,
                                              sums[i]};
        if (sums[i])
            array_push(neighbours, *count, capacity, neighbour);
    }
    if (*count)
        qsort_r(neighbours, *count, sizeof(*neighbours), compare_neighbours, names->functions);
    return neighbours;
}

void profile_neighbours_find(struct profile_neighbours *neighbours,
                             const struct profile_calls *calls, const struct profile_names *names,
                             uint32_t function)
{
    size_t size = (names->functions_count + 1) * sizeof(uint64_t);
    struct sums sums = {
        .callers = must_realloc(NULL, size, 1),
        .callees = must_realloc(NULL, size, 1),
        .none = (uint32_t)names->functions_count,
    };

    memset(sums.callers, 0, size);
    memset(sums.callees, 0, size);
    for (uint32_t i = 1; i < calls->tree.count; i++)
        if (calls->tree.nodes[i].count)
            add_stack(&sums, &calls->tree, i, function);
    neighbours->callers = collect(sums.callers, names, &neighbours->callers_count);
    neighbours->callees = collect(sums.callees, names, &neighbours->callees_count);
    free(sums.callers);
    free(sums.callees);
}

void profile_neighbours_free(struct profile_neighbours *neighbours)
{
    free(neighbours->callers);
    free(neighbours->callees);
}
