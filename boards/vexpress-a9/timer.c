/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A9's private timer (Cortex-A9 MPCore TRM 4.1) and the part of its interrupt controller that
 * it needs (GIC architecture 1.0, 4.3 and 4.4).
 */
#include "board.h"
#include "device.h"

/* 10 ns: QEMU runs it at 100 MHz, which is 10 instructions with -icount shift=0. */
const uint32_t board_timer_hz = 100000000;

enum {
    TIMER = 0x1e000600,
    TIMER_LOAD = 0x0,
    TIMER_CONTROL = 0x8,
    TIMER_STATUS = 0xc,
    CONTROL_RUN = 1 << 2 | 1 << 1 | 1 << 0, /* interrupt, reload, enable */
    STATUS_EVENT = 1,

    GICC = 0x1e000100,
    GICC_CTLR = 0x0,
    GICC_PMR = 0x4,
    GICC_IAR = 0xc,
    GICC_EOIR = 0x10,
    GICC_CTLR_ENABLE = 1,
    GICC_PMR_ALL = 0xff,

    GICD = 0x1e001000,
    GICD_CTLR = 0x0,
    GICD_ISENABLER0 = 0x100,
    GICD_IPRIORITYR7 = 0x41c, /* of interrupts 28 to 31 */
    GICD_CTLR_ENABLE = 1,
    PRIORITY = 0x80 << 8, /* of interrupt 29 */

    INTERRUPT = 29,
};

static void count(uint32_t period_ticks)
{
    *device_register(TIMER, TIMER_CONTROL) = 0;
    *device_register(TIMER, TIMER_STATUS) = STATUS_EVENT;
    *device_register(TIMER, TIMER_LOAD) = period_ticks - 1;
    *device_register(TIMER, TIMER_CONTROL) = CONTROL_RUN;
}

void board_timer_start(uint32_t period_ticks)
{
    *device_register(GICD, GICD_IPRIORITYR7) = PRIORITY;
    *device_register(GICD, GICD_ISENABLER0) = 1u << INTERRUPT;
    *device_register(GICD, GICD_CTLR) = GICD_CTLR_ENABLE;
    *device_register(GICC, GICC_PMR) = GICC_PMR_ALL;
    *device_register(GICC, GICC_CTLR) = GICC_CTLR_ENABLE;
    count(period_ticks);
}

void board_timer_restart(uint32_t period_ticks)
{
    uint32_t interrupt = *device_register(GICC, GICC_IAR);

    count(period_ticks);
    *device_register(GICC, GICC_EOIR) = interrupt;
}

void board_timer_stop(void)
{
    *device_register(TIMER, TIMER_CONTROL) = 0;
    *device_register(TIMER, TIMER_STATUS) = STATUS_EVENT;
}
