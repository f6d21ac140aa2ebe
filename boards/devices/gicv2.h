/* SPDX-License-Identifier: MIT */
/* What the board defines for gicv2.c: the addresses of the controller's two blocks of registers. */
#ifndef BOARD_GICV2_H
#define BOARD_GICV2_H

#include <stdint.h>

extern const uint32_t board_gic_distributor, board_gic_processor;

#endif
