/* SPDX-License-Identifier: MIT */
/* Software generated interrupts of a GICv2 (GIC architecture 4.3.15). */
#include "board.h"
#include "boards/devices/device.h"
#include "boards/devices/gicv2.h"
#include "processors.h"

enum { GICD_SGIR = 0xf00, TARGETS_SHIFT = 16, GROUP_1 = 1 << 15 };

void board_send(uint32_t number, uint32_t interrupt)
{
    uint32_t group = interrupt == STOP_FIQ ? 0 : GROUP_1;

    *device_register(board_gic_distributor, GICD_SGIR) =
        1u << (TARGETS_SHIFT + number) | group | interrupt;
}
