/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include "format.h"
#include "small.h"

void reading_open(const struct reading *reading, struct rule *rule)
{
    const struct bobbin_cursor *cursor = reading->cursor;
    const struct bobbin_table *table = &reading->env->tables[reading->answer.table];

    if (rule_register(reading->word) == BOBBIN_PC) {
        rule_open(rule, table, reading->answer.known,
                  cursor->kind == BOBBIN_KIND_EXACT ? &cursor->cpsr : 0);
        return;
    }
    rule_open_word(rule, reading->word);
    rule->cfa_offset = (int32_t)reading->cfa_offset;
    rule->lost = reading->lost;
}

void lookup_known(struct reading *reading, uint32_t known)
{
    reading->answer.known = known;
    if (known_is_run(known)) {
        reading->word = known_run_word(known);
        reading->cfa_offset = known_run_bytes(known);
        return;
    }
    reading->word = known & KNOWN_RULE ? known : KNOWN_LONG;
    reading->cfa_offset = 4 * bytes_field(known, FORMAT_RULE_CFA_SHIFT, FORMAT_RULE_CFA_BITS);
}

/* By so much of the code as can be read: the rest matters only where it is looked at. */
static __attribute__((noinline)) enum bobbin_stop read_by_gate(struct reading *reading)
{
    uint32_t code[READING_CODE_BYTES / 4];
    uint32_t size_bytes = 0;
    enum bobbin_stop stop;

    for (uint32_t i = 0; i < READING_CODE_BYTES / 4; i++)
        code[i] = 0;
    do { /* the cursor is taken anew, for that takes least stack */
        stop = gate_read(reading->cursor, reading->env, GATE_CODE_HALF,
                         (reading->cursor->r[BOBBIN_PC] & ~1u) + size_bytes);
        if (stop != BOBBIN_STOP_NONE)
            break;
        ((bytes_any_half *)code)[size_bytes / 2] = (bytes_any_half)reading->cursor->stop_value;
        size_bytes += 2;
    } while (size_bytes < READING_CODE_BYTES);
    return reading_forward(reading, (const uint8_t *)code, size_bytes) && stop != BOBBIN_STOP_BUDGET
               ? BOBBIN_STOP_NONE
               : stop;
}

/* Whether the target of READING is in the entry that its answer is of. What is taken anew takes no stack. */
static __attribute__((noinline)) bool stays(const struct reading *reading)
{
    const struct table_answer *answer = &reading->answer;
    const struct bobbin_table *table = &reading->env->tables[answer->table];
    struct bobbin_range spare;
    const struct bobbin_range *range;
    uint32_t target;

    if (answer->end)
        return reading->target - answer->start < answer->end - answer->start;
    range = table_range_at(table, reading->cursor->r[BOBBIN_PC] - table->load_bias, &spare);
    target = reading->target - reading->env->tables[answer->table].load_bias - range->start;
    return target < range->size_bytes && table_entry_at(range, target) == answer->entry;
}

enum bobbin_stop lookup_code(struct reading *reading, const uint8_t *code)
{
    const struct bobbin_cursor *cursor = reading->cursor;
    enum bobbin_stop stop = BOBBIN_STOP_NONE;

    if (code && !(cursor->r[BOBBIN_PC] & (cursor->cpsr & BOBBIN_CPSR_T ? 1 : 3)))
        reading_forward(reading, code, READING_CODE_BYTES);
    else
        stop = read_by_gate(reading);
    if (reading->target != READING_NO_TARGET && !stays(reading)) {
        reading->answer.trust = BOBBIN_TRUST_CODE;
        reading_leave(reading);
    }
    return stop;
}

/* Where the rule is no compact word but for what is lost, it is one besides that. */
static __attribute__((noinline)) void take_word(struct reading *reading)
{
    struct rule rule;

    reading_open(reading, &rule);
    if (rule.form != BOBBIN_FORM_FRAME || rule.at)
        return;
    reading->word = rule.word;
    reading->cfa_offset = (uint32_t)rule.cfa_offset;
    reading->lost = rule.lost;
}

enum bobbin_stop lookup_answer(struct reading *reading)
{
    reading->lost = 0;
    if (reading->answer.how & FORMAT_HOW_WALK) {
        enum bobbin_stop stop =
            reading->env->small ? reading->env->small->read(reading) : BOBBIN_STOP_NO_RULE;
        if (stop != BOBBIN_STOP_NONE || reading->answer.trust == BOBBIN_TRUST_CODE)
            return stop;
    }
    lookup_known(reading, reading->answer.known);
    if (reading->cursor->kind != BOBBIN_KIND_EXACT ||
        (reading->answer.how & (FORMAT_HOW_FORWARD | FORMAT_HOW_BODY)) != FORMAT_HOW_FORWARD)
        return BOBBIN_STOP_NONE;
    if (rule_register(reading->word) == BOBBIN_PC)
        take_word(reading);
    return lookup_is_read(reading->word) ? lookup_code(reading, lookup_window(reading))
                                         : BOBBIN_STOP_NONE;
}

enum bobbin_stop lookup_rule(struct reading *reading)
{
    enum bobbin_stop stop = table_find(reading->env, reading->cursor, &reading->answer);

    return stop == BOBBIN_STOP_NONE ? lookup_answer(reading) : stop;
}
