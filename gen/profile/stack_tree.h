/* SPDX-License-Identifier: MIT */
/* Stacks as a tree, outermost frame first. Stacks with the same outer frames share these nodes. */
#ifndef GEN_PROFILE_STACK_TREE_H
#define GEN_PROFILE_STACK_TREE_H

#include "util/hash_index.h"

/*
 * The frame KEY, called by PARENT. COUNT is the number of stacks that end at this node. A node has
 * 24 bytes.
 */
struct stack_node {
    uint64_t key; /* an address or a function number, chosen by the user of the tree */
    uint64_t count;
    uint32_t parent; /* always less than the number of this node */
};

/*
 * NODES[STACK_TREE_ROOT] is the empty stack. If all fields are 0, the tree has no node, not even
 * the root.
 */
struct stack_tree {
    struct stack_node *nodes;
    size_t count, capacity;
    struct hash_index index;
};

enum { STACK_TREE_ROOT = 0 };

void stack_tree_init(struct stack_tree *tree);
void stack_tree_free(struct stack_tree *tree);

/* Returns the child KEY of PARENT, and adds it if it does not exist. */
uint32_t stack_tree_child(struct stack_tree *tree, uint32_t parent, uint64_t key);

/*
 * Returns, for each node, the sum of COUNT over the node and all nodes below it: a malloc'ed array
 * of TREE->count.
 */
uint64_t *stack_tree_totals(const struct stack_tree *tree);

/*
 * Renumbers the nodes so that their numbers do not depend on the order in which stacks were added.
 * Each node comes before its children, and all nodes below it follow it directly. Siblings are in
 * the order of COMPARE, which must not return 0 for two different keys. A node is removed if no
 * stack ends at it or below it. Nothing can be added afterwards.
 *
 * Returns a malloc'ed array with the new number of each old node, STACK_TREE_ROOT for removed
 * nodes.
 */
uint32_t *stack_tree_sort(struct stack_tree *tree,
                          int (*compare)(const void *context, uint64_t a, uint64_t b),
                          const void *context);

/* The number of nodes at which stacks end. */
size_t stack_tree_distinct(const struct stack_tree *tree);

#endif
