/* SPDX-License-Identifier: MIT */
/* The last step for the boards with an MPU. */
#ifndef BOARD_MPU_H
#define BOARD_MPU_H

#include "port/armv7/cp15.h"

/* Switches the MPU on, without the background region. */
static inline void mpu_switch_on(void)
{
    __asm__ volatile("dsb" ::: "memory");
    cp15_write((cp15_sctlr() & ~SCTLR_BR) | SCTLR_M, 0, c1, c0, 0);
    cp15_isb();
}

#endif
