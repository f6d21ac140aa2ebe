/* SPDX-License-Identifier: MIT */
/*
 * Requests to the emulator or debugger (Arm semihosting 2.0, A32 HLT). If neither is connected, HLT
 * faults.
 */
#ifndef BOARD_SEMIHOSTING_H
#define BOARD_SEMIHOSTING_H

#include <stdint.h>

enum {
    SEMIHOSTING_OPEN = 0x01,          /* block: path, mode, path length; returns a handle or -1 */
    SEMIHOSTING_CLOSE = 0x02,         /* block: handle; returns 0 on success */
    SEMIHOSTING_WRITE = 0x05,         /* block: handle, bytes, size; returns unwritten bytes */
    SEMIHOSTING_GET_CMDLINE = 0x15,   /* block: buffer, its size; returns 0 on success */
    SEMIHOSTING_EXIT_EXTENDED = 0x20, /* block: reason, status; does not return */
};

#define SEMIHOSTING_REASON_EXIT 0x20026u /* ADP_Stopped_ApplicationExit */

/* Requests OPERATION with the words at BLOCK and returns its result. Changes only r0. */
uint32_t board_semihosting(uint32_t operation, const void *block);

#endif
