/* SPDX-License-Identifier: MIT */
/* Initialises .data and .bss at start-up. */
#include "board.h"
#include "layout.h"

/* Runs before .data and .bss are valid, so it uses only registers and the stack. */
void board_init_sections(void)
{
    const uint32_t *from = __data_load;

    if (from != __data_start)
        for (uint32_t *to = __data_start; to != __data_end;)
            *to++ = *from++;
    for (uint32_t *to = __bss_start; to != __bss_end;)
        *to++ = 0;
}
