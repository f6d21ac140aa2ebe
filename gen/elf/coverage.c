/* SPDX-License-Identifier: MIT */
/* Counts the bytes of code that discovery has not reached. */
#include "elf/coverage.h"

#include <string.h>

#include "util/memory.h"

bool unreached_next(const struct image *image, uint32_t *start, uint32_t *end)
{
    size_t i = image->discovered
                   ? array_upper_bound(image->mappings, image->mappings_count, address, *start)
                   : image->mappings_count;

    i -= i > 0 && i < image->mappings_count;
    for (; i + 1 < image->mappings_count; i++) {
        if (image->mappings[i].state != IMAGE_UNREACHED || image->mappings[i + 1].address <= *start)
            continue;
        *start = image->mappings[i].address > *start ? image->mappings[i].address : *start;
        *end = image->mappings[i + 1].address;
        return true;
    }
    return false;
}

void coverage_find(struct coverage *coverage, const struct image *image)
{
    uint32_t start = 0;
    uint32_t end = 0;

    memset(coverage, 0, sizeof(*coverage));
    for (size_t i = 0; i < image->sections_count; i++)
        if (image->sections[i].executable)
            coverage->code_bytes += image->sections[i].size_bytes;
    for (; unreached_next(image, &start, &end); start = end)
        coverage->unreached_bytes += end - start;
}

double coverage_percent(const struct coverage *coverage)
{
    uint64_t reached = coverage->code_bytes - coverage->unreached_bytes;

    return coverage->code_bytes ? 100.0 * (double)reached / (double)coverage->code_bytes : 100.0;
}
