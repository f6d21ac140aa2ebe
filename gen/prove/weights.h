/* SPDX-License-Identifier: MIT */
/* How much an instruction counts: how often it was executed, or sampled. */
#ifndef GEN_WEIGHTS_H
#define GEN_WEIGHTS_H

#include "prove/proof.h"

struct weight {
    uint32_t address;
    uint64_t count;
};

struct weights {
    struct weight *weight;
    size_t count;
};

/*
 * Reads PATH: a line each with an address, in hexadecimal digits, and a decimal count. Any order;
 * an address may come more than once. STATUS_...
 */
int weights_read(struct weights *weights, const char *path);
void weights_free(struct weights *weights);

/* Adds up the counts by what PROOF found at their instructions, interrupted there. */
void weights_sum(const struct weights *weights, const struct proof *proof, uint64_t sums[VERDICTS]);

#endif
