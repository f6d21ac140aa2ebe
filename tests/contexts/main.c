/* SPDX-License-Identifier: MIT */
/*
 * Crashes at every site, from every mode, with every setting of the FPU, and compares the context
 * of each crash with the registers before it. Prints, between the crash reports:
 *
 *   case SITE MODE FPU     before a crash
 *   difference: TEXT       after it, for each difference
 *   ok TEXT, not ok TEXT   after all cases of a site; also for the comparison itself
 *   cases N                last
 *
 * With the word `few` on the command line, each site has one case; together these have every mode
 * and every setting of the FPU. With `few stacks`, sp is in a stack or just below one, where
 * reports can read.
 * With `selfcheck`, or `selfcheck N` (every Nth halfword), it runs tests/selfcheck instead.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "compare.h"
#include "control.h"
#include "layout.h"
#include "on_board.h"
#include "provoke.h"

static const struct {
    const char *name;
    uint32_t mode;
} modes[] = {
    {"usr", MODE_USR}, {"fiq", MODE_FIQ}, {"irq", MODE_IRQ}, {"svc", MODE_SVC},
    {"abt", MODE_ABT}, {"und", MODE_UND}, {"sys", MODE_SYS},
};

static const struct {
    const char *name;
    struct fpu_setting setting;
} fpus[] = {
    {"fpu-on", {.fpexc = FPEXC_EN, .cpacr = CPACR_FPU_ALL, .readable = true}},
    {"fpu-privileged", {.fpexc = FPEXC_EN, .cpacr = CPACR_FPU_PRIVILEGED, .readable = true}},
    {"fpu-disabled", {.fpexc = 0, .cpacr = CPACR_FPU_ALL, .readable = false}},
    {"fpu-no-access", {.fpexc = FPEXC_EN, .cpacr = CPACR_FPU_NONE, .readable = false}},
};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static uint32_t run_case(const struct test_case *test)
{
    struct processor_state state;
    struct expectation expected;

    make_state(&state, test);
    make_expectation(&expected, test, &state);
    return compare(&expected, provoke(&state));
}

/* Each mode with each setting of the FPU. */
#define CASES_OF_SITE (COUNT_OF(modes) * COUNT_OF(fpus))

/*
 * An sp near the high end of one stack after another, or every other time in the guard below it.
 * Leaves out the last stack, the crash stack, because the report itself runs there.
 */
static uint32_t stack_for(size_t number)
{
    const struct bobbin_region *stack = &BOARD_FIRST_STACK[number / 2 % (BOARD_STACKS - 1)];

    return number % 2 ? stack->low - 16 : stack->high - 256;
}

/* NUMBER must be below CASES_OF_SITE. Returns the number of differences. */
static uint32_t run_numbered(size_t site, size_t number, bool stacks)
{
    size_t mode = number % COUNT_OF(modes), fpu = number / COUNT_OF(modes);
    const struct test_case test = {
        .site = &sites[site],
        .number = (uint32_t)(site * CASES_OF_SITE + number),
        .mode = modes[mode].mode,
        .fpu = &fpus[fpu].setting,
        .sp = stacks ? stack_for(number) : 0,
    };

    printf("case %s %s %s\n", sites[site].name, modes[mode].name, fpus[fpu].name);
    return run_case(&test);
}

/* Returns the number of cases. */
static uint32_t run_site(size_t site, bool few, bool stacks)
{
    uint32_t differences = 0, cases = 0;

    for (size_t number = 0; number < CASES_OF_SITE; number++)
        if (!few || number == site % CASES_OF_SITE) {
            differences += run_numbered(site, number, stacks);
            cases++;
        }
    printf("%s %s, %s\n", differences ? "not ok" : "ok", sites[site].name,
           few ? "once" : "from every mode, in every state of the FPU");
    return cases;
}

static int run_sites(bool few, bool stacks)
{
    uint32_t cases = 0;

    for (size_t i = 0; i < sites_count; i++)
        cases += run_site(i, few, stacks);
    printf("%s the comparison notices a change of any register\n",
           comparison_notices(&fpus[0].setting) ? "ok" : "not ok");
    printf("cases %" PRIu32 "\n", cases);
    return 0;
}

/* This image also has the self-check, because it links all of the core. */
int main(void)
{
    const char *line = board_command_line();

    if (strcmp(line, "selfcheck") == 0)
        return selfcheck_on_board(1);
    if (strncmp(line, "selfcheck ", 10) == 0)
        return selfcheck_on_board((uint32_t)strtoul(line + 10, NULL, 10));
    if (strcmp(line, "few stacks") == 0)
        return run_sites(true, true);
    return run_sites(strcmp(line, "few") == 0, false);
}
