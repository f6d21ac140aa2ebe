/* SPDX-License-Identifier: MIT */
/*
 * Crashes at every site, from every mode, with the FPU in every state, and compares the context of each
 * crash with what was in the registers. Prints, between the crash reports:
 *
 *   case SITE MODE FPU     before a crash
 *   difference: TEXT       behind it, for each
 *   ok TEXT, not ok TEXT   when all cases of a site are done; and for the comparison itself
 *   cases N                last of all
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "compare.h"
#include "control.h"
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

/* Returns how many cases there were. */
static uint32_t run_site(const struct site *site, uint32_t first_number)
{
    struct test_case test = {.site = site, .number = first_number};
    uint32_t differences = 0;

    for (size_t fpu = 0; fpu < COUNT_OF(fpus); fpu++)
        for (size_t mode = 0; mode < COUNT_OF(modes); mode++) {
            printf("case %s %s %s\n", site->name, modes[mode].name, fpus[fpu].name);
            test.mode = modes[mode].mode;
            test.fpu = &fpus[fpu].setting;
            differences += run_case(&test);
            test.number++;
        }
    printf("%s %s, from every mode, in every state of the FPU\n", differences ? "not ok" : "ok",
           site->name);
    return test.number - first_number;
}

static int run_sites(void)
{
    uint32_t cases = 0;

    for (size_t i = 0; i < sites_count; i++)
        cases += run_site(&sites[i], cases);
    printf("%s the comparison notices a change of any register\n",
           comparison_notices(&fpus[0].setting) ? "ok" : "not ok");
    printf("cases %" PRIu32 "\n", cases);
    return 0;
}

/* The same image has the self-check of core, as it has all of core. */
int main(void)
{
    return strstr(board_command_line(), "selfcheck") ? selfcheck_on_board() : run_sites();
}
