/* SPDX-License-Identifier: MIT */
/* Without a debugger its trap is an undefined instruction, which ends the report. */
#include "semihosting_trap.h"
#include <bobbin/port.h>

#define CHUNK_BYTES 64u

void bobbin_sink_semihosting(const char *bytes, uint32_t size_bytes)
{
    char chunk[CHUNK_BYTES];

    while (size_bytes > 0) {
        uint32_t length = 0;

        while (size_bytes > 0 && length < CHUNK_BYTES - 1) {
            chunk[length++] = *bytes++;
            size_bytes--;
        }
        chunk[length] = '\0';
        semihosting(SYS_WRITE0, chunk);
    }
}
