/* SPDX-License-Identifier: MIT */
/*
 * Builds the page tables of a board with an MMU: flash, RAM without the guards, the devices in use.
 * All other addresses fault. Short descriptors with 4 KiB pages (ARM ARM B3.5.1). The data cache
 * stays off, so only the TLB and the instruction cache need maintenance.
 */
#include "mmu.h"

#include "board.h"
#include "layout.h"
#include "port/armv7/cp15.h"

enum {
    PAGE_BYTES = 4096,
    SECTION_SHIFT = 20,
    L1_ENTRIES = 4096,
    L2_ENTRIES = 256,
    L2_TABLES_MAX = 16, /* one for each MiB in use: 8 flash, 1 far, 5 RAM, 2 devices */

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

static void map(uint32_t low, uint32_t high, uint32_t attributes)
{
    for (uint32_t page = low; page < high; page += PAGE_BYTES) {
        open_section(page);
        *page_entry(page) = page | attributes;
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
    map((uint32_t)__flash_start, (uint32_t)__flash_end, CODE);
    map((uint32_t)__far_start, (uint32_t)__far_end, CODE);
    map((uint32_t)__ram_start, (uint32_t)__ram_end, DATA);
    map((uint32_t)__bobbin_record_start, (uint32_t)__bobbin_record_end, DATA);
    for (uint32_t i = 0; i < BOARD_DEVICES; i++)
        map(board_devices[i].low, board_devices[i].high, DEVICE);
    for (uint32_t i = 0; i < BOARD_STACKS; i++)
        unmap(BOARD_FIRST_STACK[i].low - BOARD_GUARD_BYTES, BOARD_FIRST_STACK[i].low);
    switch_on();
}
