/* SPDX-License-Identifier: MIT */
#include "bench.h"

/*
 * Outermost first. libgcc walks from the innermost frame and stops at newlib's functions, which
 * have no unwind tables. So the stages with these come first.
 */
static void (*const stages[])(void) = {
    stage_qsort,    stage_bsearch, stage_twalk,   stage_printf, stage_scanf,  stage_map,
    stage_sort,     stage_parse,   stage_ostream, stage_list,   stage_regex,  stage_interwork,
    stage_function, stage_pool,    stage_istream, stage_new,    stage_caught,
};
enum { STAGES = sizeof(stages) / sizeof(stages[0]) };

static uint32_t stages_begun;
static void (*at_bottom)(void);

void stage_go_on(void)
{
    if (stages_begun < STAGES)
        stages[stages_begun++]();
    else if (stages_begun++ == STAGES)
        at_bottom();
}

void stages_run(void (*bottom)(void))
{
    stages_begun = 0;
    at_bottom = bottom;
    stage_go_on();
}
