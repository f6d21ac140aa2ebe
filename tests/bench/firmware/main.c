/* SPDX-License-Identifier: MIT */
/* Command line: the path of the questions, a space, the path of the answers. */
#include <string.h>

#include "bench.h"
#include "board.h"

int main(void)
{
    static char line[BOARD_COMMAND_LINE_MAX];
    char *answers;

    strncpy(line, board_command_line(), sizeof(line) - 1);
    answers = strchr(line, ' ');
    if (!answers)
        return 2;
    *answers++ = '\0';
    world_open();
    count_open(answers);
    stages_run(measure_stack);
    measure_places(line);
    count_close();
    return 0;
}
