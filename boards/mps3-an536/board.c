/* SPDX-License-Identifier: MIT */
/* Constants of the board MPS3 AN536, as QEMU's mps3-an536 emulates it. */
#include "board.h"
#include "boards/devices/gicv3.h"

const char board_name[] = "mps3-an536";
const uint32_t board_uart_base = 0xe7c00000; /* the private UART of processor 0 */
const uint32_t board_gic_distributor = 0xf0000000;
const uint32_t board_gic_redistributor = 0xf0100000;
