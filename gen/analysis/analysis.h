/* SPDX-License-Identifier: MIT */
/*
 * The reference: at each instruction of an image, what its machine code implies of the frame, by
 * abstract interpretation over the control-flow graph of the whole image, a region at a time (regions.h).
 * Shares nothing with the core.
 *
 * Called functions, functions whose address is taken and functions that nothing else leads to start as the
 * procedure-call standard says (AAPCS32 6.2); all other code starts with what holds on the edges that lead
 * there. A call goes on behind itself once its callee has been seen to return.
 */
#ifndef GEN_ANALYSIS_H
#define GEN_ANALYSIS_H

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
    bool foreign;              /* of another region: only what follows MAY_RETURN is known of it */
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

/* What FORCED has becomes the analysis's. STATUS_... */
int analysis_run(struct analysis *analysis, const struct image *image,
                 const struct forced_contexts *forced);
void analysis_free(struct analysis *analysis);

/*
 * Makes SHARE another look at what OF, which has run, has found, with a region at hand of its own: of several, each may
 * be at another region at the same time.
 */
void analysis_share(struct analysis *share, const struct analysis *of);
void analysis_free_share(struct analysis *share);

/* PATH, which holds before NODE, becomes what holds before the next instruction, if NODE goes on there. */
void analysis_step(const struct analysis *analysis, const struct node *node,
                   struct frame_path *path);

bool analysis_is_call(const struct node *node);

/* The same for a STATE in which NODE is executed. */
void analysis_pass(const struct analysis *analysis, const struct node *node,
                   struct frame_state *state);

/* The state in which NODE is executed, when PATH holds before it. */
struct frame_state analysis_executed(const struct node *node, const struct frame_path *path);

/* What holds when the call NODE comes back, when PATH holds before it. */
struct frame_state analysis_after_call(const struct analysis *analysis, const struct node *node,
                                       const struct frame_path *path);

/* The node of the instruction at ADDRESS, which may be a foreign one; NULL when none starts there. */
struct node *analysis_find(const struct analysis *analysis, uint32_t address);

/* The same in the region at hand only. */
struct node *analysis_own(const struct analysis *analysis, uint32_t address);

/* Whether an instruction ends where NODE starts: only then can a call return to it. */
bool analysis_follows(const struct analysis *analysis, const struct node *node);

/* Calls VISIT for each instruction in ascending order, with what holds before it; NULL when not reached. */
typedef void analysis_visitor(void *context, const struct node *node,
                              const struct frame_path *before);
void analysis_visit(const struct analysis *analysis, analysis_visitor *visit, void *context);

/* The same up to the end of the region in which *DONE becomes true. */
void analysis_visit_until(const struct analysis *analysis, analysis_visitor *visit, void *context,
                          const bool *done);

/* The same for one region, which is at hand then. */
void analysis_visit_region(struct analysis *analysis, uint32_t region, analysis_visitor *visit,
                           void *context);

#endif
