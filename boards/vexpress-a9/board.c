/* SPDX-License-Identifier: MIT */
/* Constants of the board Versatile Express with a Cortex-A9, as QEMU's vexpress-a9 emulates it. */
#include "board.h"
#include "boards/devices/gicv2.h"
#include "boards/devices/mmu.h"
#include "boards/devices/sp804_tick.h"

const char board_name[] = "vexpress-a9";
const uint32_t board_uart_base = 0x10009000;
const uint32_t board_tick_base = 0x10011000;
const uint32_t board_tick_interrupt = 34;
const uint32_t board_gic_distributor = 0x1e001000;
const uint32_t board_gic_processor = 0x1e000100;

const struct board_range board_devices[BOARD_DEVICES] = {
    {0x10009000, 0x1000d000}, /* UART 0 to 3 */
    {0x10011000, 0x10013000}, /* SP804 timers */
    {0x1e000000, 0x1e002000}, /* interrupt controller, private timers */
};
