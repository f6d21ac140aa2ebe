/* SPDX-License-Identifier: MIT */
/* Checked reads of the firmware's memory, for reports and samples. */
#include "memory.h"

const struct bobbin_region *bobbin_region_of(const struct bobbin_region *regions, uint32_t count,
                                             uint32_t address)
{
    for (uint32_t i = 0; regions && i < count; i++)
        if (address >= regions[i].low && address < regions[i].high)
            return &regions[i];
    return NULL;
}

static bool listed(uint32_t address, uint32_t size_bytes)
{
    const struct bobbin_region *region;

    if (!bobbin_config.memory)
        return true;
    region = bobbin_region_of(bobbin_config.memory, bobbin_config.memory_count, address);
    return region && size_bytes <= region->high - address;
}

bool bobbin_memory_readable(uint32_t address, uint32_t size_bytes)
{
    return listed(address, size_bytes) && bobbin_port_readable(address, size_bytes);
}

static void load_halfword(uint32_t address, uint8_t *out)
{
    uint16_t halfword = *(const volatile uint16_t *)(uintptr_t)address;

    out[0] = (uint8_t)halfword;
    out[1] = (uint8_t)(halfword >> 8);
}

static void load_word(uint32_t address, uint8_t *out)
{
    uint32_t word = *(const volatile uint32_t *)(uintptr_t)address;

    for (uint32_t i = 0; i < 4; i++)
        out[i] = (uint8_t)(word >> (8 * i));
}

bool bobbin_memory_load(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    uint32_t unit_bytes = space == BOBBIN_SPACE_CODE ? 2 : 4;

    (void)context;
    if (size_bytes != 4 && size_bytes != unit_bytes)
        return false;
    if ((address & (unit_bytes - 1)) != 0 || !bobbin_memory_readable(address, size_bytes))
        return false;
    if (unit_bytes == 4)
        load_word(address, out);
    for (uint32_t i = 0; unit_bytes == 2 && i < size_bytes; i += 2)
        load_halfword(address + i, (uint8_t *)out + i);
    return true;
}

/* Weak: port/processors replaces this function. */
__attribute__((weak, alias("bobbin_memory_load"))) bool
bobbin_memory_read(void *context, enum bobbin_space space, uint32_t address, void *out,
                   uint32_t size_bytes);
