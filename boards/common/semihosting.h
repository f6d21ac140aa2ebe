/* SPDX-License-Identifier: MIT */
/* The way to the emulator or debugger (Arm semihosting 2.0, A32 HLT). Without one it is a fault. */
#ifndef BOARD_SEMIHOSTING_H
#define BOARD_SEMIHOSTING_H

#include <stdint.h>

enum {
    SEMIHOSTING_OPEN = 0x01,          /* block: path, mode, its length; a handle, or -1 */
    SEMIHOSTING_CLOSE = 0x02,         /* block: handle; 0 when it is closed */
    SEMIHOSTING_WRITE = 0x05,         /* block: handle, bytes, size; how many were not written */
    SEMIHOSTING_GET_CMDLINE = 0x15,   /* block: buffer address, its size; 0 when it was filled */
    SEMIHOSTING_EXIT_EXTENDED = 0x20, /* block: reason, status; does not return */
};

#define SEMIHOSTING_REASON_EXIT 0x20026u /* ADP_Stopped_ApplicationExit */

/* Asks for OPERATION with the words at BLOCK and gives its answer. Changes nothing but r0. */
uint32_t board_semihosting(uint32_t operation, const void *block);

#endif
