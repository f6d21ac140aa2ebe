/* SPDX-License-Identifier: MIT */
/* Software generated interrupts of a GICv2 (GIC architecture 4.3.15). */
#include "board.h"
#include "boards/devices/device.h"
#include "boards/devices/gicv2.h"
#include "boards/devices/interrupts.h"
#include "processors.h"

enum { GICD_SGIR = 0xf00, TARGETS_SHIFT = 16, GROUP_1 = 1 << 15 };

void board_stop_enable(void)
{
    interrupts_enable(STOP_IRQ, false);
    interrupts_enable(STOP_FIQ, true);
}

bool board_stop(uint32_t number, uint32_t attempt)
{
    uint32_t interrupt = attempt == 0 ? STOP_IRQ | GROUP_1 : STOP_FIQ;

    if (attempt > 1)
        return false;
    *device_register(board_gic_distributor, GICD_SGIR) = 1u << (TARGETS_SHIFT + number) | interrupt;
    return true;
}
