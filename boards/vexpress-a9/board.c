/* SPDX-License-Identifier: MIT */
/* Constants of the board Versatile Express with a Cortex-A9, as QEMU's vexpress-a9 emulates it. */
#include "board.h"
#include <bobbin/port.h>

const char board_name[] = "vexpress-a9";
const uint32_t bobbin_pl011_base = 0x10009000;
const uint32_t board_tick_base = 0x10011000;
const uint32_t board_tick_interrupt = 34;
