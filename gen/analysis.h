/* SPDX-License-Identifier: MIT */
/*
 * The reference: at each instruction of an image, what its machine code implies of the frame, by
 * abstract interpretation over the control-flow graph of the whole image. Shares nothing with the core.
 *
 * Called functions, functions whose address is taken and functions that nothing else leads to start as the
 * procedure-call standard says (AAPCS32 6.2); all other code starts with what holds on the edges that lead
 * there. A call goes on behind itself once its callee has been seen to return.
 */
#ifndef GEN_ANALYSIS_H
#define GEN_ANALYSIS_H

#include "edge_set.h"
#include "frame_path.h"
#include "landing_pads.h"
#include "row_list.h"

/* One instruction. */
struct node {
    struct image_instruction at;
    struct effect effect;
    struct frame_state *state; /* before it, on all paths; of leaders that were reached */
    bool leader;               /* more than the instruction before leads here */
    bool taken;                /* its address stands in memory or is built by instructions */
    bool label;                /* the same, whatever the Thumb bit: where a computed goto may go */
    bool jumped;               /* another instruction jumps here, or an exception lands here */
    bool reached;              /* some path leads here */
    bool may_return;           /* from here a return from this frame can be reached */
    uint32_t broken; /* a bit a place: some return from here leaves it without the caller's value */
    uint32_t owed;   /* a bit a place: some return from here gives it back; so somebody has it */
    uint8_t
        forced; /* enum frame_context: ROOT or HANDLER whoever leads here; HOME: by what leads here */
    bool queued;
};

/* Edges of the graph other than to the next instruction, listed by where they lead. Index 0 is none. */
struct edge {
    uint32_t from; /* index of a node */
    uint32_t next; /* index of an edge, + 1 */
};

/* Calls into the middle of the calling function that are taken for jumps; more are taken for calls. */
#define ANALYSIS_LOCAL_CALLS_MAX 31

struct analysis {
    const struct image *image;
    struct landing_pads pads;
    struct node *node; /* ascending by address */
    size_t count, capacity;
    uint32_t local_return[ANALYSIS_LOCAL_CALLS_MAX]; /* where each local call goes on */
    uint32_t local_calls;
    struct edge *edge;
    size_t edges_count, edges_capacity;
    struct edge_set added; /* those of EDGE that were not known from the start */
    uint32_t *edges_to;    /* per node: the first edge that leads there, + 1 */
    size_t *queue;         /* leaders whose state has changed */
    size_t queue_count, queue_capacity;
};

/* BELIEVED has the roots and the exception handlers, and nothing else of it is used. STATUS_... */
int analysis_run(struct analysis *analysis, const struct image *image,
                 const struct row_list *believed);
void analysis_free(struct analysis *analysis);

/* PATH, which holds before NODE, becomes what holds before the next instruction, if NODE goes on there. */
void analysis_step(const struct analysis *analysis, const struct node *node,
                   struct frame_path *path);

bool analysis_is_call(const struct node *node);

/* The state in which NODE is executed, when PATH holds before it. */
struct frame_state analysis_executed(const struct node *node, const struct frame_path *path);

/* What holds when the call NODE comes back, when PATH holds before it. */
struct frame_state analysis_after_call(const struct analysis *analysis, const struct node *node,
                                       const struct frame_path *path);

/* Runs the block that NODE is in once more: what is known about where it goes has changed. */
void analysis_requeue(struct analysis *analysis, struct node *node);

/* The node of the instruction at ADDRESS; NULL when none starts there. */
struct node *analysis_find(const struct analysis *analysis, uint32_t address);

/* Calls VISIT for each instruction in ascending order, with what holds before it; NULL when not reached. */
void analysis_visit(const struct analysis *analysis,
                    void (*visit)(void *context, const struct node *node,
                                  const struct frame_path *before),
                    void *context);

#endif
