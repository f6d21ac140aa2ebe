/* SPDX-License-Identifier: MIT */
/* The self-check in a firmware: its own table and code, by the port's own way to them. */
#ifndef SELFCHECK_ON_BOARD_H
#define SELFCHECK_ON_BOARD_H

#include <stdint.h>

/* The exit status of the program. STEP as for selfcheck(). */
int selfcheck_on_board(uint32_t step);

#endif
