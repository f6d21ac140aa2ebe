/* SPDX-License-Identifier: MIT */
/* QEMU's virt has no reset register: PSCI resets it, from Hyp mode by SMC (ARM DEN 0022). */
#include <stdint.h>

#include "record.h"

#define PSCI_SYSTEM_RESET 0x84000009u

void board_reset(void)
{
    register uint32_t r0 __asm__("r0") = PSCI_SYSTEM_RESET;

    __asm__ volatile(".arch_extension sec\n\tsmc #0" : "+r"(r0) : : "r1", "r2", "r3", "memory");
    for (;;)
        ;
}
