/* SPDX-License-Identifier: MIT */
/*
 * sampler_judge IMAGE CAPTURE TRUTH [stacks] checks a profile against TRUTH, which the plugin
 * recorded in the same run. It prints "ok WHAT: ..." or "not ok WHAT: ..." for each check, and the
 * worst share. Exit status 1: a check failed.
 *
 *   samples   each sample has the stack that was alive when it was taken. Exception: samples inside
 *             task_switch, between two stacks; these must be fewer than one in 50
 *   roots     each trace ended at a root
 *   shares    each function with 1 % of the instructions or more, self or total, has that share of
 *             the samples, within the statistical error. With "stacks" this is not checked: if two
 *             samplers share a profile, one decides when the other takes samples
 *
 * sampler_judge CAPTURE prints the counters, such as "taken 5000", and for each depth
 * "cost FRAMES SAMPLES MEAN WORST".
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "shares.h"
#include "util/diag.h"
#include "util/memory.h"

static const double SHARE_MIN = 0.01;

/* ---- stacks --------------------------------------------------------------------------------- */

struct difference {
    const struct stack *stack;
    int64_t weight; /* in the capture, minus the weight in the truth */
};

static int by_stack(const void *a, const void *b)
{
    const struct stack *left = ((const struct difference *)a)->stack;
    const struct stack *right = ((const struct difference *)b)->stack;

    if (left->frames != right->frames)
        return left->frames < right->frames ? -1 : 1;
    return memcmp(left->pc, right->pc, left->frames * sizeof(*left->pc));
}

static bool in_switch(const struct image *image, const struct stack *stack)
{
    const struct image_function *function = image_function_at(image, stack->pc[0]);

    return function && strcmp(function->name, "task_switch") == 0;
}

static size_t collect(const struct image *image, const struct stacks *stacks, int sign,
                      struct difference *out, uint64_t *left_out)
{
    size_t count = 0;

    for (size_t i = 0; i < stacks->count; i++) {
        const struct stack *stack = &stacks->stack[i];
        if (in_switch(image, stack))
            *left_out += stack->weight;
        else
            out[count++] = (struct difference){stack, sign * (int64_t)stack->weight};
    }
    return count;
}

static void print_stack(const struct image *image, const struct difference *difference)
{
    printf("# %+" PRId64 ":", difference->weight);
    for (uint32_t i = 0; i < difference->stack->frames; i++) {
        uint32_t pc = difference->stack->pc[i];
        const struct image_function *function = image_function_at(image, pc - (i > 0));
        printf(" %s(%08" PRIx32 ")", function ? function->name : "?", pc);
    }
    putchar('\n');
}

/* Prints the first differences. Returns the number of samples that differ. */
static uint64_t add_up(const struct image *image, struct difference *differences, size_t count)
{
    uint64_t wrong = 0;
    unsigned printed = 0;

    qsort(differences, count, sizeof(*differences), by_stack);
    for (size_t i = 0, end; i < count; i = end) {
        struct difference sum = {differences[i].stack, 0};
        for (end = i; end < count && by_stack(&differences[i], &differences[end]) == 0; end++)
            sum.weight += differences[end].weight;
        wrong += (uint64_t)llabs(sum.weight);
        if (sum.weight && printed++ < 10)
            print_stack(image, &sum);
    }
    return wrong;
}

static bool judge_samples(const struct image *image, const struct capture *capture,
                          const struct truth *truth)
{
    size_t most = capture->samples.count + truth->samples.count;
    struct difference *differences = must_realloc(NULL, most + 1, sizeof(*differences));
    uint64_t left_out = 0, ignored = 0, wrong;
    size_t count = collect(image, &capture->samples, 1, differences, &left_out);
    bool good;

    count += collect(image, &truth->samples, -1, differences + count, &ignored);
    wrong = add_up(image, differences, count);
    free(differences);
    good = wrong == 0 && left_out * 50 <= capture->taken && truth->faults == 0 &&
           capture->samples.weight == truth->samples.weight;
    printf("%sok samples: of %" PRIu64 " taken, %" PRIu64 " nested, %" PRIu64
           " have another stack; %" PRIu64 " in task_switch, %" PRIu64 " faults\n",
           good ? "" : "not ", capture->taken, capture->nested, wrong, left_out, truth->faults);
    return good;
}

/* ---- shares --------------------------------------------------------------------------------- */

struct comparison {
    const char *name, *what;
    double truth, sampled, bound;
};

struct comparisons {
    struct comparison *comparison;
    size_t count, capacity;
};

