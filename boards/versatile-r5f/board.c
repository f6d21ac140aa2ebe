/* SPDX-License-Identifier: MIT */
/* Versatile PB with a Cortex-R5F, as QEMU's versatilepb has it. */
#include "board.h"
#include "layout.h"

const uint32_t bobbin_pl011_base = 0x101f1000;

const struct bobbin_config bobbin_config = {
    .name = "versatile-r5f",
    .put = bobbin_sink_pl011,
    .now = board_now,
    .time_max = BOARD_REPORT_CYCLES_MAX,
    .finish = board_finish_report,
    .memory = board_memory,
    .memory_count = BOARD_MEMORY,
    .stacks = BOARD_FIRST_STACK,
    .stacks_count = BOARD_STACKS,
    .stack_words_max = BOARD_REPORT_STACK_WORDS_MAX,
};
