/* SPDX-License-Identifier: MIT */
/* The system registers of Versatile PB (ARM DUI 0225, "Status and system control registers"). */
#include "boards/devices/device.h"
#include "record.h"
#include "switch_off.h"

enum {
    SYSTEM_REGISTERS = 0x10000000,
    SYS_LOCK = 0x20,
    SYS_RESETCTL = 0x40,
    UNLOCK = 0xa05f,
    RESET = 1 << 8,
};

void board_reset(void)
{
    switch_off();
    *device_register(SYSTEM_REGISTERS, SYS_LOCK) = UNLOCK;
    *device_register(SYSTEM_REGISTERS, SYS_RESETCTL) = RESET;
    for (;;)
        ;
}
