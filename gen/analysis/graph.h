/* SPDX-License-Identifier: MIT */
/* The control-flow graph that the analysis works on: nodes, edges, and the region at hand. */
#ifndef GEN_ANALYSIS_GRAPH_H
#define GEN_ANALYSIS_GRAPH_H

#include "analysis/edge_set.h"
#include "analysis/forced_contexts.h"
#include "elf/landing_pads.h"
#include "frame/frame_split.h"

/* One instruction. */
struct node {
    struct image_instruction at;
    struct effect effect;
    struct frame_state *state; /* before it, on all paths; of leaders that were reached */
    struct node *callee;       /* NULL: it does not call, or nobody knows what */
    bool outside;              /* of another region: only what follows MAY_RETURN is known of it */
    bool leader;               /* more than the instruction before leads here */
    bool label;   /* its address stands in memory or is built: where a computed goto may go */
    bool reached; /* some path leads here */
    /* enum frame_context: ROOT or HANDLER whoever leads here; HOME: by what leads here */
    uint8_t forced;
    bool queued;
    bool may_return; /* from here a return from this frame can be reached */
    uint32_t broken; /* a bit a place: some return from here leaves it without the caller's value */
    uint32_t owed;   /* a bit a place: some return from here gives it back; so somebody has it */
};

/* Edges of the graph other than to the next instruction, listed by where they lead. Index 0 is none. */
struct edge {
    uint32_t from; /* index of a node */
    uint32_t next; /* index of an edge, + 1 */
};

/* An edge to another region, in the same frame. */
struct edge_out {
    uint32_t from; /* index of a node */
    struct node *to;
};

struct regions;

/* The image, and the region at hand. */
struct analysis {
    const struct image *image;
    struct landing_pads pads;
    struct regions *regions;
    uint32_t region;
    struct node *node; /* of the region at hand, ascending by address */
    size_t count, capacity;
    struct frame_state **state; /* those of its leaders, of which STATES_USED are in use */
    size_t states_used, states_count, states_capacity;
    struct edge *edge;
    size_t edges_count, edges_capacity;
    struct edge_out *out;
    size_t outs_count, outs_capacity;
    struct edge_set added; /* edges that were not known from the start */
    uint32_t *edges_to;    /* per node: the first edge that leads there, + 1 */
    size_t edges_to_capacity;
    size_t *queue; /* leaders whose state has changed */
    size_t queue_count, queue_capacity;
    struct effect_reader reader;
};

/* The node of the instruction at ADDRESS, which may be a foreign one; NULL when none starts there. */
struct node *analysis_find(const struct analysis *analysis, uint32_t address);

/* The same in the region at hand only. */
struct node *analysis_own(const struct analysis *analysis, uint32_t address);

#endif
