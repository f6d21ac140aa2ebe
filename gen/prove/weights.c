/* SPDX-License-Identifier: MIT */
/* Reads how often each instruction was executed or sampled, and adds up these counts by verdict. */
#include "prove/weights.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/diag.h"
#include "util/memory.h"

static int read_lines(struct weights *weights, FILE *in, const char *path)
{
    struct weight weight;
    size_t capacity = 0;
    int found;

    while ((found = fscanf(in, "%" SCNx32 " %" SCNu64, &weight.address, &weight.count)) == 2)
        array_push(weights->weight, weights->count, capacity, weight);
    if (found == EOF && !ferror(in))
        return STATUS_GOOD;
    diag_error(path, "item %zu is not a hexadecimal address and a decimal count",
               weights->count + 1);
    weights_free(weights);
    return STATUS_BAD_INPUT;
}

int weights_read(struct weights *weights, const char *path)
{
    FILE *in = fopen(path, "r");
    int status;

    *weights = (struct weights){0};
    if (!in)
        return diag_error(path, "cannot read: %s", strerror(errno));
    status = read_lines(weights, in, path);
    fclose(in);
    return status;
}

void weights_free(struct weights *weights)
{
    free(weights->weight);
    *weights = (struct weights){0};
}

/*
 * The verdict at ADDRESS for an interruption there. A finding about a return address is ignored,
 * because the call itself is exact.
 */
static enum verdict verdict_at(const struct proof *proof, uint32_t address)
{
    size_t i = array_lower_bound(proof->finding, proof->findings_count, address, address);
    const struct finding *finding = &proof->finding[i];

    if (i == proof->findings_count || finding->address != address || finding->after_call)
        return VERDICT_EXACT;
    return finding->verdict;
}

void weights_sum(const struct weights *weights, const struct proof *proof, uint64_t sums[VERDICTS])
{
    memset(sums, 0, VERDICTS * sizeof(sums[0]));
    for (size_t i = 0; i < weights->count; i++)
        sums[verdict_at(proof, weights->weight[i].address)] += weights->weight[i].count;
}
