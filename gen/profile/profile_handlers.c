/* SPDX-License-Identifier: MIT */
#include "profile/profile_handlers.h"

#include "util/memory.h"

/* The context of a handler's stack. The handler's part of the stack is complete. */
static uint32_t handler_context(struct profile *profile, uint32_t node)
{
    struct sample_context context = *profile_context_of(profile, node);

    context.handler = true;
    context.stop = BOBBIN_STOP_OUTERMOST;
    return profile_context(profile, &context);
}

/* Frames inside an interrupted frame are those of its handler. */
static bool is_outermost_of_handler(const struct profile *profile, uint32_t node)
{
    const struct stack_node *nodes = profile->stacks.nodes;

    return profile_key_kind(nodes[nodes[node].parent].key) == PROFILE_INTERRUPTED &&
           nodes[node].parent != STACK_TREE_ROOT;
}

/*
 * Returns the node that replaces NODE, or NODE. The parent of NODE, whose number is lower, has been
 * replaced already.
 */
static uint32_t replacement(struct profile *profile, const uint32_t *replaced, uint32_t node)
{
    const struct stack_node old = profile->stacks.nodes[node];

    if (is_outermost_of_handler(profile, node))
        return stack_tree_child(&profile->stacks, handler_context(profile, node), old.key);
    if (replaced[old.parent] == old.parent)
        return node;
    return stack_tree_child(&profile->stacks, replaced[old.parent], old.key);
}

void profile_cut_handlers(struct profile *profile)
{
    size_t count = profile->stacks.count;
    uint32_t *replaced = must_realloc(NULL, count, sizeof(*replaced));

    replaced[STACK_TREE_ROOT] = STACK_TREE_ROOT;
    for (uint32_t i = 1; i < count; i++) {
        uint64_t samples = profile->stacks.nodes[i].count;
        replaced[i] = replacement(profile, replaced, i);
        profile->stacks.nodes[i].count -= samples;
        profile->stacks.nodes[replaced[i]].count += samples;
    }
    for (size_t i = 0; i < profile->raw.count; i++)
        profile->raw.samples[i].node = replaced[profile->raw.samples[i].node];
    free(replaced);
}
