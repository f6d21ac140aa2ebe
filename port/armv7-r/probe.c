/* SPDX-License-Identifier: MIT */
/* The memory probe of ARMv7-R. PMSAv7 has no instruction that checks an address, so software
   searches the MPU regions. */
#include "../armv7/mpu_probe.h"
#include "mpu_region.h"
#include <bobbin/port.h>

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
    uint32_t number = mpu_regions_count();
    bool memory = background && address < MPU_DEFAULT_MEMORY_END;
    uint32_t selected;

    cp15_read(selected, 0, c6, c2, 0);
    while (number-- > 0) {
        struct mpu_region region;

        read_region(number, &region);
        if (mpu_region_covers(&region, address)) {
            memory = mpu_region_is_memory(&region);
            break;
        }
    }
    cp15_write(selected, 0, c6, c2, 0);
    return memory;
}

bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    static const struct mpu mpu = {MPU_GRANULE_BYTES, granule_is_memory};

    return mpu_readable(&mpu, address, size_bytes);
}
