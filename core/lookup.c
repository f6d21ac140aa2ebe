/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include "format.h"
#include "reading.h"
#include "small.h"

/* A word that has everything in slots. */
#define ALL_SAVED (FORMAT_RULE_RA | FORMAT_RULE_MASK | 8u << FORMAT_RULE_VFP_SHIFT)

/* RULE, a body rule, becomes the rule for the pc, if the code tells it: *FOUND. */
static enum bobbin_stop adapt(const struct reading *reading, struct rule *rule, bool *found)
{
    uint32_t word = rule->at ? rule_from(ALL_SAVED, rule->cfa_register) : rule->word;
    struct reading_frame frame = {.word = word, .cfa_offset = rule->cfa_offset};
    enum bobbin_stop stop = reading_forward(reading, &frame);

    *found = frame.found;
    if (frame.found) {
        rule->form = BOBBIN_FORM_FRAME;
        rule->cfa_register = frame.cfa_register;
        rule->cfa_offset = frame.cfa_offset;
        rule->keep = frame.saved;
    }
    return stop;
}

enum bobbin_stop lookup_answer(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                               const struct table_answer *answer, struct rule *rule, uint8_t *trust)
{
    struct reading reading = {cursor, env, answer->start, answer->end};
    const struct bobbin_table *table = &env->tables[answer->table];
    bool interrupted = cursor->kind == BOBBIN_KIND_EXACT;
    uint32_t how = answer->how;
    enum bobbin_stop stop;
    bool found = false;

    *trust = BOBBIN_TRUST_CODE;
    if (how & FORMAT_HOW_WALK) {
        if (!env->small)
            return BOBBIN_STOP_NO_RULE;
        stop = env->small->read(&reading, answer, rule, &found);
        if (stop != BOBBIN_STOP_NONE || found)
            return stop;
    }
    rule_open(rule, table, answer->rule, interrupted ? &cursor->cpsr : 0);
    /* Where nothing is saved there is no prologue to read. */
    if ((how & (FORMAT_HOW_FORWARD | FORMAT_HOW_BODY)) == FORMAT_HOW_FORWARD && interrupted &&
        (rule->at || (rule->word & ~FORMAT_WORD_LOST)) && rule->form == BOBBIN_FORM_FRAME) {
        stop = adapt(&reading, rule, &found);
        if (stop != BOBBIN_STOP_NONE || found)
            return stop;
    }
    *trust = answer->rule - 1u < table->quick_rules ? BOBBIN_TRUST_TABLE : BOBBIN_TRUST_EXIDX;
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop lookup_rule(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                             struct rule *rule, uint8_t *trust)
{
    struct table_answer answer;

    table_find(env, bobbin_lookup_address(cursor->r[BOBBIN_PC], (enum bobbin_kind)cursor->kind),
               cursor->kind == BOBBIN_KIND_EXACT, &answer);
    if (answer.found != BOBBIN_STOP_NONE)
        return (enum bobbin_stop)answer.found;
    return lookup_answer(cursor, env, &answer, rule, trust);
}
