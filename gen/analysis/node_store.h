/* SPDX-License-Identifier: MIT */
/*
 * The nodes of the regions, as cfg_nodes.c has read them for the first time. The analysis reads
 * each region many times, and what it reads depends only on the image.
 */
#ifndef GEN_ANALYSIS_NODE_STORE_H
#define GEN_ANALYSIS_NODE_STORE_H

#include "analysis/graph.h"

/* Zero-initialize it. It has the regions 0 to REGIONS_COUNT - 1. */
struct node_store {
    struct node *node; /* ascending by address; without states and edges */
    size_t count, capacity;
    size_t *end; /* of each region: the index after its last node */
    size_t regions_count, regions_capacity;
};

/* The *COUNT nodes of REGION. NULL if STORE does not have REGION. */
const struct node *node_store_of(const struct node_store *store, uint32_t region, size_t *count);

/* Adds the COUNT nodes of REGION, if all regions before it are there and STORE is not full. */
void node_store_add(struct node_store *store, uint32_t region, const struct node *node,
                    size_t count);

void node_store_free(struct node_store *store);

#endif
