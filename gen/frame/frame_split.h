/* SPDX-License-Identifier: MIT */
/*
 * A path: a frame state that may depend on the flags. Between "popne {r4, lr}" and "bxne lr" there
 * are two states, one for each outcome of the condition. For the stage analysis.
 */
#ifndef GEN_FRAME_FRAME_SPLIT_H
#define GEN_FRAME_FRAME_SPLIT_H

#include "frame/frame_state.h"

struct frame_path {
    uint8_t condition;            /* CONDITION_...; CONDITION_ALWAYS: there is only STATE */
    struct frame_state state;     /* if CONDITION is true */
    struct frame_state otherwise; /* if CONDITION is false */
};

void frame_path_copy(struct frame_path *to, const struct frame_path *from);

void frame_path_begin(struct frame_path *path, const struct frame_state *state);

/*
 * Makes two states of PATH: where an instruction with CONDITION is executed, and where it is
 * skipped. If PATH is split by another pair of conditions, merges that first.
 */
void frame_path_split(struct frame_path *path, uint8_t condition);

/*
 * The state in which an instruction with CONDITION is executed, and the one in which it is skipped.
 * PATH was split by CONDITION or its inverse before.
 */
struct frame_state *frame_path_executed(struct frame_path *path, uint8_t condition);
struct frame_state *frame_path_skipped(struct frame_path *path, uint8_t condition);

/* One state that is true whatever the flags are. */
struct frame_state frame_path_joined(const struct frame_path *path);

/* Swaps the two states and inverts the condition. The meaning stays. */
void frame_path_invert(struct frame_path *path);

/* Joins the two states: from here on the flags tell nothing about the frame. */
void frame_path_merge(struct frame_path *path);

/* Merges the two states if they are equal. */
void frame_path_merge_equal(struct frame_path *path);

static inline bool frame_path_is_split(const struct frame_path *path)
{
    return path->condition != CONDITION_ALWAYS;
}

#endif
