/* SPDX-License-Identifier: MIT */
/* What happens before or during a report, and the configuration in which it happens. */
#ifndef LOSS_WAYS_H
#define LOSS_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include <bobbin/port.h>

/* The functions of bobbin_config, and where in `put`: before, in the middle of, after the line. */
enum moment { PUT, HALF, SENT, KICK, NOW, TASK, FALLBACK, FINISH, MOMENTS, NEVER = MOMENTS };

struct action {
    const char *name;
    void (*run)(uint32_t number);
};

/* Runs ACTION with NUMBER in the calls FIRST, FIRST + 1, ... of MOMENT, COUNT of them. */
struct plan {
    enum moment moment;
    uint32_t first, count;
    void (*action)(uint32_t number);
    uint32_t number;
};

extern struct plan plan;

/* Undoes what the last run left; then PLAN is as given and the calls are counted from 1. */
void ways_begin(const struct plan *new_plan);

/* NULL if there is no such word. */
const struct action *ways_during(const char *word); /* for a plan */
const struct action *ways_before(const char *word); /* changes something before the crash */
enum moment ways_moment(const char *word);          /* NEVER */

/* The crash stack of the port's entry code: see capture.S. */
extern uint32_t loss_stack_low, loss_stack_top;

/* Where the action `inject` has interrupted the report; 0: nowhere. */
extern uint32_t ways_injected_at;

/* Whether a report has written below the crash stack that the action `stack` has made short. */
bool ways_wrote_below(void);

/* True after the action `reset`: the next run must not call bobbin_after_reset. */
extern bool ways_was_reset;

#endif
