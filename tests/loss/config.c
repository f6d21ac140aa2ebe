/* SPDX-License-Identifier: MIT */
/* bobbin_config in RAM, where a stray store may reach it, and where actions change it. */
#include "config.h"

#include "board.h"
#include "layout.h"

/* clang warns of a section that the declaration does not have (loss.mk). */
const struct bobbin_config bobbin_config __attribute__((section(".data.loss_config"))) = {
    .name = board_name,
    .put = config_put,
    .kick = config_kick,
    .now = config_now,
    .time_max = 0xffffffff,
    .finish = config_finish,
    .memory = board_memory,
    .memory_count = BOARD_MEMORY,
    .stacks = BOARD_FIRST_STACK,
    .stacks_count = BOARD_STACKS,
    .stack_words_max = 24,
    .fallback = config_fallback,
    .task = config_task,
};
