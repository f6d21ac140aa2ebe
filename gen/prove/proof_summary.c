/* SPDX-License-Identifier: MIT */
/* Computes percentages and checks requirements on a finished proof. */
#include "prove/proof.h"
#include "util/diag.h"

#define UNREACHABLE_PERCENT_MAX 1.0

double proof_percent(const struct proof *proof, uint64_t instructions)
{
    return proof->instructions ? 100.0 * (double)instructions / (double)proof->instructions : 0.0;
}

int proof_require(const struct proof *proof, const struct image *image, double required)
{
    uint64_t unknown = proof->verdicts[VERDICT_UNKNOWN];
    uint64_t wrong = proof->verdicts[VERDICT_WRONG];
    double open = proof_percent(proof, unknown + wrong);
    double unreachable = proof_percent(proof, proof->verdicts[VERDICT_UNREACHABLE]);

    if (100.0 - open < required || proof->instructions == 0) {
        diag_error(image->path,
                   "%llu instructions are unknown and %llu wrong: %.3f %% of %llu, too many for "
                   "--require=%g; `bobbin check` lists them",
                   (unsigned long long)unknown, (unsigned long long)wrong, open,
                   (unsigned long long)proof->instructions, required);
        return STATUS_PROBLEMS;
    }
    if (unreachable > UNREACHABLE_PERCENT_MAX) {
        diag_error(image->path,
                   "%.3f %% of the instructions are unreachable, --require allows %g %%; "
                   "`bobbin check` lists them",
                   unreachable, UNREACHABLE_PERCENT_MAX);
        return STATUS_PROBLEMS;
    }
    return STATUS_GOOD;
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
