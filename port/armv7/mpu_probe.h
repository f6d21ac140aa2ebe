/* SPDX-License-Identifier: MIT */
/* The memory probe of processors with an MPU, for the ports of ARMv7-R and ARMv8-R. */
#ifndef BOBBIN_MPU_PROBE_H
#define BOBBIN_MPU_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "cp15.h"

/*
 * In the default memory map, addresses below this limit are Normal memory; all others are Device or
 * Strongly-ordered.
 */
#define MPU_DEFAULT_MEMORY_END 0x80000000u

struct mpu {
    /* All bytes of an aligned granule have the same permission. A power of two. */
    uint32_t granule_bytes;
    /* True if privileged code may read the granule of ADDRESS and it is Normal memory. BACKGROUND:
       the default memory map applies outside the regions. Called with interrupts masked. */
    bool (*granule_is_memory)(uint32_t address, bool background);
};

static inline uint32_t mpu_regions_count(void)
{
    uint32_t mpuir;

    cp15_read(mpuir, 0, c0, c0, 4);
    return (mpuir >> 8) & 0xff;
}

static inline bool mpu_range_is_memory(const struct mpu *mpu, uint32_t address, uint32_t last,
                                       bool background)
{
    for (uint32_t granule = address & -mpu->granule_bytes;; granule += mpu->granule_bytes) {
        if (!mpu->granule_is_memory(granule, background))
            return false;
        if (last - granule < mpu->granule_bytes)
            return true;
    }
}

/* bobbin_port_readable of <bobbin/port.h>. */
static inline bool mpu_readable(const struct mpu *mpu, uint32_t address, uint32_t size_bytes)
{
    uint32_t last = address + size_bytes - 1;
    uint32_t sctlr = cp15_sctlr();
    uint32_t cpsr;
    bool memory;

    if (size_bytes == 0 || last < address)
        return false;
    if (!(sctlr & SCTLR_M))
        return true;
    cpsr = interrupts_mask();
    memory = mpu_range_is_memory(mpu, address, last, sctlr & SCTLR_BR);
    interrupts_restore(cpsr);
    return memory;
}

#endif
