/* SPDX-License-Identifier: MIT */
/*
 * Decodes the registers of a region of the PMSAv8 memory protection unit (Armv8-R AArch32
 * supplement, ARM DDI 0568: PRBAR, PRLAR, MAIR0).
 */
#ifndef BOBBIN_PMSAV8_REGION_H
#define BOBBIN_PMSAV8_REGION_H

#include <stdbool.h>
#include <stdint.h>

/* Regions start and end at multiples of this number. */
#define PMSAV8_GRANULE_BYTES 64u

struct pmsav8_region {
    uint32_t base;  /* PRBAR: 31:6 first address, 2:1 AP; privileged code may always read */
    uint32_t limit; /* PRLAR: 31:6 last granule, 3:1 number of the attribute, 0 enable */
};

/* True if REGION is enabled and contains ADDRESS. */
static inline bool pmsav8_region_covers(const struct pmsav8_region *region, uint32_t address)
{
    uint32_t granule = address / PMSAV8_GRANULE_BYTES;

    return (region->limit & 1) && granule >= region->base / PMSAV8_GRANULE_BYTES &&
           granule <= region->limit / PMSAV8_GRANULE_BYTES;
}

/* True if REGION is Normal memory. MAIR: MAIR0 and MAIR1; an attribute 0000xxxx is Device. */
static inline bool pmsav8_region_is_memory(const struct pmsav8_region *region,
                                           const uint32_t mair[2])
{
    uint32_t number = (region->limit >> 1) & 7;

    return (mair[number / 4] >> (8 * (number % 4)) & 0xf0) != 0;
}

#endif
