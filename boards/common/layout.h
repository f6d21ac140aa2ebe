/* SPDX-License-Identifier: MIT */
/* The symbols of linker/board.ld. Only their addresses have a meaning. */
#ifndef BOARD_LAYOUT_H
#define BOARD_LAYOUT_H

#include <stdint.h>

#include <bobbin/port.h>

/* Code, constants, the load image of .data and the table. Read-only after board_protect. */
extern const uint8_t __flash_start[], __flash_end[];

/* Code that a branch from flash cannot reach; empty in most images. The start is page-aligned. */
extern const uint8_t __far_start[], __far_end[];

/* All writable memory: .data, .bss, heap, then the stacks, each above its guard. Page-aligned. */
extern uint8_t __ram_start[], __ram_end[];

/* Memory that a reset leaves alone. One page. */
extern uint8_t __bobbin_record_start[], __bobbin_record_end[];

extern const uint32_t __data_load[];
extern uint32_t __data_start[], __data_end[];
extern uint32_t __bss_start[], __bss_end[];
extern char __heap_start[], __heap_end[];

/* The guard: bytes below each stack that are never mapped. linker/board.ld reserves the same
   size. */
#define BOARD_GUARD_BYTES 4096u

/* The regions of bobbin_config.memory: flash, data, then the stacks without their guards. */
enum { BOARD_STACKS = 7, BOARD_MEMORY = 2 + BOARD_STACKS };
extern const struct bobbin_region board_memory[BOARD_MEMORY];
#define BOARD_FIRST_STACK (&board_memory[2])

#endif
