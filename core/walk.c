/* SPDX-License-Identifier: MIT */
/* Whole traces and single questions, made of steps and look-ups. */
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

enum bobbin_stop bobbin_rule_at(const struct bobbin_env *env, uint32_t lookup_address,
                                struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    struct table_answer answer = {0, BOBBIN_TRUST_TABLE, 0};
    enum bobbin_stop found = table_find(env, lookup_address, &answer);

    *trust = (enum bobbin_trust)answer.trust;
    if (found != BOBBIN_STOP_NONE)
        return found;
    return table_rule(&env->tables[answer.table], answer.rule, rule) ? BOBBIN_STOP_NONE
                                                                     : BOBBIN_STOP_CORRUPT;
}
