/* SPDX-License-Identifier: MIT */
/* What the board defines for mmu.c: the devices in use. */
#ifndef BOARD_MMU_H
#define BOARD_MMU_H

#include <stdint.h>

/* Whole pages of 4 KiB, from LOW to HIGH - 1. */
struct board_range {
    uint32_t low, high;
};

enum { BOARD_DEVICES = 3 };
extern const struct board_range board_devices[BOARD_DEVICES];

#endif
