/* SPDX-License-Identifier: MIT */
/* Finds the calls of labels that are no function symbols. For the stage analysis. */
#include "analysis/inner_calls.h"

#include <stdlib.h>

#include "insn/branch_target.h"
#include "util/memory.h"

static int by_callee(const void *a, const void *b)
{
    uint32_t x = ((const struct inner_call *)a)->callee;
    uint32_t y = ((const struct inner_call *)b)->callee;

    return (x > y) - (x < y);
}

void inner_calls_find(struct inner_calls *calls, const struct image *image)
{
    struct image_walk walk = {.image = image};
    struct inner_call call;

    while (image_walk_next(&walk)) {
        if (branch_target(image, &walk.instruction, &call.callee) != BRANCH_CALL ||
            image_function_starts(image, call.callee))
            continue;
        call.from = walk.instruction.address;
        array_push(calls->call, calls->count, calls->capacity, call);
    }
    if (calls->count)
        qsort(calls->call, calls->count, sizeof(*calls->call), by_callee);
}

void inner_calls_free(struct inner_calls *calls)
{
    free(calls->call);
    *calls = (struct inner_calls){0};
}

size_t inner_calls_count(const struct inner_calls *calls, uint32_t callee)
{
    return array_upper_bound(calls->call, calls->count, callee, callee) -
           array_lower_bound(calls->call, calls->count, callee, callee);
}
