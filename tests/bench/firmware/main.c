/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "board.h"

enum { WORDS = 4, STATUS_USAGE = 2 };

static void do_nothing(void)
{
}

static void measure(char *const words[WORDS])
{
    uint32_t questions = host_open(words[0], false);
    struct bench_subject subject;

    host_read(questions, &subject, sizeof(subject));
    world_open(strtoul(words[2], NULL, 16), strtoul(words[3], NULL, 16));
    count_open(words[1]);
    if (!subject.code_bytes) {
        stages_run(measure_stack);
        measure_frame_pointers();
    }
    world_set_code(&subject);
    measure_places(questions, subject.entry);
    host_close(questions);
    count_close();
}

int main(void)
{
    static char line[BOARD_COMMAND_LINE_MAX];
    char *words[WORDS];
    uint32_t count = 0;

    strncpy(line, board_command_line(), sizeof(line) - 1);
    for (char *word = strtok(line, " "); word && count < WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    if (count == 0)
        stages_run(do_nothing);
    else if (count == WORDS)
        measure(words);
    else
        return STATUS_USAGE;
    return 0;
}
