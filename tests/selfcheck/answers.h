/* SPDX-License-Identifier: MIT */
/*
 * Hash of the core's answers. It includes only what bobbin.h defines: no padding, no host pointers,
 * no invalid registers, no private fields of the core.
 */
#ifndef SELFCHECK_ANSWERS_H
#define SELFCHECK_ANSWERS_H

#include <bobbin/rule.h>

struct answers {
    uint64_t hash;
    uint32_t count;
    uint32_t callers; /* steps that found a caller */
};

void answers_begin(struct answers *answers);

/* Adds an answer of bobbin_rule_at(). RULE and TRUST are included only if STOP is NONE. */
void answers_add_rule(struct answers *answers, enum bobbin_stop stop,
                      const struct bobbin_rule *rule, enum bobbin_trust trust);

/* Adds CURSOR after a step that returned FOUND. */
void answers_add_step(struct answers *answers, bool found, const struct bobbin_cursor *cursor);

#endif
