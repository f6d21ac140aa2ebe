/* SPDX-License-Identifier: MIT */
/* The memory regions of a board, from the symbols of linker/board.ld. */
#include "layout.h"

#define STACK(name) extern uint8_t __stack_##name##_low[], __stack_##name##_high[];
STACK(main)
STACK(svc)
STACK(irq)
STACK(fiq)
STACK(abt)
STACK(und)
STACK(crash)
#undef STACK

#define STACK(name)                                                                                \
    {                                                                                              \
#name, (uint32_t)__stack_##name##_low, (uint32_t)__stack_##name##_high                     \
    }
const struct bobbin_region board_memory[BOARD_MEMORY] = {
    {"flash", (uint32_t)__flash_start, (uint32_t)__flash_end},
    {"data", (uint32_t)__ram_start, (uint32_t)__heap_end},
    STACK(main),
    STACK(svc),
    STACK(irq),
    STACK(fiq),
    STACK(abt),
    STACK(und),
    STACK(crash),
};
