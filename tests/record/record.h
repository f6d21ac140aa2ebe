/* SPDX-License-Identifier: MIT */
/* Parts of the firmware that crashes, resets and hands its report over. */
#ifndef TESTS_RECORD_H
#define TESTS_RECORD_H

/* Resets the board with its own reset register, or as reset_BOARD.c says. */
void board_reset(void) __attribute__((noreturn));

#endif
