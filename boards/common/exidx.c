/* SPDX-License-Identifier: MIT */
/* A function for config.fallback: opens the linker's .ARM.exidx, for firmware without a table. */
#include "layout.h"
#include <bobbin/formats.h>

extern const uint8_t __exidx_start[], __exidx_end[];

/* Used if the link has -Wl,--defsym=board_fallback=board_open_exidx. */
bool board_open_exidx(struct bobbin_table *table);

bool board_open_exidx(struct bobbin_table *table)
{
    static const struct bobbin_exidx_image image = {
        .code_start = __flash_start,
        .code_end = __flash_end,
        .index_start = __exidx_start,
        .index_end = __exidx_end,
        .data_start = __flash_start,
        .data_end = __flash_end,
    };
    static uint32_t words[BOBBIN_EXIDX_WORDS];

    return bobbin_exidx_open(table, words, &image) == BOBBIN_TABLE_OK;
}
