/* SPDX-License-Identifier: MIT */
/* Services of the emulator: the command line and the exit status. */
#include <string.h>

#include "board.h"
#include "semihosting.h"

/* The command line is "KERNEL-FILE TEXT". Returns TEXT. */
static const char *text_after_kernel(const char *line)
{
    const char *space = strchr(line, ' ');

    return space == NULL ? "" : space + 1;
}

const char *board_command_line(void)
{
    static char line[BOARD_COMMAND_LINE_MAX];
    const uint32_t block[2] = {(uint32_t)line, sizeof(line)};

    if (board_semihosting(SEMIHOSTING_GET_CMDLINE, block) != 0)
        return "";
    line[sizeof(line) - 1] = '\0';
    return text_after_kernel(line);
}

void board_exit(int status)
{
    const uint32_t block[2] = {SEMIHOSTING_REASON_EXIT, (uint32_t)status};

    for (;;)
        board_semihosting(SEMIHOSTING_EXIT_EXTENDED, block);
}

void board_finish_report(const struct bobbin_context *context)
{
    (void)context;
    board_exit(BOARD_STATUS_REPORT);
}
