/* SPDX-License-Identifier: MIT */
/* The other processors are off until PSCI starts them (ARM DEN 0022, CPU_ON). */
#include "processors.h"

#define PSCI_CPU_ON 0x84000003u

static void cpu_on(uint32_t number, void (*entry)(void))
{
    register uint32_t r0 __asm__("r0") = PSCI_CPU_ON;
    register uint32_t r1 __asm__("r1") = number;
    register uint32_t r2 __asm__("r2") = (uint32_t)entry;
    register uint32_t r3 __asm__("r3") = 0;

    __asm__ volatile(".arch_extension virt\n\thvc #0"
                     : "+r"(r0), "+r"(r1), "+r"(r2), "+r"(r3)
                     :
                     : "memory");
}

void board_start_others(void)
{
    for (uint32_t number = 1; number < BOBBIN_PROCESSORS; number++)
        cpu_on(number, others_reset);
}
