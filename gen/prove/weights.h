/* SPDX-License-Identifier: MIT */
/* Weights of instructions: how often each was executed or sampled. */
#ifndef GEN_PROVE_WEIGHTS_H
#define GEN_PROVE_WEIGHTS_H

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
 * Reads PATH. Each line has an address in hexadecimal and a count in decimal. Lines can be in any
 * order, and an address can occur several times. Returns STATUS_....
 */
int weights_read(struct weights *weights, const char *path);
void weights_free(struct weights *weights);

/* Adds up the counts by the verdict of PROOF at their addresses, interrupted there. */
void weights_sum(const struct weights *weights, const struct proof *proof, uint64_t sums[VERDICTS]);

#endif
