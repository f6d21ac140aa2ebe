/* SPDX-License-Identifier: MIT */
/* Looks up the rule of a single pc, for tools and tests. */
#include "../unwind/readers.h"
#include "../unwind/reading.h"
#include "expand.h"
#include <bobbin/rule.h>

enum bobbin_stop bobbin_rule_at(const struct bobbin_env *env, uint32_t pc, enum bobbin_kind kind,
                                uint32_t cpsr, struct bobbin_rule *rule, enum bobbin_trust *trust)
{
    struct bobbin_cursor cursor;
    enum bobbin_stop stop;

    cursor.r[BOBBIN_PC] = pc & ~1u;
    cursor.cpsr = cpsr;
    cursor.kind = (uint8_t)kind;
    cursor.reads = 0;
    stop = reading_take(&cursor, reading_begin(&cursor, env, KNOWN_LATER));
    *trust = BOBBIN_TRUST_TABLE; /* FOREIGN may change it */
    cursor.r[BOBBIN_PC] = pc;    /* keeps bit 0: another format may have an entry at an odd pc */
    if (stop == BOBBIN_STOP_NO_RULE && env->foreign)
        return env->foreign->rule_at(&cursor, env, rule, trust);
    *trust = (enum bobbin_trust)cursor.reading.trust;
    if (stop == BOBBIN_STOP_NONE) {
        reading_expand(&cursor, rule);
    } else if (stop == BOBBIN_STOP_OUTERMOST) {
        rule_begin(rule);
        rule->form = BOBBIN_FORM_ROOT;
        rule->cfa_register = 0; /* a root has no cfa */
        stop = BOBBIN_STOP_NONE;
    }
    return stop;
}
