/* SPDX-License-Identifier: MIT */
/* 32-bit device registers; volatile, so the compiler makes each access once and in order. */
#ifndef BOARD_DEVICE_H
#define BOARD_DEVICE_H

#include <stdint.h>

static inline volatile uint32_t *device_register(uint32_t base, uint32_t offset)
{
    return (volatile uint32_t *)(base + offset);
}

#endif
