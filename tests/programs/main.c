/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "program.h"

#define REPEAT_WORD "repeat="

struct tally {
    uint32_t checks, failed;
    const char *place[2]; /* [0]: the last check that passed; [1]: the last that failed */
};

static struct tally tally = {.place = {"", ""}};

APART void check(bool ok, const char *where)
{
    tally.checks++;
    tally.failed += !ok;
    tally.place[!ok] = where;
}

/* Does not use strstr: newlib's makes unaligned accesses, which fault on our boards. */
static uint32_t rounds_wanted(const char *line)
{
    for (; *line; line++)
        if (strncmp(line, REPEAT_WORD, strlen(REPEAT_WORD)) == 0)
            return strtoul(line + strlen(REPEAT_WORD), NULL, 10);
    return program.rounds;
}

static void put_text(const char *text)
{
    while (*text)
        board_putc(*text++);
}

static void put_number(uint32_t number)
{
    if (number >= 10)
        put_number(number / 10);
    board_putc((char)('0' + number % 10));
}

APART __attribute__((noreturn)) static void finish(uint32_t cycles)
{
    static const char *const verdicts[2] = {"ok ", "not ok "};
    bool failed = tally.failed != 0;

    put_text(verdicts[failed]);
    put_text(program.name);
    put_text(": ");
    put_number(tally.checks);
    put_text(" checks, ");
    put_number(tally.failed);
    put_text(" failed, ");
    put_number(cycles);
    put_text(" cycles; ");
    put_text(tally.place[1]);
    put_text("\n");
    exit(failed);
}

int main(void)
{
    uint32_t rounds = rounds_wanted(board_command_line());
    uint32_t start = board_now();

    for (uint32_t i = 0; i < rounds; i++)
        program.round(i);
    finish(board_now() - start);
}
