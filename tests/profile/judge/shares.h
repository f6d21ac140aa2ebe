/* SPDX-License-Identifier: MIT */
/* The share of time of each function, and the allowed difference between samples and truth. */
#ifndef JUDGE_SHARES_H
#define JUDGE_SHARES_H

#include "elf/image.h"
#include "stacks.h"

struct share {
    const struct image_function *function;
    uint64_t self, total; /* weights of stacks: it is innermost; it is anywhere */
};

/* An array with a share for each function of IMAGE, in order. The caller frees it. */
struct share *shares_of(const struct image *image, const struct stacks *stacks);

/*
 * The allowed difference between a true share and its estimate from SAMPLES samples. If COMPARED
 * shares are compared, chance exceeds it in one of 1,000 runs. The binomial estimate is taken as
 * normal, and each comparison gets an equal part of the probability (Bonferroni). Half a sample is
 * added, because the estimate is a whole number of samples.
 */
double share_bound(double share, uint64_t samples, size_t compared);

#endif
