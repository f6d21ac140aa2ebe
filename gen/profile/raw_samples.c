/* SPDX-License-Identifier: MIT */
/* Sorts raw samples and removes duplicates. */
#include "profile/raw_samples.h"

#include <stdlib.h>

#include "profile/stack_tree.h"

void raw_samples_free(struct raw_samples *raw)
{
    free(raw->sources);
    free(raw->samples);
    *raw = (struct raw_samples){0};
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_rows(const struct raw_samples *raw, const struct raw_sample *a,
                        const struct raw_sample *b)
{
    const struct raw_source *left = &raw->sources[a->source];
    const struct raw_source *right = &raw->sources[b->source];
    int order = compare_numbers(left->image, right->image);

    order = order ? order : compare_numbers(left->run, right->run);
    order = order ? order : compare_numbers(left->epoch, right->epoch);
    order = order ? order : compare_numbers(left->processor, right->processor);
    return order || left->run ? order : compare_numbers(a->source, b->source);
}

static int compare_samples(const void *left, const void *right, void *context)
{
    const struct raw_sample *a = left;
    const struct raw_sample *b = right;
    int order = compare_rows(context, a, b);

    order = order ? order : compare_numbers(a->number, b->number);
    return order ? order : compare_numbers(a->source, b->source);
}

bool raw_samples_same_row(const struct raw_samples *raw, const struct raw_sample *a,
                          const struct raw_sample *b)
{
    return compare_rows(raw, a, b) == 0;
}

static void keep_those_with_stacks(struct raw_samples *raw, const uint32_t *numbers)
{
    size_t kept = 0;

    for (size_t i = 0; i < raw->count; i++) {
        struct raw_sample sample = raw->samples[i];
        sample.node = numbers[sample.node];
        if (sample.node != STACK_TREE_ROOT)
            raw->samples[kept++] = sample;
    }
    raw->count = kept;
}

static void keep_one_of_each(struct raw_samples *raw)
{
    size_t kept = 0;

    for (size_t i = 0; i < raw->count; i++)
        if (kept == 0 || raw->samples[i].number != raw->samples[kept - 1].number ||
            !raw_samples_same_row(raw, &raw->samples[i], &raw->samples[kept - 1]))
            raw->samples[kept++] = raw->samples[i];
    raw->count = kept;
}

void raw_samples_sort(struct raw_samples *raw, const uint32_t *numbers)
{
    keep_those_with_stacks(raw, numbers);
    if (raw->count)
        qsort_r(raw->samples, raw->count, sizeof(*raw->samples), compare_samples, raw);
    keep_one_of_each(raw);
}
