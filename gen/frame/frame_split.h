/* SPDX-License-Identifier: MIT */
/*
 * A frame state that depends on the flags: between "popne {r4, lr}" and "bxne lr" there are two frames,
 * and which one it is the flags tell.
 */
#ifndef GEN_FRAME_FRAME_SPLIT_H
#define GEN_FRAME_FRAME_SPLIT_H

#include "frame/frame_state.h"

struct frame_path {
    uint8_t condition;            /* CONDITION_...; ALWAYS: there is one state */
    struct frame_state state;     /* with CONDITION true */
    struct frame_state otherwise; /* with CONDITION false */
};

void frame_path_copy(struct frame_path *to, const struct frame_path *from);

void frame_path_begin(struct frame_path *path, const struct frame_state *state);

/* The two states where an instruction with CONDITION is executed, and where it is skipped. */
void frame_path_split(struct frame_path *path, uint8_t condition);

/* The state in which an instruction with CONDITION is executed, after a split by it. */
struct frame_state *frame_path_executed(struct frame_path *path, uint8_t condition);
struct frame_state *frame_path_skipped(struct frame_path *path, uint8_t condition);

/* What holds whatever the flags are. */
struct frame_state frame_path_joined(const struct frame_path *path);

/* The same with the other condition of the pair. */
void frame_path_invert(struct frame_path *path);

/* From here on the flags say nothing of the frame. */
void frame_path_merge(struct frame_path *path);

/* The same, if that loses nothing. */
void frame_path_merge_equal(struct frame_path *path);

static inline bool frame_path_is_split(const struct frame_path *path)
{
    return path->condition != CONDITION_ALWAYS;
}

#endif
