/* SPDX-License-Identifier: MIT */
/*
 * SYS_WRITE0 by the HLT traps (Arm "Semihosting for AArch32 and AArch64", "The semihosting
 * interface"). SVC would do as well on older debuggers, but where none is attached it enters the
 * firmware's own SVC handler, and it overwrites lr and SPSR of Supervisor mode. HLT without a
 * debugger is an undefined instruction, which ends the report.
 */
#include "bobbin_port.h"

#define SYS_WRITE0  4u
#define CHUNK_BYTES 64u

#ifdef __thumb__
#define SEMIHOSTING_TRAP ".inst.n 0xbabc" /* hlt 0x3c */
#else
#define SEMIHOSTING_TRAP ".inst 0xe10f0070" /* hlt 0xf000 */
#endif

static void write0(const char *text)
{
    register uint32_t operation __asm__("r0") = SYS_WRITE0;
    register const char *argument __asm__("r1") = text;

    __asm__ volatile(SEMIHOSTING_TRAP : "+r"(operation) : "r"(argument) : "memory");
}

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
        write0(chunk);
    }
}
