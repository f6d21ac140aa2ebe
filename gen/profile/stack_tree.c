/* SPDX-License-Identifier: MIT */
/* Stores stacks as a tree, and finds children through a hash table. */
#include "profile/stack_tree.h"
#include "util/diag.h"
#include "util/memory.h"

struct search_key {
    const struct stack_node *nodes;
    uint64_t key;
    uint32_t parent;
};

void stack_tree_init(struct stack_tree *tree)
{
    const struct stack_node root = {0};

    *tree = (struct stack_tree){0};
    array_push(tree->nodes, tree->count, tree->capacity, root);
}

void stack_tree_free(struct stack_tree *tree)
{
    free(tree->nodes);
    hash_index_free(&tree->index);
    *tree = (struct stack_tree){0};
}

static uint64_t hash_of(const void *items, uint32_t number)
{
    const struct stack_node *node = (const struct stack_node *)items + number;

    return hash_mix(node->parent, node->key);
}

static bool is_equal(const void *context, uint32_t number)
{
    const struct search_key *wanted = context;
    const struct stack_node *node = &wanted->nodes[number];

    return node->key == wanted->key && node->parent == wanted->parent;
}

uint32_t stack_tree_child(struct stack_tree *tree, uint32_t parent, uint64_t key)
{
    struct search_key wanted = {tree->nodes, key, parent};
    uint64_t hash = hash_mix(parent, key);
    uint32_t found = hash_index_find(&tree->index, hash, is_equal, &wanted);
    struct stack_node node = {.key = key, .parent = parent};

    if (found != HASH_INDEX_NONE)
        return found;
    if (tree->count == HASH_INDEX_NONE - 1)
        exit(diag_error(
            NULL,
            "the captures have more distinct stacks than a profile can hold; pass fewer captures"));
    array_push(tree->nodes, tree->count, tree->capacity, node);
    hash_index_add(&tree->index, hash, (uint32_t)tree->count - 1, hash_of, tree->nodes);
    return (uint32_t)tree->count - 1;
}

uint64_t *stack_tree_totals(const struct stack_tree *tree)
{
    uint64_t *totals = must_realloc(NULL, tree->count, sizeof(*totals));

    for (size_t i = 0; i < tree->count; i++)
        totals[i] = tree->nodes[i].count;
    for (size_t i = tree->count; i-- > 1;)
        totals[tree->nodes[i].parent] += totals[i];
    return totals;
}

size_t stack_tree_distinct(const struct stack_tree *tree)
{
    size_t distinct = 0;

    for (size_t i = 0; i < tree->count; i++)
        distinct += tree->nodes[i].count > 0;
    return distinct;
}