static void compare(struct comparisons *all, const char *name, const char *what, double truth,
                    double sampled)
{
    struct comparison comparison = {name, what, truth, sampled, 0};

    if (truth >= SHARE_MIN)
        array_push(all->comparison, all->count, all->capacity, comparison);
}

static struct comparisons compare_all(const struct image *image, const struct capture *capture,
                                      const struct truth *truth)
{
    struct share *real = shares_of(image, &truth->executed);
    struct share *sampled = shares_of(image, &capture->samples);
    double instructions = (double)truth->executed.weight, samples = (double)capture->samples.weight;
    struct comparisons all = {0};

    for (size_t i = 0; i < image->functions_count; i++) {
        const char *name = image->functions[i].name;
        compare(&all, name, "self", (double)real[i].self / instructions,
                (double)sampled[i].self / samples);
        compare(&all, name, "total", (double)real[i].total / instructions,
                (double)sampled[i].total / samples);
    }
    free(real);
    free(sampled);
    return all;
}

static void print_share(const char *mark, const struct comparison *c)
{
    printf(
        "# %s%s %s: %.2f %% of the instructions, %.2f %% of the samples, %.2f %% apart at most\n",
        mark, c->name, c->what, 100 * c->truth, 100 * c->sampled, 100 * c->bound);
}

static bool judge_shares(const struct image *image, const struct capture *capture,
                         const struct truth *truth)
{
    struct comparisons all = compare_all(image, capture, truth);
    const struct comparison *worst = NULL;
    size_t wrong = 0;

    for (size_t i = 0; i < all.count; i++) {
        struct comparison *c = &all.comparison[i];
        c->bound = share_bound(c->truth, capture->samples.weight, all.count);
        if (fabs(c->sampled - c->truth) > c->bound) {
            print_share("outside: ", c);
            wrong++;
        }
        if (!worst || fabs(c->sampled - c->truth) / c->bound >
                          fabs(worst->sampled - worst->truth) / worst->bound)
            worst = c;
    }
    printf("%sok shares: %zu of %zu are outside of what %" PRIu64 " samples allow\n",
           wrong || !worst ? "not " : "", wrong, all.count, capture->samples.weight);
    if (worst)
        print_share("worst: ", worst);
    free(all.comparison);
    return wrong == 0 && worst;
}

static bool judge_roots(const struct capture *capture)
{
    bool good = capture->other_stops == 0 && capture->samples.weight > 0;

    printf("%sok roots: %" PRIu64 " of %" PRIu64 " samples do not end at one\n", good ? "" : "not ",
           capture->other_stops, capture->samples.weight);
    return good;
}

static int print_counters(const char *path)
{
    struct capture capture;

    if (!capture_read(&capture, path))
        return STATUS_BAD_INPUT;
    printf("stacks %zu\n", capture.samples.count);
    printf("taken %" PRIu64 "\nwhole %" PRIu64 "\ncharged %" PRIu64 "\ndropped %" PRIu64
           "\nnested %" PRIu64 "\nnodes %" PRIu32 "\ncontexts %" PRIu32 "\noverwritten %" PRIu32
           "\nother-stops %" PRIu64 "\n",
           capture.taken, capture.whole, capture.charged, capture.dropped, capture.nested,
           capture.nodes, capture.contexts, capture.ring_overwritten, capture.other_stops);
    for (size_t i = 0; i < capture.costs_count; i++)
        if (capture.costs[i].samples)
            printf("cost %zu %" PRIu32 " %" PRIu64 " %" PRIu32 "\n", i + 1,
                   capture.costs[i].samples, capture.costs[i].ticks / capture.costs[i].samples,
                   capture.costs[i].worst);
    stacks_free(&capture.samples);
    return STATUS_GOOD;
}

int main(int argc, char **argv)
{
    struct image image;
    struct capture capture;
    struct truth truth;
    bool good;

    if (argc == 2)
        return print_counters(argv[1]);
    if (argc < 4)
        return diag_error(NULL, "usage: sampler_judge IMAGE CAPTURE TRUTH [stacks]");
    if (image_open(&image, argv[1]) != STATUS_GOOD || !capture_read(&capture, argv[2]) ||
        !truth_read(&truth, argv[3]))
        return STATUS_BAD_INPUT;
    good = judge_samples(&image, &capture, &truth);
    good &= judge_roots(&capture);
    if (argc == 4)
        good &= judge_shares(&image, &capture, &truth);
    stacks_free(&capture.samples);
    stacks_free(&truth.samples);
    stacks_free(&truth.executed);
    image_close(&image);
    return good ? STATUS_GOOD : STATUS_PROBLEMS;
}
