/* SPDX-License-Identifier: MIT */
/* Binary search in a sorted array of addresses, for the analysis. */
#ifndef GEN_UTIL_ADDRESSES_H
#define GEN_UTIL_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>

/* The number of addresses below LIMIT. ADDRESS has COUNT of them, in ascending order. */
static inline size_t addresses_below(const uint32_t *address, size_t count, uint32_t limit)
{
    size_t low = 0;

    while (low < count) {
        size_t middle = low + (count - low) / 2;
        if (address[middle] < limit)
            low = middle + 1;
        else
            count = middle;
    }
    return low;
}

#endif
