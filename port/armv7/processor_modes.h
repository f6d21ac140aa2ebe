/* SPDX-License-Identifier: MIT */
/* Processor modes (ARM ARM B1.3.1), for C and assembly. Each banks r13 and r14; FIQ also banks
   r8-r12. */
#ifndef BOBBIN_PROCESSOR_MODES_H
#define BOBBIN_PROCESSOR_MODES_H

#define MODE_USR 0x10
#define MODE_FIQ 0x11
#define MODE_IRQ 0x12
#define MODE_SVC 0x13
#define MODE_ABT 0x17
#define MODE_HYP 0x1a /* has its own r13, and the r14 of MODE_USR */
#define MODE_UND 0x1b
#define MODE_SYS 0x1f /* privileged; has the registers of MODE_USR */

#endif
