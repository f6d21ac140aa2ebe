/* SPDX-License-Identifier: MIT */
/* The memory probe of ARMv7-A: translates each page with the MMU before memory is read. */
#include "../armv7/cp15.h"
#include "par.h"
#include <bobbin/port.h>

#define PAGE_BYTES 4096u

static bool page_is_memory(uint32_t address)
{
    uint32_t cpsr = interrupts_mask();
    uint32_t ttbcr, low, high;
    bool memory;

    cp15_write(address, 0, c7, c8, 0); /* ATS1CPR: translate as a privileged read */
    cp15_isb();
    cp15_read(low, 0, c7, c4, 0);
    memory = par_short_is_memory(low);
    cp15_read(ttbcr, 0, c2, c0, 2);
    if ((ttbcr & TTBCR_EAE) && (low & PAR_LPAE)) {
        __asm__ volatile("mrrc p15, 0, %0, %1, c7" : "=r"(low), "=r"(high));
        memory = par_long_is_memory(low, high);
    }
    interrupts_restore(cpsr);
    return memory;
}

bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    uint32_t last = address + size_bytes - 1;

    if (size_bytes == 0 || last < address)
        return false;
    if (!(cp15_sctlr() & SCTLR_M))
        return true;
    for (uint32_t page = address & -PAGE_BYTES;; page += PAGE_BYTES) {
        if (!page_is_memory(page))
            return false;
        if (last - page < PAGE_BYTES)
            return true;
    }
}
