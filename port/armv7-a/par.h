/* SPDX-License-Identifier: MIT */
/*
 * Decodes PAR, the result of an address translation operation (ARM ARM B4.1, "PAR, Physical Address
 * Register, VMSA").
 */
#ifndef BOBBIN_PAR_H
#define BOBBIN_PAR_H

#include <stdbool.h>
#include <stdint.h>

#define PAR_FAULT (1u << 0)
#define PAR_LPAE  (1u << 11) /* the 64-bit format; valid only if TTBCR.EAE is set too */
#define TTBCR_EAE (1u << 31)

/* Short format: true if readable and the inner attributes 6:4 are not Strongly-ordered or
   Device. */
static inline bool par_short_is_memory(uint32_t par)
{
    uint32_t inner = (par >> 4) & 7;

    return !(par & PAR_FAULT) && inner != 1 && inner != 3;
}

/* Long format: true if readable and ATTR (63:56, coded as in MAIR) is not 0000xxxx,
   Strongly-ordered or Device. */
static inline bool par_long_is_memory(uint32_t low, uint32_t high)
{
    return !(low & PAR_FAULT) && (high & 0xf0000000u) != 0;
}

#endif
