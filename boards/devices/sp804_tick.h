/* SPDX-License-Identifier: MIT */
/* What the board defines for sp804_tick.c. */
#ifndef BOARD_SP804_TICK_H
#define BOARD_SP804_TICK_H

#include <stdint.h>

extern const uint32_t board_tick_base; /* address of the SP804's registers */

#endif
