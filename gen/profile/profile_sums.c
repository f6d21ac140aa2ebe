/* SPDX-License-Identifier: MIT */
/* Holds a profile: contexts, stacks and raw samples, and sorts them. */
#include "profile/profile_sums.h"
#include "util/memory.h"

void profile_init(struct profile *profile)
{
    *profile = (struct profile){0};
    stack_tree_init(&profile->stacks);
}

void profile_free(struct profile *profile)
{
    for (size_t i = 0; i < profile->contexts_count; i++)
        free((void *)(uintptr_t)profile->contexts[i].task_name);
    free(profile->contexts);
    hash_index_free(&profile->contexts_index);
    raw_samples_free(&profile->raw);
    stack_tree_free(&profile->stacks);
}

/* ---- contexts -------------------------------------------------------------------------------- */

struct search_key {
    const struct sample_context *contexts, *context;
};

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_equal(const void *context, uint32_t number)
{
    const struct sample_context *a = ((const struct search_key *)context)->context;
    const struct sample_context *b = &((const struct search_key *)context)->contexts[number];

    return a->image == b->image && a->processor == b->processor && a->task == b->task &&
           a->mode == b->mode && a->interrupt == b->interrupt && a->idle == b->idle &&
           a->handler == b->handler && a->waiting == b->waiting && a->stop == b->stop &&
           same_text(a->task_name, b->task_name);
}

static uint64_t hash_context(const struct sample_context *context)
{
    uint64_t hash = hash_mix(context->image, context->processor);

    hash = hash_mix(hash, (uint64_t)context->task << 32 | context->mode);
    hash = hash_mix(hash, (uint64_t)context->interrupt << 32 | (uint32_t)context->stop);
    return hash_text(hash + context->idle + 2 * context->handler + 4 * context->waiting,
                     context->task_name);
}

static uint64_t hash_of(const void *items, uint32_t number)
{
    return hash_context((const struct sample_context *)items + number);
}

static uint32_t find_or_add(struct profile *profile, const struct sample_context *context)
{
    struct search_key wanted = {profile->contexts, context};
    uint64_t hash = hash_context(context);
    uint32_t found = hash_index_find(&profile->contexts_index, hash, is_equal, &wanted);
    struct sample_context copy = *context;

    if (found != HASH_INDEX_NONE)
        return found;
    copy.task_name = context->task_name ? must_strdup(context->task_name) : NULL;
    found = (uint32_t)profile->contexts_count;
    array_push(profile->contexts, profile->contexts_count, profile->contexts_capacity, copy);
    hash_index_add(&profile->contexts_index, hash, found, hash_of, profile->contexts);
    return found;
}

uint32_t profile_context(struct profile *profile, const struct sample_context *context)
{
    uint32_t number = find_or_add(profile, context);

    return stack_tree_child(&profile->stacks, STACK_TREE_ROOT,
                            profile_key(PROFILE_CONTEXT, number));
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : compare_numbers(a != NULL, b != NULL);
}

static int compare_contexts(const struct sample_context *a, const struct sample_context *b)
{
    int order = compare_numbers(a->image, b->image);

    order = order ? order : compare_numbers(a->processor, b->processor);
    order = order ? order : compare_texts(a->task_name, b->task_name);
    order = order ? order : compare_numbers(a->task, b->task);
    order = order ? order : compare_numbers(a->interrupt, b->interrupt);
    order = order ? order : compare_numbers(a->mode, b->mode);
    order = order ? order : compare_numbers(a->idle, b->idle);
    order = order ? order : compare_numbers(a->waiting, b->waiting);
    order = order ? order : compare_numbers(a->handler, b->handler);
    return order ? order : compare_numbers(a->stop, b->stop);
}

static int compare_keys(const void *context, uint64_t a, uint64_t b)
{
    const struct profile *profile = context;

    if (profile_key_kind(a) == PROFILE_CONTEXT)
        return compare_contexts(&profile->contexts[profile_key_value(a)],
                                &profile->contexts[profile_key_value(b)]);
    return compare_numbers(a, b);
}

void profile_sort(struct profile *profile)
{
    uint32_t *numbers = stack_tree_sort(&profile->stacks, compare_keys, profile);

    raw_samples_sort(&profile->raw, numbers);
    free(numbers);
}

const struct sample_context *profile_context_of(const struct profile *profile, uint32_t node)
{
    const struct stack_node *nodes = profile->stacks.nodes;

    while (nodes[node].parent != STACK_TREE_ROOT)
        node = nodes[node].parent;
    return &profile->contexts[profile_key_value(nodes[node].key)];
}

uint64_t profile_leave_out_idle(struct profile *profile)
{
    uint64_t samples = 0;

    for (uint32_t i = 1; i < profile->stacks.count; i++) {
        if (!profile_context_of(profile, i)->idle)
            continue;
        samples += profile->stacks.nodes[i].count;
        profile->stacks.nodes[i].count = 0;
    }
    return samples;
}
