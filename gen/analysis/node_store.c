/* SPDX-License-Identifier: MIT */
/* Keeps the nodes of regions in one array. For cfg_nodes.c. */
#include "analysis/node_store.h"

#include <stdlib.h>

#include "util/memory.h"

/* At about 110 bytes for each node, the store takes at most 120 MB. */
enum { NODES_MAX = 1 << 20 };

const struct node *node_store_of(const struct node_store *store, uint32_t region, size_t *count)
{
    size_t first;

    if (region >= store->regions_count)
        return NULL;
    first = region ? store->end[region - 1] : 0;
    *count = store->end[region] - first;
    return store->node + first;
}

void node_store_add(struct node_store *store, uint32_t region, const struct node *node,
                    size_t count)
{
    if (region != store->regions_count || count > NODES_MAX - store->count)
        return;
    for (size_t i = 0; i < count; i++)
        array_push(store->node, store->count, store->capacity, node[i]);
    array_push(store->end, store->regions_count, store->regions_capacity, store->count);
}

void node_store_free(struct node_store *store)
{
    free(store->node);
    free(store->end);
    *store = (struct node_store){0};
}
