/* SPDX-License-Identifier: MIT */
/* The board timer: the private timer of the Cortex-A9 (Cortex-A9 MPCore TRM 4.1). */
#include "board.h"
#include "boards/devices/device.h"

/* A tick is 10 ns: QEMU runs this timer at 100 MHz. With -icount shift=0 this is 10
   instructions. */
const uint32_t board_timer_hz = 100000000;

enum {
    TIMER = 0x1e000600,
    TIMER_LOAD = 0x0,
    TIMER_CONTROL = 0x8,
    TIMER_STATUS = 0xc,
    CONTROL_RUN = 1 << 2 | 1 << 1 | 1 << 0, /* interrupt, reload, enable */
    STATUS_EVENT = 1,
};

const uint32_t board_timer_interrupt = 29;

void board_timer_again(uint32_t period_ticks)
{
    *device_register(TIMER, TIMER_CONTROL) = 0;
    *device_register(TIMER, TIMER_STATUS) = STATUS_EVENT;
    *device_register(TIMER, TIMER_LOAD) = period_ticks - 1;
    *device_register(TIMER, TIMER_CONTROL) = CONTROL_RUN;
}

void board_timer_stop(void)
{
    *device_register(TIMER, TIMER_CONTROL) = 0;
    *device_register(TIMER, TIMER_STATUS) = STATUS_EVENT;
}
