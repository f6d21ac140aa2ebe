/* SPDX-License-Identifier: MIT */
/* Whole traces and single questions, made of steps and look-ups. */
#include "rule.h"
#include "table.h"

uint32_t bobbin_walk(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                     struct bobbin_frame *frames, uint32_t frames_max)
{
    uint32_t count = 0;

    if (cursor->stop != BOBBIN_STOP_NONE)
        return 0;
    do {
        if (count == frames_max) {
            cursor->stop = BOBBIN_STOP_DEPTH;
            break;
        }
        frames[count].pc = cursor->r[BOBBIN_PC];
        frames[count].sp = cursor->r[BOBBIN_SP];
        frames[count].valid = cursor->valid;
        frames[count].kind = cursor->kind;
        frames[count].trust = cursor->trust;
        count++;
    } while (bobbin_step(cursor, env));
    return count;
}

/* Field by field: a struct assignment may become a call of memset. */
static void start(struct bobbin_rule *out, const struct rule *rule)
{
    out->form = rule->form;
    out->cfa_register = rule->cfa_register;
    out->cfa_offset = rule->cfa_offset;
    out->cfa_add = rule->cfa_add;
    for (uint32_t i = 0; i < BOBBIN_PLACES; i++) {
        out->place_kind[i] = BOBBIN_SAME;
        out->place_value[i] = 0;
    }
}

enum bobbin_stop bobbin_rule_at(const struct bobbin_env *env, uint32_t lookup_address,
                                const uint32_t *cpsr, struct bobbin_rule *rule,
                                enum bobbin_trust *trust)
{
    struct table_answer answer;
    struct rule reading;
    struct rule_place place;

    table_find(env, lookup_address, &answer);
    *trust = (enum bobbin_trust)answer.trust;
    if (answer.found != BOBBIN_STOP_NONE)
        return (enum bobbin_stop)answer.found;
    rule_open(&reading, &env->tables[answer.table], answer.rule, cpsr);
    start(rule, &reading);
    while (rule_next_place(&reading, &place)) {
        rule->place_kind[place.place] = place.kind;
        rule->place_value[place.place] = place.value;
    }
    return reading.form == BOBBIN_FORM_NONE ? BOBBIN_STOP_CORRUPT : BOBBIN_STOP_NONE;
}
