/* SPDX-License-Identifier: MIT */
/* Writes lines of the data cache back to memory, so that a reset finds them there. */
#include <bobbin/record.h>

#include "../armv7/cp15.h"

/* The size of the smallest line of all data caches (ARM ARM B4.1.42, CTR.DminLine). */
static uint32_t line_bytes(void)
{
    uint32_t ctr;

    cp15_read(ctr, 0, c0, c0, 1);
    return 4u << (ctr >> 16 & 15);
}

void bobbin_port_clean(const void *address, uint32_t size_bytes)
{
    uint32_t bytes = line_bytes(), start = (uint32_t)(uintptr_t)address;

    for (uint32_t line = start & -bytes; line < start + size_bytes; line += bytes)
        cp15_write(line, 0, c7, c10, 1); /* DCCMVAC */
    __asm__ volatile("dsb" : : : "memory");
}
