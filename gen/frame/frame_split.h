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
 * Splits PATH into two states: one where an instruction with CONDITION is executed, one where it is
 * skipped. If PATH is already split by another condition, merges its states first.
 */
void frame_path_split(struct frame_path *path, uint8_t condition);

/*
 * The two states of PATH: where an instruction with CONDITION is executed, and where it is skipped.
 * PATH must be split by CONDITION or its inverse.
 */
struct frame_state *frame_path_executed(struct frame_path *path, uint8_t condition);
struct frame_state *frame_path_skipped(struct frame_path *path, uint8_t condition);

/* Returns one state that is true for all values of the flags. */
struct frame_state frame_path_joined(const struct frame_path *path);

/* Swaps the two states and inverts the condition. PATH keeps its meaning. */
void frame_path_invert(struct frame_path *path);

/* Joins the two states to one: from here on the state no longer depends on the flags. */
void frame_path_merge(struct frame_path *path);

/* Merges the two states if they are equal. */
void frame_path_merge_equal(struct frame_path *path);

static inline bool frame_path_is_split(const struct frame_path *path)
{
    return path->condition != CONDITION_ALWAYS;
}

#endif
