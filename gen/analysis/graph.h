/* SPDX-License-Identifier: MIT */
/*
 * The control-flow graph of the analysis: nodes, edges, and the current region. Only the nodes of
 * one region have states and edges at a time. The stages above read nodes in their visitors.
 *
 * node      one instruction. An outside node stands for an instruction of another region
 * edge      from a node to a node that may be executed next in the same frame
 * leader    the first node of a basic block. Only leaders store a state
 * state     what holds for the frame before a node, on all paths (frame/frame_state.h)
 * join      makes from the states of several edges one that is true on all of them
 * fixpoint  the iteration has ended: no state changes any more
 * region    the part of the image that is analysed at one time (regions.h)
 * entry     a node at which other regions continue, or a frame begins (region_entries.h)
 */
#ifndef GEN_ANALYSIS_GRAPH_H
#define GEN_ANALYSIS_GRAPH_H

#include "analysis/edge_set.h"
#include "analysis/forced_contexts.h"
#include "elf/landing_pads.h"
#include "frame/frame_split.h"

/* The returns that can be reached from an instruction. */
struct returns {
    bool any;
    bool firm;       /* one of them is in a known state */
    uint32_t broken; /* bit N: one of them does not restore place N */
};

/* Adds MORE to RETURNS. Returns true if RETURNS changed. */
bool returns_join(struct returns *returns, const struct returns *more);

/* A node: one instruction. */
struct node {
    struct image_instruction at;
    struct effect effect;
    /* Holds before the instruction, on all paths. Only leaders that are reached have a state. */
    struct frame_state *state;
    struct node *callee; /* NULL: no call, or the callee is unknown */
    /* The node is in another region. Only AT, MAY_RETURN, BROKEN and OWED are valid then. */
    bool outside;
    bool leader;  /* a basic block begins here */
    bool label;   /* its address is taken: a computed goto may lead here */
    bool reached; /* a path leads here */
    /*
     * An enum frame_context. ROOT or HANDLER: forced, whatever leads here. HOME: the paths that
     * lead here decide.
     */
    uint8_t forced;
    bool queued;
    bool before_back; /* a call elsewhere returns to the address after this instruction */
    bool assumed;     /* reached only if a call or trap comes back (assumed_code.h) */
    bool leads;       /* assumed only because it leads to known code */
    bool carries;     /* loads or jumps to an address that is carried (carried_addresses.h) */
    bool filler;      /* padding that nothing executes (fillers.h) */
    bool doubtful;    /* if it is a filler: it may be code all the same, so it has no rule */
    bool linked;      /* a jump with a constant return address in lr, as a call (cfg_nodes.c) */
    bool sure;        /* a jump whose condition holds after the instruction before (sure_jumps.h) */
    bool moved;       /* LINKED, but the return address is in a copy of the image */
    struct returns returns;
    uint32_t owed; /* bit N: some return from here restores place N, so a location holds it */
};

/* Whether a state is known before NODE: of a path that leads here, or of one that is assumed. */
static inline bool node_has_state(const struct node *node)
{
    return node->reached || node->assumed;
}

/* An edge other than to the next instruction, in the list of its target. */
struct edge {
    uint32_t from; /* index of a node */
    uint32_t next; /* index + 1 of the next edge with the same target; 0: none */
};

/* An edge to another region, in the same frame. */
struct edge_out {
    uint32_t from; /* index of a node */
    struct node *to;
};

struct regions;

/* The analysis of an image, with one current region. */
struct analysis {
    const struct image *image;
    struct landing_pads pads;
    struct regions *regions;
    uint32_t region;
    struct node *node; /* of the current region, ascending by address */
    size_t count, capacity;
    /*
     * The states of the leaders. The first STATES_USED are in use; the others are kept for the next
     * region.
     */
    struct frame_state **state;
    size_t states_used, states_count, states_capacity;
    struct edge *edge;
    size_t edges_count, edges_capacity;
    struct edge_out *out;
    size_t outs_count, outs_capacity;
    struct edge_set added; /* edges that depend on a state */
    uint32_t *edges_to;    /* per node: index + 1 of the first edge to it; 0: none */
    size_t edges_to_capacity;
    size_t *queue; /* indices of leaders whose state has changed */
    size_t queue_count, queue_capacity;
    struct effect_reader reader;
    bool assuming; /* the current region is solved for code that no path reaches (assumed_code.h) */
};

/*
 * The node of the instruction at ADDRESS. For another region this is an outside node. NULL if no
 * instruction starts there.
 */
struct node *analysis_find(const struct analysis *analysis, uint32_t address);

/* Like analysis_find, but only in the current region. */
struct node *analysis_own(const struct analysis *analysis, uint32_t address);

typedef void cfg_visitor(void *context, struct node *target);

/* Calls VISIT for the node at ADDRESS, whose bit 0 is ignored, if there is one. */
void analysis_visit_at(const struct analysis *analysis, uint32_t address, cfg_visitor *visit,
                       void *context);

#endif
