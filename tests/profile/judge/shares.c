/* SPDX-License-Identifier: MIT */
#include "shares.h"

#include <math.h>
#include <string.h>

#include "util/memory.h"

static struct share *share_at(const struct image *image, struct share *shares, uint32_t address)
{
    const struct image_function *function = image_function_at(image, address);

    return function ? &shares[function - image->functions] : NULL;
}

static void add(const struct image *image, struct share *shares, const struct stack *stack)
{
    struct share *seen[STACK_FRAMES_MAX];
    uint32_t seen_count = 0;

    for (uint32_t i = 0; i < stack->frames; i++) {
        /* A return address belongs to the call before it. */
        struct share *share = share_at(image, shares, stack->pc[i] - (i > 0));
        bool again = !share;
        for (uint32_t k = 0; k < seen_count && !again; k++)
            again = seen[k] == share;
        if (again)
            continue;
        seen[seen_count++] = share;
        share->total += stack->weight;
        if (i == 0)
            share->self += stack->weight;
    }
}

struct share *shares_of(const struct image *image, const struct stacks *stacks)
{
    struct share *shares = must_realloc(NULL, image->functions_count + 1, sizeof(*shares));

    memset(shares, 0, (image->functions_count + 1) * sizeof(*shares));
    for (size_t i = 0; i < image->functions_count; i++)
        shares[i].function = &image->functions[i];
    for (size_t i = 0; i < stacks->count; i++)
        add(image, shares, &stacks->stack[i]);
    return shares;
}

/*
 * The number of standard deviations that a normal variable exceeds, on either side, with
 * probability CHANCE.
 */
static double deviations_of(double chance)
{
    double low = 0, high = 40;

    while (high - low > 1e-9) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > chance)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double share_bound(double share, uint64_t samples, size_t compared)
{
    double chance = 1e-3 / (double)compared, n = (double)samples;

    return deviations_of(chance) * sqrt(share * (1 - share) / n) + 0.5 / n;
}
