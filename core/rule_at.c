/* SPDX-License-Identifier: MIT */
/* Single questions, for tools and tests. */
#include "foreign.h"
#include "format.h"
#include "lookup.h"

bool rule_expand(struct rule *rule, struct bobbin_rule *out)
{
    if (rule->form == BOBBIN_FORM_NONE)
        return false;
    if (rule->form == BOBBIN_FORM_ROOT)
        rule->word = rule->cfa_register = 0; /* it has neither places nor a cfa */
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++) {
        out->place_kind[i] = BOBBIN_SAME;
        out->place_value[i] = 0;
    }
    rule_tell(rule, out);
    return true;
}

/* By itself: what it needs of the stack is not needed while the rule is looked for. */
__attribute__((noinline)) enum bobbin_stop reading_expand(const struct reading *reading,
                                                          struct bobbin_rule *out)
{
    struct rule rule;

    reading_open(reading, &rule);
    return rule_expand(&rule, out) ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
}

enum bobbin_stop bobbin_rule_at(const struct bobbin_env *env, uint32_t pc, enum bobbin_kind kind,
                                uint32_t cpsr, struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    struct bobbin_cursor cursor;
    struct reading reading;
    enum bobbin_stop stop;

    cursor.r[BOBBIN_PC] = pc;
    cursor.cpsr = cpsr;
    cursor.kind = (uint8_t)kind;
    cursor.reads = 0;
    reading.cursor = &cursor;
    reading.env = env;
    reading.answer.trust = BOBBIN_TRUST_TABLE;
    stop = lookup_rule(&reading);
    *trust = BOBBIN_TRUST_TABLE; /* unless FOREIGN says otherwise */
    if (stop == BOBBIN_STOP_NO_RULE && env->foreign)
        return env->foreign->rule_at(&cursor, env, rule, trust);
    *trust = (enum bobbin_trust)reading.answer.trust;
    return stop == BOBBIN_STOP_NONE ? reading_expand(&reading, rule) : stop;
}
