/* SPDX-License-Identifier: MIT */
/* What part of the time a function has, by samples and in truth, and how far apart the two may be. */
#ifndef JUDGE_SHARES_H
#define JUDGE_SHARES_H

#include "elf/image.h"
#include "stacks.h"

struct share {
    const struct image_function *function;
    uint64_t self, total; /* weight of stacks with it innermost; with it anywhere, once each */
};

/* One for each function of IMAGE, in its order; the caller frees it. */
struct share *shares_of(const struct image *image, const struct stacks *stacks);

/*
 * The difference between a true share and its estimate from SAMPLES samples that is exceeded by chance in one of 1,000
 * runs when COMPARED shares are looked at: a binomial estimate is normal for shares and samples as here, and each
 * comparison gets an equal part of the chance (Bonferroni). Half a sample is for the estimate being a whole number of
 * them.
 */
double share_bound(double share, uint64_t samples, size_t compared);

#endif
