/* SPDX-License-Identifier: MIT */
/* What linker/board.ld knows about memory, as C sees it. Addresses only; nothing is stored there. */
#ifndef BOARD_LAYOUT_H
#define BOARD_LAYOUT_H

#include <stdint.h>

#include <bobbin/port.h>

/* Code, constants, the load image of .data and the table: read-only once the board is protected. */
extern const uint8_t __flash_start[], __flash_end[];

/* Code out of the reach of a branch from the rest; empty in most images. Page-aligned at its start. */
extern const uint8_t __far_start[], __far_end[];

/* Everything writable: .data, .bss, heap, then the stacks, each above its guard. Page-aligned. */
extern uint8_t __ram_start[], __ram_end[];

extern const uint32_t __data_load[];
extern uint32_t __data_start[], __data_end[];
extern uint32_t __bss_start[], __bss_end[];
extern char __heap_start[], __heap_end[];

/* This many bytes below each stack's low end are never mapped. linker/board.ld says the same. */
#define BOARD_GUARD_BYTES 4096u

/* What a trace or a stack dump may read: flash, data, then the stacks without their guards. */
enum { BOARD_STACKS = 7, BOARD_MEMORY = 2 + BOARD_STACKS };
extern const struct bobbin_region board_memory[BOARD_MEMORY];
#define BOARD_FIRST_STACK (&board_memory[2])

#endif
