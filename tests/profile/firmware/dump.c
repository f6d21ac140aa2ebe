/* SPDX-License-Identifier: MIT */
#include "dump.h"

#include <string.h>

#include "layout.h"
#include "semihosting.h"

enum { MODE_WB = 5 };

bool dump_memory(const char *path)
{
    const uint32_t open[3] = {(uint32_t)path, MODE_WB, strlen(path)};
    const uint32_t handle = board_semihosting(SEMIHOSTING_OPEN, open);
    const uint32_t write[3] = {handle, (uint32_t)__ram_start,
                               (uint32_t)(__heap_start - (char *)__ram_start)};

    return handle != UINT32_MAX && board_semihosting(SEMIHOSTING_WRITE, write) == 0 &&
           board_semihosting(SEMIHOSTING_CLOSE, &handle) == 0;
}
