/* SPDX-License-Identifier: MIT */
/* Clears memory without memset, which may use the FPU. */
#ifndef BOBBIN_ZERO_H
#define BOBBIN_ZERO_H

#include <stdint.h>

static inline void zero(void *bytes, uint32_t size_bytes)
{
    volatile uint8_t *byte = bytes;

    for (uint32_t i = 0; i < size_bytes; i++)
        byte[i] = 0;
}

#endif
