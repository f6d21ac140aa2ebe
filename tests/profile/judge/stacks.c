/* SPDX-License-Identifier: MIT */
#include "stacks.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

void stacks_add(struct stacks *stacks, const uint32_t *pc, uint32_t frames, uint64_t weight)
{
    struct stack stack = {must_realloc(NULL, frames + 1, sizeof(*pc)), frames, weight};

    memcpy(stack.pc, pc, frames * sizeof(*pc));
    array_push(stacks->stack, stacks->count, stacks->capacity, stack);
    stacks->weight += weight;
}

void stacks_free(struct stacks *stacks)
{
    for (size_t i = 0; i < stacks->count; i++)
        free(stacks->stack[i].pc);
    free(stacks->stack);
    memset(stacks, 0, sizeof(*stacks));
}
