/* SPDX-License-Identifier: MIT */
/*
 * Builds the page tables of the Cortex-A9 board: flash, RAM without the guards, the devices in use.
 * All other addresses fault. Short descriptors with 4 KiB pages (ARM ARM B3.5.1). The data cache
 * stays off, so only the TLB and the instruction cache need maintenance.
 */
#include "board.h"
#include "layout.h"
#include "port/armv7/cp15.h"

enum {
    PAGE_BYTES = 4096,
    SECTION_SHIFT = 20,
    L1_ENTRIES = 4096,
    L2_ENTRIES = 256,
    L2_TABLES_MAX = 16, /* one for each MiB in use: 8 flash, 1 far, 4 RAM, 2 devices */

    L1_TABLE = 1,
    PAGE = 2,
    PAGE_XN = 1,            /* with PAGE */
    PAGE_NORMAL = 0x4c,     /* TEX 001, C, B: write-back */
    PAGE_DEVICE = 0x04,     /* B: shareable device */
    PAGE_READ_WRITE = 0x30, /* AP 011 */
    PAGE_READ_ONLY = 0x230, /* AP 111 */

    CODE = PAGE | PAGE_NORMAL | PAGE_READ_ONLY,
    DATA = PAGE | PAGE_NORMAL | PAGE_READ_WRITE | PAGE_XN,
    DEVICE = PAGE | PAGE_DEVICE | PAGE_READ_WRITE | PAGE_XN,

    DACR_DOMAIN0_CLIENT = 1,
    SCTLR_I_Z = 1 << 12 | 1 << 11,
};

struct mapping {
    uint32_t low, high;
    uint32_t attributes;
};

static const struct mapping mappings[] = {
    {(uint32_t)__flash_start, (uint32_t)__flash_end, CODE},
    {(uint32_t)__far_start, (uint32_t)__far_end, CODE},
    {(uint32_t)__ram_start, (uint32_t)__ram_end, DATA},
    {0x10009000, 0x1000d000, DEVICE}, /* UART 0 to 3 */
    {0x10011000, 0x10013000, DEVICE}, /* SP804 timers */
    {0x1e000000, 0x1e002000, DEVICE}, /* interrupt controller, private timers */
};

static uint32_t l1[L1_ENTRIES] __attribute__((aligned(16384)));
static uint32_t l2[L2_TABLES_MAX][L2_ENTRIES] __attribute__((aligned(1024)));
static uint32_t l2_used;

/* Assigns a second-level page table to the section (1 MiB) of ADDRESS, if it has none yet. */
static void open_section(uint32_t address)
{
    uint32_t *section = &l1[address >> SECTION_SHIFT];

    if (*section != 0)
        return;
    if (l2_used == L2_TABLES_MAX)
        __builtin_trap();
    *section = (uint32_t)l2[l2_used++] | L1_TABLE;
}

/* Returns the page table entry of ADDRESS. The section of ADDRESS must have a page table. */
static uint32_t *page_entry(uint32_t address)
{
    uint32_t section = l1[address >> SECTION_SHIFT];

    return (uint32_t *)(section & ~1023u) + (address / PAGE_BYTES) % L2_ENTRIES;
}

static void map(const struct mapping *mapping)
{
    for (uint32_t page = mapping->low; page < mapping->high; page += PAGE_BYTES) {
        open_section(page);
        *page_entry(page) = page | mapping->attributes;
    }
}

static void unmap(uint32_t low, uint32_t high)
{
    for (uint32_t page = low; page < high; page += PAGE_BYTES)
        *page_entry(page) = 0;
}

static void switch_on(void)
{
    cp15_write(0, 0, c2, c0, 2);                   /* TTBCR */
    cp15_write((uint32_t)l1, 0, c2, c0, 0);        /* TTBR0 */
    cp15_write(DACR_DOMAIN0_CLIENT, 0, c3, c0, 0); /* DACR */
    cp15_write(0, 0, c8, c7, 0);                   /* TLBIALL */
    cp15_write(0, 0, c7, c5, 0);                   /* ICIALLU */
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    cp15_write(cp15_sctlr() | SCTLR_M | SCTLR_I_Z, 0, c1, c0, 0);
    cp15_isb();
}

void board_protect(void)
{
    for (uint32_t i = 0; i < sizeof(mappings) / sizeof(mappings[0]); i++)
        map(&mappings[i]);
    for (uint32_t i = 0; i < BOARD_STACKS; i++)
        unmap(BOARD_FIRST_STACK[i].low - BOARD_GUARD_BYTES, BOARD_FIRST_STACK[i].low);
    switch_on();
}
