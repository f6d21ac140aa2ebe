/* SPDX-License-Identifier: MIT */
/* Stacks of return addresses, and how many instructions each function executed with each of them around it. */
#ifndef TRUTH_TREE_H
#define TRUTH_TREE_H

#include <stdint.h>
#include <stdio.h>

/* A call, with those around it. Number 0 is the empty stack. */
struct tree_node {
    uint32_t parent, return_address;
};

/* Keyed by two words. */
struct tree_entry {
    uint32_t first, second; /* of a node: parent, return address; of a count: node, function */
    uint64_t value;         /* number of the node; count. 0: the entry is free */
};

struct tree_table {
    struct tree_entry *entry;
    size_t used, size;
};

struct tree {
    struct tree_node *node;
    size_t count, capacity;
    struct tree_table nodes, selves;
    struct tree_entry *last; /* what was counted last */
};

/* The node of a call with RETURN_ADDRESS made in PARENT. */
uint32_t tree_call(struct tree *tree, uint32_t parent, uint32_t return_address);

/* INSTRUCTIONS more, in the function at FUNCTION, below NODE. */
void tree_count(struct tree *tree, uint32_t node, uint32_t function, uint64_t instructions);

/* Lines "node NUMBER PARENT RETURN-ADDRESS" and "self NODE FUNCTION COUNT"; addresses are hexadecimal. */
void tree_print(const struct tree *tree, FILE *out);

#endif
