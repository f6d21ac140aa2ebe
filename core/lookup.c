/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include "format.h"
#include "gate.h"
#include "small.h"

/* Whether the code of READING, which was interrupted, may tell another rule. Where nothing is saved there is no prologue to read. */
static bool is_read(const struct reading *reading)
{
    const struct rule *rule = &reading->rule;

    return (reading->answer.how & (FORMAT_HOW_FORWARD | FORMAT_HOW_BODY)) == FORMAT_HOW_FORWARD &&
           (rule->at || (rule->word & ~FORMAT_WORD_LOST)) && rule->form == BOBBIN_FORM_FRAME;
}

/*
 * By code that is not all in the window: no more of it is read than is needed. With each part more the reading begins anew: to read
 * from within it would take stack, which is scarcer than instructions where memory is read by callback.
 */
static __attribute__((noinline)) enum bobbin_stop read_by_gate(struct reading *reading)
{
    uint32_t code[READING_FORWARD_BYTES / 4];
    uint32_t size_bytes = 0;

    for (uint32_t i = 0; i < READING_FORWARD_BYTES / 4; i++)
        code[i] = 0;
    do {
        struct bobbin_cursor *cursor = reading->cursor;
        enum gate_what what = cursor->cpsr & BOBBIN_CPSR_T ? GATE_CODE_HALF : GATE_CODE_WORD;
        uint32_t pc = cursor->r[BOBBIN_PC] & ~1u;
        enum bobbin_stop stop = gate_read(cursor, reading->env, what, pc + size_bytes);
        if (stop != BOBBIN_STOP_NONE)
            return stop;
        code[size_bytes / 4] |= reading->cursor->stop_value << 8 * (size_bytes & 2);
        size_bytes += reading->cursor->cpsr & BOBBIN_CPSR_T ? 2 : 4;
    } while (!reading_forward(reading, (const uint8_t *)code, size_bytes));
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop lookup_code(struct reading *reading)
{
    const struct bobbin_cursor *cursor = reading->cursor;
    uint32_t pc = cursor->r[BOBBIN_PC] & ~1u;
    const uint8_t *code = gate_code(reading->env, pc, READING_FORWARD_BYTES);

    if (!code || (!(cursor->cpsr & BOBBIN_CPSR_T) && (pc & 2)))
        return read_by_gate(reading);
    reading_forward(reading, code, READING_FORWARD_BYTES);
    return BOBBIN_STOP_NONE;
}

enum bobbin_stop lookup_answer(struct reading *reading)
{
    const struct bobbin_env *env = reading->env;
    const struct bobbin_cursor *cursor = reading->cursor;
    bool interrupted = cursor->kind == BOBBIN_KIND_EXACT;

    if (reading->answer.how & FORMAT_HOW_WALK) {
        enum bobbin_stop stop = env->small ? env->small->read(reading) : BOBBIN_STOP_NO_RULE;
        if (stop != BOBBIN_STOP_NONE || reading->answer.trust == BOBBIN_TRUST_CODE)
            return stop;
    }
    rule_open(&reading->rule, &env->tables[reading->answer.table], reading->answer.rule,
              interrupted ? &cursor->cpsr : 0);
    return interrupted && is_read(reading) ? lookup_code(reading) : BOBBIN_STOP_NONE;
}

enum bobbin_stop lookup_rule(struct reading *reading)
{
    enum bobbin_stop stop = table_find(reading->env, reading->cursor, &reading->answer);

    return stop == BOBBIN_STOP_NONE ? lookup_answer(reading) : stop;
}
