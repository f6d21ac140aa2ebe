/* SPDX-License-Identifier: MIT */
/* The self-check in a firmware: its own table and code, by the port's own way to them. */
#ifndef SELFCHECK_ON_BOARD_H
#define SELFCHECK_ON_BOARD_H

/* The exit status of the program. */
int selfcheck_on_board(void);

#endif
