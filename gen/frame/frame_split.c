/* SPDX-License-Identifier: MIT */
/* A frame state that depends on the flags: splits, merges and copies it. For the stage analysis. */
#include "frame/frame_split.h"

void frame_path_copy(struct frame_path *to, const struct frame_path *from)
{
    to->condition = from->condition;
    frame_state_copy(&to->state, &from->state);
    if (frame_path_is_split(from))
        frame_state_copy(&to->otherwise, &from->otherwise);
}

void frame_path_begin(struct frame_path *path, const struct frame_state *state)
{
    path->condition = CONDITION_ALWAYS;
    frame_state_copy(&path->state, state);
}

void frame_path_split(struct frame_path *path, uint8_t condition)
{
    if (condition >= CONDITION_ALWAYS)
        return;
    if (frame_path_is_split(path) && path->condition != condition &&
        path->condition != condition_inverse(condition))
        frame_path_merge(path);
    if (frame_path_is_split(path))
        return;
    path->condition = condition;
    frame_state_copy(&path->otherwise, &path->state);
}

struct frame_state *frame_path_executed(struct frame_path *path, uint8_t condition)
{
    return path->condition == condition ? &path->state : &path->otherwise;
}

struct frame_state *frame_path_skipped(struct frame_path *path, uint8_t condition)
{
    return path->condition == condition ? &path->otherwise : &path->state;
}

struct frame_state frame_path_joined(const struct frame_path *path)
{
    struct frame_state joined;

    frame_state_copy(&joined, &path->state);
    if (frame_path_is_split(path))
        frame_state_join(&joined, &path->otherwise);
    return joined;
}

void frame_path_invert(struct frame_path *path)
{
    struct frame_state state = path->state;

    path->state = path->otherwise;
    path->otherwise = state;
    path->condition = condition_inverse(path->condition);
}

void frame_path_merge(struct frame_path *path)
{
    if (frame_path_is_split(path))
        frame_state_join(&path->state, &path->otherwise);
    path->condition = CONDITION_ALWAYS;
}

void frame_path_merge_equal(struct frame_path *path)
{
    if (frame_path_is_split(path) && frame_state_equal(&path->state, &path->otherwise))
        path->condition = CONDITION_ALWAYS;
}
