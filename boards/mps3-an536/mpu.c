/* SPDX-License-Identifier: MIT */
/*
 * Sets the MPU regions of the Cortex-R52 board: flash, RAM up to the first guard, each stack, far
 * code, the devices in use. The background region is off, so all other addresses fault, and so do
 * the guards. PMSAv8 (Armv8-R AArch32 supplement, ARM DDI 0568, "Protected Memory System
 * Architecture"): a region has any multiple of 64 bytes, and regions must not overlap.
 */
#include "boards/devices/mpu.h"
#include "board.h"
#include "boards/devices/gicv3.h"
#include "layout.h"
#include "port/armv7/cp15.h"

enum {
    /* PRBAR */
    XN = 1 << 0,
    READ_WRITE = 1 << 1, /* also in User mode */
    READ_ONLY = 3 << 1,

    /* PRLAR, and the attributes in MAIR0 that it selects */
    ENABLE = 1 << 0,
    NORMAL = 0 << 1,
    DEVICE = 1 << 1,
    MAIR0_ATTRIBUTES = 0x04ff, /* 0: write-back; 1: Device-nGnRE */

    UART_BYTES = 4096,
};

#define REGION_BYTES 64u /* the unit of a region */

static uint32_t regions;

/* From LOW, a multiple of 64, to the end of the 64 bytes that HIGH - 1 is in. */
static void add_region(uint32_t low, uint32_t high, uint32_t access, uint32_t attributes)
{
    uint32_t limit = (high - 1) & -REGION_BYTES;

    cp15_write(regions, 0, c6, c2, 1); /* PRSELR */
    cp15_isb();
    cp15_write(low | access, 0, c6, c3, 0);                /* PRBAR */
    cp15_write(limit | attributes | ENABLE, 0, c6, c3, 1); /* PRLAR */
    regions++;
}

static void add_device(uint32_t base, uint32_t size_bytes)
{
    add_region(base, base + size_bytes, READ_WRITE | XN, DEVICE);
}

void board_protect(void)
{
    regions = 0; /* each processor calls this function */
    cp15_write(MAIR0_ATTRIBUTES, 0, c10, c2, 0);
    add_region((uint32_t)__flash_start, (uint32_t)__flash_end, READ_ONLY, NORMAL);
    add_region((uint32_t)__ram_start, BOARD_FIRST_STACK[0].low - BOARD_GUARD_BYTES, READ_WRITE | XN,
               NORMAL);
    add_region((uint32_t)__bobbin_record_start, (uint32_t)__bobbin_record_end, READ_WRITE | XN,
               NORMAL);
    for (uint32_t i = 0; i < BOARD_STACKS; i++)
        add_region(BOARD_FIRST_STACK[i].low, BOARD_FIRST_STACK[i].high, READ_WRITE | XN, NORMAL);
    if ((uint32_t)__far_start < (uint32_t)__far_end)
        add_region((uint32_t)__far_start, (uint32_t)__far_end, READ_ONLY, NORMAL);
    add_device(board_uart_base, UART_BYTES);
    add_device(board_gic_distributor, GICV3_DISTRIBUTOR_BYTES);
    add_device(board_gic_redistributor, 2 * GICV3_REDISTRIBUTOR_BYTES);
    mpu_switch_on();
}
