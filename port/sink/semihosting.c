/* SPDX-License-Identifier: MIT */
/* Report output by semihosting. Without a debugger, HLT is an undefined instruction and ends the
   report. */
#include "semihosting_trap.h"
#include <bobbin/port.h>

#define CHUNK_BYTES 64u /* SYS_WRITE0 needs a zero byte at the end, so text is copied in chunks */

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
