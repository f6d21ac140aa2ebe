/* SPDX-License-Identifier: MIT */
/*
 * The memory probe of ARMv8-R at EL1: software searches the regions of the EL1 MPU. Hypervisor
 * software that also protects memory from EL1 (HCR.VM) is not considered.
 */
#include "../armv7/mpu_probe.h"
#include "mpu_region.h"
#include <bobbin/port.h>

static void read_region(uint32_t number, struct pmsav8_region *region)
{
    cp15_write(number, 0, c6, c2, 1); /* PRSELR selects the region of the next two registers */
    cp15_isb();
    cp15_read(region->base, 0, c6, c3, 0);
    cp15_read(region->limit, 0, c6, c3, 1);
}

/* Returns the number of regions that cover ADDRESS; OUT is one of them. */
static uint32_t find_regions(uint32_t address, struct pmsav8_region *out)
{
    uint32_t found = 0;

    for (uint32_t number = mpu_regions_count(); number-- > 0;) {
        struct pmsav8_region region;

        read_region(number, &region);
        if (pmsav8_region_covers(&region, address)) {
            *out = region;
            found++;
        }
    }
    return found;
}

/* An access where regions overlap faults. */
static bool granule_is_memory(uint32_t address, bool background)
{
    struct pmsav8_region region;
    uint32_t mair[2], selected, found;

    cp15_read(selected, 0, c6, c2, 1);
    found = find_regions(address, &region);
    cp15_write(selected, 0, c6, c2, 1);
    if (found == 0)
        return background && address < MPU_DEFAULT_MEMORY_END;
    cp15_read(mair[0], 0, c10, c2, 0);
    cp15_read(mair[1], 0, c10, c2, 1);
    return found == 1 && pmsav8_region_is_memory(&region, mair);
}

bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    static const struct mpu mpu = {PMSAV8_GRANULE_BYTES, granule_is_memory};

    return mpu_readable(&mpu, address, size_bytes);
}
