/* SPDX-License-Identifier: MIT */
/*
 * QEMU's mps3-an536 has no reset register: its watchdog resets it (ARM DDI 0479, 4.5: the second
 * time-out without an answer to the first).
 */
#include "boards/devices/device.h"
#include "record.h"
#include "switch_off.h"

enum {
    WATCHDOG = 0xe0100000,
    WDOGLOAD = 0x000,
    WDOGCONTROL = 0x008,
    WDOGLOCK = 0xc00,
    UNLOCK = 0x1acce551,
    RESEN_INTEN = 3,
    TICKS = 100,
};

void board_reset(void)
{
    switch_off();
    *device_register(WATCHDOG, WDOGLOCK) = UNLOCK;
    *device_register(WATCHDOG, WDOGLOAD) = TICKS;
    *device_register(WATCHDOG, WDOGCONTROL) = RESEN_INTEN;
    for (;;)
        ;
}
