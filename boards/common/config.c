/* SPDX-License-Identifier: MIT */
/* The bobbin_config of all boards. board.c has the values that differ. */
#include "board.h"
#include "layout.h"

/* NULL unless the link defines them with -Wl,--defsym, or links port/tasks. */
extern const struct bobbin_foreign board_foreign __attribute__((weak));
bool board_fallback(struct bobbin_table *table) __attribute__((weak));
extern __typeof__(bobbin_kernel_task) bobbin_kernel_task __attribute__((weak));

const struct bobbin_config bobbin_config = {
    .name = board_name,
    .device = "emulated-1",
    .put = board_put,
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
    .task = bobbin_kernel_task,
};
