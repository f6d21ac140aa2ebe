/* SPDX-License-Identifier: MIT */
/* Constants of the board virt with a Cortex-A15, as QEMU's virt emulates it. */
#include "board.h"
#include "boards/devices/gicv2.h"
#include "boards/devices/mmu.h"

const char board_name[] = "virt-a15";
const uint32_t board_uart_base = 0x09000000;
const uint32_t board_gic_distributor = 0x08000000;
const uint32_t board_gic_processor = 0x08010000;

const struct board_range board_devices[BOARD_DEVICES] = {
    {0x08000000, 0x08001000}, /* interrupt controller: distributor */
    {0x08010000, 0x08012000}, /* its part for the processor */
    {0x09000000, 0x09001000}, /* UART */
};
