/* SPDX-License-Identifier: MIT */
/* The memory probe of ARMv7-R. PMSAv7 has no instruction that checks an address, so software
   searches the MPU regions. */
#include "../armv7/cp15.h"
#include "mpu_region.h"
#include <bobbin/port.h>

static uint32_t regions_count(void)
{
    uint32_t mpuir;

    cp15_read(mpuir, 0, c0, c0, 4);
    return (mpuir >> 8) & 0xff;
}

static void read_region(uint32_t number, struct mpu_region *region)
{
    cp15_write(number, 0, c6, c2, 0); /* RGNR selects the region of the next three registers */
    cp15_isb();
    cp15_read(region->base, 0, c6, c1, 0);
    cp15_read(region->size, 0, c6, c1, 2);
    cp15_read(region->access, 0, c6, c1, 4);
}

/* Where regions overlap, the highest number applies (ARM ARM B5.1, "Overlapping regions"). */
static bool granule_is_memory(uint32_t address, bool background)
{
    for (uint32_t number = regions_count(); number-- > 0;) {
        struct mpu_region region;

        read_region(number, &region);
        if (mpu_region_covers(&region, address))
            return mpu_region_is_memory(&region);
    }
    return background && address < MPU_DEFAULT_MEMORY_END;
}

static bool range_is_memory(uint32_t address, uint32_t last, bool background)
{
    for (uint32_t granule = address & -MPU_GRANULE_BYTES;; granule += MPU_GRANULE_BYTES) {
        if (!granule_is_memory(granule, background))
            return false;
        if (last - granule < MPU_GRANULE_BYTES)
            return true;
    }
}

bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    uint32_t last = address + size_bytes - 1;
    uint32_t sctlr = cp15_sctlr();
    uint32_t cpsr, selected;
    bool memory;

    if (size_bytes == 0 || last < address)
        return false;
    if (!(sctlr & SCTLR_M))
        return true;
    cpsr = interrupts_mask();
    cp15_read(selected, 0, c6, c2, 0);
    memory = range_is_memory(address, last, sctlr & SCTLR_BR);
    cp15_write(selected, 0, c6, c2, 0);
    interrupts_restore(cpsr);
    return memory;
}
