/* SPDX-License-Identifier: MIT */
/* From the image as it was loaded to memory as C expects it. */
#include "board.h"
#include "layout.h"

/* Runs before .data and .bss are there: only registers and the stack may be used. */
void board_init_sections(void)
{
    const uint32_t *from = __data_load;

    if (from != __data_start)
        for (uint32_t *to = __data_start; to != __data_end;)
            *to++ = *from++;
    for (uint32_t *to = __bss_start; to != __bss_end;)
        *to++ = 0;
}
