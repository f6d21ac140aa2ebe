/* SPDX-License-Identifier: MIT */
/* One region of the PMSAv7 memory protection unit (ARM ARM B5.1, B6.1) as its registers say. Pure. */
#ifndef BOBBIN_MPU_REGION_H
#define BOBBIN_MPU_REGION_H

#include <stdbool.h>
#include <stdint.h>

/* No region or sub-region is smaller, so a permission holds for all of an aligned granule. */
#define MPU_GRANULE_BYTES 32u

/* Of the default memory map, what lies below is Normal memory, the rest Device or Strongly-ordered. */
#define MPU_DEFAULT_MEMORY_END 0x80000000u

struct mpu_region {
    uint32_t base;   /* DRBAR */
    uint32_t size;   /* DRSR: 0 enable, 5:1 size n for 2^(n+1) bytes, 15:8 sub-region disable */
    uint32_t access; /* DRACR: 10:8 AP, 5:3 TEX, 1 C, 0 B */
};

/* Whether REGION decides on ADDRESS: enabled, around it, and not in a disabled sub-region. */
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

/* Whether privileged code may read there, and it is Normal memory. */
static inline bool mpu_region_is_memory(const struct mpu_region *region)
{
    uint32_t permission = (region->access >> 8) & 7; /* 0 none, 4 and 7 reserved */
    uint32_t tex = (region->access >> 3) & 7;        /* 0 with C clear, and 2: Device or ordered */
    bool device = tex == 2 || (tex == 0 && !(region->access & 2));

    return permission != 0 && permission != 4 && permission != 7 && !device;
}

#endif
