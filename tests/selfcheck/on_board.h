/* SPDX-License-Identifier: MIT */
/* The self-check in firmware. It gets the firmware's own table and code through the port. */
#ifndef SELFCHECK_ON_BOARD_H
#define SELFCHECK_ON_BOARD_H

#include <stdint.h>

/* Returns the program's exit status. STEP as for selfcheck(). */
int selfcheck_on_board(uint32_t step);

#endif
