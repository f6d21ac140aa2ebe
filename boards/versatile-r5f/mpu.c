/* SPDX-License-Identifier: MIT */
/*
 * Sets the MPU regions of the Cortex-R5F board: flash, RAM, the record, the devices in use, a guard
 * below each stack, far code. The background region is off, so all other addresses fault. PMSAv7
 * (ARM ARM B5.1): the size of a region is a power of two, its base a multiple of the size. Where
 * regions overlap, the one with the higher number applies.
 */
#include "boards/devices/mpu.h"
#include "board.h"
#include "layout.h"
#include "port/armv7/cp15.h"

enum {
    /* DRACR (ARM ARM B6.1.32) */
    XN = 1 << 12,
    NO_ACCESS = 0,
    READ_WRITE = 3 << 8,
    READ_ONLY = 6 << 8,
    NORMAL = 0x0b, /* TEX 001, C, B: write-back, write-allocate */
    DEVICE = 0x01, /* B: shareable device */

    DRSR_ENABLE = 1,
};

/* Addresses of the first system peripherals: VIC, timers and UART. */
#define DEVICES_LOW  0x10100000u
#define DEVICES_HIGH 0x10200000u

/* Returns the DRSR.RSize field of the smallest region that holds SIZE_BYTES; n means 2^(n+1)
   bytes. */
static uint32_t region_size_field(uint32_t size_bytes)
{
    uint32_t field = 11;

    while (size_bytes > 2u << field)
        field++;
    return field;
}

/* LOW must be a multiple of the region size; board.ld and the memory map ensure this. */
static void set_region(uint32_t number, uint32_t low, uint32_t high, uint32_t access)
{
    uint32_t size = region_size_field(high - low) << 1 | DRSR_ENABLE;

    cp15_write(number, 0, c6, c2, 0); /* RGNR */
    cp15_write(low, 0, c6, c1, 0);    /* DRBAR */
    cp15_write(access, 0, c6, c1, 4); /* DRACR */
    cp15_write(size, 0, c6, c1, 2);   /* DRSR */
}

void board_protect(void)
{
    uint32_t number = 0;

    set_region(number++, (uint32_t)__flash_start, (uint32_t)__flash_end, READ_ONLY | NORMAL);
    set_region(number++, (uint32_t)__ram_start, (uint32_t)__ram_end, READ_WRITE | NORMAL | XN);
    set_region(number++, (uint32_t)__bobbin_record_start, (uint32_t)__bobbin_record_end,
               READ_WRITE | NORMAL | XN);
    set_region(number++, DEVICES_LOW, DEVICES_HIGH, READ_WRITE | DEVICE | XN);
    for (uint32_t i = 0; i < BOARD_STACKS; i++) {
        uint32_t low = BOARD_FIRST_STACK[i].low;

        set_region(number++, low - BOARD_GUARD_BYTES, low, NO_ACCESS | XN);
    }
    if ((uint32_t)__far_start < (uint32_t)__far_end)
        set_region(number++, (uint32_t)__far_start, (uint32_t)__far_end, READ_ONLY | NORMAL);
    mpu_switch_on();
}
