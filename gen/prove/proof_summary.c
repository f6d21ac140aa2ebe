/* SPDX-License-Identifier: MIT */
/* Names, percentages and counts of a finished proof. */
#include "prove/proof.h"

double proof_percent(const struct proof *proof, uint64_t instructions)
{
    return proof->instructions ? 100.0 * (double)instructions / (double)proof->instructions : 0.0;
}

uint64_t proof_functions(const struct image *image)
{
    uint64_t count = 0;
    uint64_t last = UINT64_MAX;

    for (size_t i = 0; i < image->functions_count; i++) {
        const struct image_function *function = &image->functions[i];
        if (function->size_bytes && function->address != last) {
            last = function->address;
            count++;
        }
    }
    return count;
}
