/* SPDX-License-Identifier: MIT */
/* A tree of calls, and the instructions that each function executed below each node. */
#ifndef TRUTH_TREE_H
#define TRUTH_TREE_H

#include <stdint.h>
#include <stdio.h>

/* A call; its parents are the calls around it. Node 0 is the empty stack. */
struct tree_node {
    uint32_t parent, return_address;
};

/* An entry of a hash table with keys of two words. */
struct tree_entry {
    uint32_t first, second; /* key of a node: parent, return address; of a count: node, function */
    uint64_t value;         /* number of the node, or count; 0: the entry is free */
};

struct tree_table {
    struct tree_entry *entry;
    size_t used, size;
};

struct tree {
    struct tree_node *node;
    size_t count, capacity;
    struct tree_table nodes, selves;
    struct tree_entry *last; /* of the last count */
};

/* The node of a call with RETURN_ADDRESS made in PARENT. */
uint32_t tree_call(struct tree *tree, uint32_t parent, uint32_t return_address);

/* Adds INSTRUCTIONS to the function at address FUNCTION, below NODE. */
void tree_count(struct tree *tree, uint32_t node, uint32_t function, uint64_t instructions);

/*
 * Prints "node NUMBER PARENT RETURN-ADDRESS" and "self NODE FUNCTION COUNT"; hexadecimal addresses.
 */
void tree_print(const struct tree *tree, FILE *out);

#endif
