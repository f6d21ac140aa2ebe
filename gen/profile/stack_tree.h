/* SPDX-License-Identifier: MIT */
/* Stacks as a tree, from the outermost frame in: what stacks have in common is there once. */
#ifndef GEN_STACK_TREE_H
#define GEN_STACK_TREE_H

#include "util/hash_index.h"

/* The frame KEY called by PARENT; COUNT stacks end here. 24 bytes. */
struct stack_node {
    uint64_t key; /* the caller's: an address, a function */
    uint64_t count;
    uint32_t parent; /* always less than the node's own number */
};

/* NODES[STACK_TREE_ROOT] is the empty stack. Zeros are an empty tree; then nothing is there. */
struct stack_tree {
    struct stack_node *nodes;
    size_t count, capacity;
    struct hash_index index;
};

enum { STACK_TREE_ROOT = 0 };

void stack_tree_init(struct stack_tree *tree);
void stack_tree_free(struct stack_tree *tree);

/* The node of KEY below PARENT, made if it is not there. */
uint32_t stack_tree_child(struct stack_tree *tree, uint32_t parent, uint64_t key);

/* For each node the COUNT of its own and of all below: an array of TREE->count, to be freed. */
uint64_t *stack_tree_totals(const struct stack_tree *tree);

/*
 * Numbers the nodes anew: each stands before its children, all that is below it directly behind it,
 * and siblings in the order that COMPARE gives to their keys, no two of which are equal. What
 * nothing ends at or below is left out. Nothing can be added afterwards. So the numbers do not
 * depend on the order in which stacks came. Returns for each node as it was its new number,
 * STACK_TREE_ROOT for those left out: an array to be freed.
 */
uint32_t *stack_tree_sort(struct stack_tree *tree,
                          int (*compare)(const void *context, uint64_t a, uint64_t b),
                          const void *context);

/* How many nodes have stacks that end there. */
size_t stack_tree_distinct(const struct stack_tree *tree);

#endif
