/* SPDX-License-Identifier: MIT */
/* The bobbin_config of boards/common/config.c, with a record. */
#include <bobbin/port.h>
#include <bobbin/record.h>

#include "board.h"
#include "layout.h"
#include "record.h"

static const struct bobbin_record_ram retained = BOBBIN_RECORD_RAM;

const struct bobbin_record_config bobbin_record_config = {
    .sink = &bobbin_record_in_ram,
    .device = &retained,
    .put = board_put,
};

static void reset_after_report(const struct bobbin_context *context)
{
    (void)context;
    board_reset();
}

const struct bobbin_config bobbin_config = {
    .name = board_name,
    .put = bobbin_record_put,
    .now = board_now,
    .time_max = BOARD_REPORT_CYCLES_MAX,
    .finish = reset_after_report,
    .memory = board_memory,
    .memory_count = BOARD_MEMORY,
    .stacks = BOARD_FIRST_STACK,
    .stacks_count = BOARD_STACKS,
};
