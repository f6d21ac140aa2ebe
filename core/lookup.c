/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include "format.h"
#include "reading.h"

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

/* Reads the code around the pc. *FOUND: RULE is from there; else it is left alone. */
static enum bobbin_stop read_code(const struct reading *reading, const struct table_answer *answer,
                                  const struct rule *body, struct rule *rule, bool *found)
{
    bool exact = reading->cursor->kind == BOBBIN_KIND_EXACT;
    bool walk = answer->how & FORMAT_HOW_WALK;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    *found = false;
    if (answer->how & FORMAT_HOW_FORWARD) {
        if (walk)
            stop = reading_walk(reading, rule, found);
        else if (exact)
            stop = reading_forward(reading, body, rule, found);
    }
    if (stop != BOBBIN_STOP_NONE || *found)
        return stop;
    if ((answer->how & FORMAT_HOW_PROLOGUE) && (exact || !body))
        stop = reading_prologue(reading, body, rule, found);
    return stop;
}

enum bobbin_stop lookup_answer(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                               const struct table_answer *answer, struct rule *rule, uint8_t *trust)
{
    struct reading reading = {cursor, env, answer->start, answer->end};
    bool has_body = answer->rule != FORMAT_RULE_CODE;
    struct rule body;
    bool found = false;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    body.form = BOBBIN_FORM_FRAME;
    if (has_body)
        rule_open(&body, &env->tables[answer->table], answer->rule,
                  cursor->kind == BOBBIN_KIND_EXACT ? &cursor->cpsr : 0);
    if (body.form == BOBBIN_FORM_FRAME || body.form == BOBBIN_FORM_DEREF)
        stop = read_code(&reading, answer, has_body ? &body : 0, rule, &found);
    *trust = BOBBIN_TRUST_CODE;
    if (!found && stop == BOBBIN_STOP_NONE) {
        *rule = body;
        *trust = answer->trust;
        if (!has_body)
            stop = BOBBIN_STOP_NO_RULE;
    }
    return stop;
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
    table_find(env,
               bobbin_lookup_address(cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind),
               &answer);
    return lookup_answer(cursor, env, &answer, rule, trust);
}
