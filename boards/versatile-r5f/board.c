/* SPDX-License-Identifier: MIT */
/* Constants of the board Versatile PB with a Cortex-R5F, as QEMU's versatilepb emulates it. */
#include "board.h"
#include "boards/devices/sp804_tick.h"

const char board_name[] = "versatile-r5f";
const uint32_t board_uart_base = 0x101f1000;
const uint32_t board_tick_base = 0x101e3000;
const uint32_t board_tick_interrupt = 5;
