/* SPDX-License-Identifier: MIT */
#include "reports.h"

#include <assert.h>
#include <string.h>

#include "board.h"
#include "layout.h"

void bobbin_null_call_entry(void);

static void run_short(void)
{
    reports_of_parts();
    reports_of_causes();
    reports_of_contexts();
    board_exit((reports_of_tables() | reports_of_windows() | reports_of_code()) != 0);
}

static void run_long(void)
{
    reports_of_all_contexts();
    board_exit(0);
}

static void run_fault(void)
{
    static const struct bobbin_context nothing;

    reports_wraps.now_faults = true;
    reports_wraps.calls_left = 1;
    bobbin_fault(&nothing);
}

static void run_twice(void)
{
    reports_wraps.put_faults = true;
    run_fault();
}

static void run_assert(void)
{
    static const char words[] =
        "words that nobody would say in an assertion, since who is to read as many "
        "of them as there are in here, even if they were about something after all";

    __assert_func(words, 100200, (const char *)REPORTS_NOWHERE, words);
}

static const struct {
    const char *words;
    void (*run)(void);
} runs[] = {
    {"reports", run_short},
    {"reports long", run_long},
    {"reports fault", run_fault},
    {"reports twice", run_twice},
    {"reports null", bobbin_null_call_entry},
    {"reports assert", run_assert},
};

__attribute__((constructor)) static void reports_start(void)
{
    const char *line = board_command_line();

    for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++)
        if (strcmp(line, runs[i].words) == 0)
            runs[i].run();
}
