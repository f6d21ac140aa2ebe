/* SPDX-License-Identifier: MIT */
/* How our boards report. What differs from board to board is in its board.c. */
#include "board.h"
#include "layout.h"

/* A link that wants them defines them (-Wl,--defsym): without, there are none. */
extern const struct bobbin_foreign board_foreign __attribute__((weak));
bool board_fallback(struct bobbin_table *table) __attribute__((weak));

const struct bobbin_config bobbin_config = {
    .name = board_name,
    .put = bobbin_sink_pl011,
    .now = board_now,
    .time_max = BOARD_REPORT_CYCLES_MAX,
    .finish = board_finish_report,
    .memory = board_memory,
    .memory_count = BOARD_MEMORY,
    .stacks = BOARD_FIRST_STACK,
    .stacks_count = BOARD_STACKS,
    .stack_words_max = BOARD_REPORT_STACK_WORDS_MAX,
    .foreign = &board_foreign,
    .fallback = board_fallback,
};
