/* SPDX-License-Identifier: MIT */
/* The configuration bus of Versatile Express (ARM DUI 0447, "Motherboard", SYS_CFGCTRL). */
#include "boards/devices/device.h"
#include "record.h"
#include "switch_off.h"

enum {
    SYSTEM_REGISTERS = 0x10000000,
    SYS_CFGDATA = 0xa0,
    SYS_CFGCTRL = 0xa4,
    CFG_START = 1 << 31,
    CFG_WRITE = 1 << 30,
    CFG_REBOOT = 9 << 20, /* function */
};

void board_reset(void)
{
    switch_off();
    *device_register(SYSTEM_REGISTERS, SYS_CFGDATA) = 0;
    *device_register(SYSTEM_REGISTERS, SYS_CFGCTRL) = CFG_START | CFG_WRITE | CFG_REBOOT;
    for (;;)
        ;
}
