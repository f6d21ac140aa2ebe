/* SPDX-License-Identifier: MIT */
/* Processor modes (ARM ARM B1.3.1). Each banks r13 and r14; FIQ also banks r8-r12. */
#ifndef BOBBIN_BANK_H
#define BOBBIN_BANK_H

enum {
    MODE_USR = 0x10,
    MODE_FIQ = 0x11,
    MODE_IRQ = 0x12,
    MODE_SVC = 0x13,
    MODE_ABT = 0x17,
    MODE_UND = 0x1b,
    MODE_SYS = 0x1f, /* privileged; has the registers of MODE_USR */
};

#endif
