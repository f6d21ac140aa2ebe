/* SPDX-License-Identifier: MIT */
#include "answers.h"

/*
 * FNV-1a (draft-eastlake-fnv) on words instead of bytes. Each step is a bijection of the hash, so
 * two runs that differ in one word end with different hashes.
 */
#define FNV64_OFFSET 0xcbf29ce484222325u
#define FNV64_PRIME  0x00000100000001b3u

static void add(struct answers *answers, uint32_t word)
{
    answers->hash = (answers->hash ^ word) * FNV64_PRIME;
}

void answers_begin(struct answers *answers)
{
    *answers = (struct answers){.hash = FNV64_OFFSET};
}

void answers_add_rule(struct answers *answers, enum bobbin_stop stop,
                      const struct bobbin_rule *rule, enum bobbin_trust trust)
{
    answers->count++;
    add(answers, stop);
    if (stop != BOBBIN_STOP_NONE)
        return;
    add(answers, trust);
    add(answers, rule->form);
    add(answers, rule->cfa_register);
    add(answers, (uint32_t)rule->cfa_offset);
    add(answers, (uint32_t)rule->cfa_add);
    for (uint32_t place = 0; place < BOBBIN_PLACES; place++) {
        add(answers, rule->place_kind[place]);
        add(answers, (uint32_t)rule->place_value[place]);
    }
}

void answers_add_step(struct answers *answers, bool found, const struct bobbin_cursor *cursor)
{
    answers->count++;
    answers->callers += found;
    add(answers, found);
    add(answers, cursor->stop);
    add(answers, cursor->stop_value);
    add(answers, cursor->kind);
    add(answers, cursor->trust);
    add(answers, cursor->valid);
    if (cursor->valid & BOBBIN_VALID_CPSR)
        add(answers, cursor->cpsr & (BOBBIN_CPSR_T | BOBBIN_CPSR_MODE));
    for (uint32_t i = 0; i < 16; i++)
        if (cursor->valid & BOBBIN_VALID_R(i))
            add(answers, cursor->r[i]);
    for (uint32_t i = 8; i < 16; i++)
        if (cursor->valid & BOBBIN_VALID_D(i)) {
            add(answers, (uint32_t)cursor->d[i - 8]);
            add(answers, (uint32_t)(cursor->d[i - 8] >> 32));
        }
}
