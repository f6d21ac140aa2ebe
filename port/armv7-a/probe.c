/* SPDX-License-Identifier: MIT */
/* The memory probe of ARMv7-A: translates each page with the MMU before memory is read. */
#include "../armv7/cp15.h"
#include "../armv7/processor_modes.h"
#include "par.h"
#include <bobbin/port.h>

#define PAGE_BYTES 4096u

static bool in_hyp_mode(void)
{
    return (cpsr_read() & BOBBIN_CPSR_MODE) == MODE_HYP;
}

/* PAR after a translation with the long format. */
static bool long_par_is_memory(void)
{
    uint32_t low, high;

    __asm__ volatile("mrrc p15, 0, %0, %1, c7" : "=r"(low), "=r"(high));
    return par_long_is_memory(low, high);
}

/* Hyp mode has an MMU of its own, with the long format. */
static bool page_is_memory_in_hyp(uint32_t address)
{
    cp15_write(address, 4, c7, c8, 0); /* ATS1HR: translate as a read in Hyp mode */
    cp15_isb();
    return long_par_is_memory();
}

static bool page_is_memory_in_pl1(uint32_t address)
{
    uint32_t ttbcr, low;

    cp15_write(address, 0, c7, c8, 0); /* ATS1CPR: translate as a privileged read */
    cp15_isb();
    cp15_read(low, 0, c7, c4, 0);
    cp15_read(ttbcr, 0, c2, c0, 2);
    if ((ttbcr & TTBCR_EAE) && (low & PAR_LPAE))
        return long_par_is_memory();
    return par_short_is_memory(low);
}

static bool page_is_memory(uint32_t address, bool hyp)
{
    uint32_t cpsr = interrupts_mask();
    bool memory = hyp ? page_is_memory_in_hyp(address) : page_is_memory_in_pl1(address);

    interrupts_restore(cpsr);
    return memory;
}

static bool mmu_is_on(bool hyp)
{
    uint32_t control;

    if (hyp)
        cp15_read(control, 4, c1, c0, 0); /* HSCTLR */
    else
        control = cp15_sctlr();
    return control & SCTLR_M;
}

bool bobbin_port_readable(uint32_t address, uint32_t size_bytes)
{
    uint32_t last = address + size_bytes - 1;
    bool hyp = in_hyp_mode();

    if (size_bytes == 0 || last < address)
        return false;
    if (!mmu_is_on(hyp))
        return true;
    for (uint32_t page = address & -PAGE_BYTES;; page += PAGE_BYTES) {
        if (!page_is_memory(page, hyp))
            return false;
        if (last - page < PAGE_BYTES)
            return true;
    }
}
