/* SPDX-License-Identifier: MIT */
/*
 * Answers of core, folded one into the next. Only what bobbin.h defines counts: no padding, no host
 * pointer, no register that is not valid, nothing that is core's own business.
 */
#ifndef SELFCHECK_ANSWERS_H
#define SELFCHECK_ANSWERS_H

#include <bobbin/rule.h>

struct answers {
    uint64_t hash;
    uint32_t count;
    uint32_t callers; /* of the steps, those that found a caller */
};

void answers_begin(struct answers *answers);

/* What bobbin_rule_at said: RULE and TRUST count when STOP is NONE. */
void answers_add_rule(struct answers *answers, enum bobbin_stop stop,
                      const struct bobbin_rule *rule, enum bobbin_trust trust);

/* CURSOR behind a step that returned FOUND. */
void answers_add_step(struct answers *answers, bool found, const struct bobbin_cursor *cursor);

#endif
