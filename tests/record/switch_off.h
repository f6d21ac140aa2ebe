/* SPDX-License-Identifier: MIT */
/* Reset registers are in pages that the boards do not map: MMU or MPU go off first. */
#ifndef TESTS_RECORD_SWITCH_OFF_H
#define TESTS_RECORD_SWITCH_OFF_H

#include "port/armv7/cp15.h"

static inline void switch_off(void)
{
    __asm__ volatile("dsb" : : : "memory");
    cp15_write(cp15_sctlr() & ~SCTLR_M, 0, c1, c0, 0);
    cp15_isb();
}

#endif
