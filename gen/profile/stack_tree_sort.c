/* SPDX-License-Identifier: MIT */
/*
 * Sorts the nodes of a stack tree, so that their numbers do not depend on the order of insertion.
 */
#include "profile/stack_tree.h"
#include "util/memory.h"

struct sorter {
    struct stack_tree *tree;
    int (*compare)(const void *context, uint64_t a, uint64_t b);
    const void *context;
    uint64_t *totals;
    /* index in CHILDREN of the first child of each node, and one more index at the end */
    uint32_t *firsts;
    uint32_t *children; /* of all nodes */
};

static bool is_kept(const struct sorter *sorter, uint32_t node)
{
    return sorter->totals[node] > 0;
}

/*
 * Groups the children of each node in one array. A first loop counts them, so that each node gets
 * its part.
 */
static void gather_children(struct sorter *sorter)
{
    const struct stack_tree *tree = sorter->tree;
    uint32_t *firsts = must_realloc(NULL, tree->count + 1, sizeof(*firsts));
    uint32_t *children = must_realloc(NULL, tree->count, sizeof(*children));

    memset(firsts, 0, (tree->count + 1) * sizeof(*firsts));
    for (uint32_t i = 1; i < tree->count; i++)
        firsts[tree->nodes[i].parent] += is_kept(sorter, i);
    for (size_t i = 1; i <= tree->count; i++)
        firsts[i] += firsts[i - 1];
    for (uint32_t i = (uint32_t)tree->count; i-- > 1;)
        if (is_kept(sorter, i))
            children[--firsts[tree->nodes[i].parent]] = i;
    sorter->firsts = firsts;
    sorter->children = children;
}

static int compare_nodes(const void *left, const void *right, void *context)
{
    const struct sorter *sorter = context;
    const struct stack_node *nodes = sorter->tree->nodes;

    return sorter->compare(sorter->context, nodes[*(const uint32_t *)left].key,
                           nodes[*(const uint32_t *)right].key);
}

static void sort_children(struct sorter *sorter)
{
    for (size_t i = 0; i < sorter->tree->count; i++) {
        size_t count = sorter->firsts[i + 1] - sorter->firsts[i];
        if (count > 1)
            qsort_r(sorter->children + sorter->firsts[i], count, sizeof(*sorter->children),
                    compare_nodes, sorter);
    }
}

/*
 * Puts the nodes in their new order, with an explicit stack of nodes still to be visited, and sets
 * the new parent numbers. Returns the new number of each node.
 */
static uint32_t *renumber(struct sorter *sorter)
{
    struct stack_tree *tree = sorter->tree;
    struct stack_node *nodes = must_realloc(NULL, tree->count, sizeof(*nodes));
    uint32_t *pending = must_realloc(NULL, tree->count, sizeof(*pending));
    uint32_t *numbers = must_realloc(NULL, tree->count, sizeof(*numbers));
    size_t pending_count = 0;
    size_t count = 0;

    memset(numbers, 0, tree->count * sizeof(*numbers));
    pending[pending_count++] = STACK_TREE_ROOT;
    while (pending_count) {
        uint32_t node = pending[--pending_count];
        numbers[node] = (uint32_t)count;
        nodes[count] = tree->nodes[node];
        nodes[count].parent = numbers[tree->nodes[node].parent];
        count++;
        for (uint32_t i = sorter->firsts[node + 1]; i > sorter->firsts[node]; i--)
            pending[pending_count++] = sorter->children[i - 1];
    }
    free(tree->nodes);
    free(pending);
    tree->nodes = nodes;
    tree->count = tree->capacity = count;
    return numbers;
}

uint32_t *stack_tree_sort(struct stack_tree *tree,
                          int (*compare)(const void *context, uint64_t a, uint64_t b),
                          const void *context)
{
    struct sorter sorter = {.tree = tree, .compare = compare, .context = context};
    uint32_t *numbers;

    sorter.totals = stack_tree_totals(tree);
    gather_children(&sorter);
    sort_children(&sorter);
    hash_index_free(&tree->index);
    numbers = renumber(&sorter);
    free(sorter.totals);
    free(sorter.firsts);
    free(sorter.children);
    return numbers;
}
