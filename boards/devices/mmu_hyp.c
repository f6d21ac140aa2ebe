/* SPDX-License-Identifier: MIT */
/*
 * The same as mmu.c for Hyp mode: long descriptors with 4 KiB pages (ARM ARM B3.6, "Long-descriptor
 * translation table format"). The first level has an entry for each GiB, the second for each 2 MiB.
 */
#include "board.h"
#include "layout.h"
#include "mmu.h"
#include "port/armv7/cp15.h"

enum {
    PAGE_BYTES = 4096,
    L1_SHIFT = 30,
    L2_SHIFT = 21,
    L3_SHIFT = 12,
    L1_ENTRIES = 4,
    ENTRIES = 512,
    TABLES_MAX = 16, /* 2 GiB in use; 2 MiB blocks: 5 flash, 4 RAM, 1 far, 2 devices */

    TABLE = 3,
    PAGE = 3,
    PAGE_READ_WRITE = 1 << 6, /* AP[1]: must be 1 in Hyp mode */
    PAGE_READ_ONLY = 3 << 6,
    PAGE_SHAREABLE = 3 << 8,
    PAGE_ACCESSED = 1 << 10,
    PAGE_NORMAL = 0 << 2, /* numbers of attributes in HMAIR0 */
    PAGE_DEVICE = 1 << 2,
    HMAIR0_ATTRIBUTES = 0x04ff, /* 0: write-back; 1: Device */

    HSCTLR_I = 1 << 12,
};

#define PAGE_XN      (1ull << 54)
#define PAGE_ALWAYS  (PAGE | PAGE_ACCESSED | PAGE_SHAREABLE)
#define CODE         (PAGE_ALWAYS | PAGE_NORMAL | PAGE_READ_ONLY)
#define DATA         (PAGE_ALWAYS | PAGE_NORMAL | PAGE_READ_WRITE | PAGE_XN)
#define DEVICE       (PAGE_ALWAYS | PAGE_DEVICE | PAGE_READ_WRITE | PAGE_XN)
#define TABLE_OF     0xfffff000u /* the address in a descriptor of a table */
#define HTCR_ALL_4GB 0x80800000u /* T0SZ 0, tables not cached; bits 31 and 23 are always 1 */

static uint64_t l1[L1_ENTRIES] __attribute__((aligned(32)));
static uint64_t tables[TABLES_MAX][ENTRIES] __attribute__((aligned(PAGE_BYTES)));
static uint32_t tables_used;

/* Returns the table that ENTRY leads to. Assigns one if it has none. */
static uint64_t *open_table(uint64_t *entry)
{
    if (*entry == 0) {
        if (tables_used == TABLES_MAX)
            __builtin_trap();
        *entry = (uint32_t)tables[tables_used++] | TABLE;
    }
    return (uint64_t *)((uint32_t)*entry & TABLE_OF);
}

static uint64_t *page_entry(uint32_t address)
{
    uint64_t *l2 = open_table(&l1[address >> L1_SHIFT]);
    uint64_t *l3 = open_table(&l2[address >> L2_SHIFT & (ENTRIES - 1)]);

    return &l3[address >> L3_SHIFT & (ENTRIES - 1)];
}

static void map(uint32_t low, uint32_t high, uint64_t attributes)
{
    for (uint32_t page = low; page < high; page += PAGE_BYTES)
        *page_entry(page) = page | attributes;
}

static void switch_on(void)
{
    uint32_t control;

    cp15_write(HMAIR0_ATTRIBUTES, 4, c10, c2, 0);
    cp15_write(HTCR_ALL_4GB, 4, c2, c0, 2);
    __asm__ volatile("mcrr p15, 4, %0, %1, c2" : : "r"(l1), "r"(0)); /* HTTBR */
    cp15_write(0, 4, c8, c7, 0);                                     /* TLBIALLH */
    cp15_write(0, 0, c7, c5, 0);                                     /* ICIALLU */
    __asm__ volatile("dsb\n\tisb" ::: "memory");
    cp15_read(control, 4, c1, c0, 0);
    cp15_write(control | SCTLR_M | HSCTLR_I, 4, c1, c0, 0);
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
        map(BOARD_FIRST_STACK[i].low - BOARD_GUARD_BYTES, BOARD_FIRST_STACK[i].low, 0);
    switch_on();
}
