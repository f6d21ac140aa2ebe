/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include "format.h"
#include "small.h"

void lookup_note(struct bobbin_cursor *cursor, const struct table_answer *answer)
{
    uint8_t how = answer->how;

    if (cursor->kind == BOBBIN_KIND_CALL && !(how & FORMAT_HOW_WALK))
        how = 0; /* a call is made where the body rule holds */
    cursor->rule = how ? FORMAT_RULE_CODE : answer->rule;
    cursor->rule_stop = answer->found;
    cursor->rule_trust = answer->trust;
    cursor->table = answer->table;
}

/* Of a table that leaves rules to the code; *FOUND: RULE is from there. */
static enum bobbin_stop read_small(const struct reading *reading, const struct table_answer *answer,
                                   struct rule *rule, bool *found)
{
    const struct bobbin_small *small = reading->env->small;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    if (!small)
        return BOBBIN_STOP_NO_RULE;
    if (answer->how & FORMAT_HOW_FORWARD)
        stop = small->walk(reading, rule, found);
    if (stop != BOBBIN_STOP_NONE || *found || answer->rule != FORMAT_RULE_CODE)
        return stop;
    if (answer->how & FORMAT_HOW_PROLOGUE)
        stop = small->prologue(reading, rule, found);
    return stop == BOBBIN_STOP_NONE && !*found ? BOBBIN_STOP_NO_RULE : stop;
}

enum bobbin_stop lookup_answer(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                               const struct table_answer *answer, struct rule *rule, uint8_t *trust)
{
    struct reading reading = {cursor, env, answer->start, answer->end};
    bool exact = cursor->kind == BOBBIN_KIND_EXACT;
    uint32_t how = answer->how;
    enum bobbin_stop stop;
    bool found = false;

    *trust = BOBBIN_TRUST_CODE;
    if (how & FORMAT_HOW_WALK) {
        stop = read_small(&reading, answer, rule, &found);
        if (stop != BOBBIN_STOP_NONE || found)
            return stop;
        how = FORMAT_HOW_PROLOGUE & how;
    }
    rule_open(rule, &env->tables[answer->table], answer->rule, exact ? &cursor->cpsr : 0);
    if (!how || !exact || (rule->form != BOBBIN_FORM_FRAME && rule->form != BOBBIN_FORM_DEREF)) {
        *trust = answer->trust;
        return BOBBIN_STOP_NONE;
    }
    return reading_adapt(&reading, how, rule);
}

enum bobbin_stop lookup_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                             struct rule *rule, uint8_t *trust)
{
    struct table_answer answer;

    *trust = cursor->rule_trust;
    if (cursor->rule_stop != BOBBIN_STOP_NONE)
        return (enum bobbin_stop)cursor->rule_stop;
    if (cursor->rule != FORMAT_RULE_CODE) {
        rule_open(rule, &env->tables[cursor->table], cursor->rule,
                  cursor->kind == BOBBIN_KIND_EXACT ? &cursor->cpsr : 0);
        return BOBBIN_STOP_NONE;
    }
    table_find(env, bobbin_lookup_address(cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind),
               &answer);
    return lookup_answer(cursor, env, &answer, rule, trust);
}
