/* SPDX-License-Identifier: MIT */
/* Decodes the registers of a region of the PMSAv7 memory protection unit (ARM ARM B5.1, B6.1). */
#ifndef BOBBIN_MPU_REGION_H
#define BOBBIN_MPU_REGION_H

#include <stdbool.h>
#include <stdint.h>

/* Minimum size of a region or sub-region: all bytes of an aligned granule have the same
   permission. */
#define MPU_GRANULE_BYTES 32u

struct mpu_region {
    uint32_t base;   /* DRBAR */
    uint32_t size;   /* DRSR: 0 enable, 5:1 size n for 2^(n+1) bytes, 15:8 sub-region disable */
    uint32_t access; /* DRACR: 10:8 AP, 5:3 TEX, 1 C, 0 B */
};

/* True if REGION is enabled and contains ADDRESS, and the sub-region of ADDRESS is not disabled. */
static inline bool mpu_region_covers(const struct mpu_region *region, uint32_t address)
{
    uint32_t size_log2 = ((region->size >> 1) & 31) + 1;
    uint32_t mask = size_log2 == 32 ? 0xffffffffu : (1u << size_log2) - 1;
    uint32_t offset = address & mask;

    if (!(region->size & 1) || size_log2 < 5 || (address & ~mask) != (region->base & ~mask))
        return false;
    if (size_log2 < 8)
        return true;
    return !(region->size & (0x100u << (offset >> (size_log2 - 3))));
}

/* True if privileged code may read REGION and it is Normal memory. */
static inline bool mpu_region_is_memory(const struct mpu_region *region)
{
    uint32_t permission = (region->access >> 8) & 7; /* 0: no access; 4, 7: reserved */
    uint32_t tex = (region->access >> 3) & 7;        /* 2, and 0 with C clear: not Normal */
    bool device = tex == 2 || (tex == 0 && !(region->access & 2));

    return permission != 0 && permission != 4 && permission != 7 && !device;
}

#endif
