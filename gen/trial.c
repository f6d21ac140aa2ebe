/* SPDX-License-Identifier: MIT */
#include "trial.h"

#include <stdlib.h>
#include <string.h>

#include "encode_rule.h"
#include "format.h"
#include "frame_rule.h"
#include "image_env.h"
#include "reading.h"

/* A table for the core, made of nothing but rules. */
static void open_table(struct trial *trial)
{
    struct bobbin_table *table = &trial->table;

    encode_rules(&trial->dictionary, &trial->rules, &trial->long_rules);
    table->section[FORMAT_SECTION_RULES].size_bytes = (uint32_t)trial->rules.size;
    table->section[FORMAT_SECTION_LONG_RULES].offset = (uint32_t)trial->rules.size;
    table->section[FORMAT_SECTION_LONG_RULES].size_bytes = (uint32_t)trial->long_rules.size;
    buffer_put(&trial->rules, trial->long_rules.bytes, trial->long_rules.size);
    table->bytes = trial->rules.bytes;
    table->size_bytes = (uint32_t)trial->rules.size;
    table_open_rules(table);
}

void trial_begin(struct trial *trial, const struct image *image, const struct row_list *list)
{
    memset(trial, 0, sizeof(*trial));
    dictionary_build(&trial->dictionary, &list->rows);
    open_table(trial);
    trial->env = image_env(image, &trial->table);
}

void trial_end(struct trial *trial)
{
    dictionary_free(&trial->dictionary);
    free(trial->rules.bytes);
    free(trial->long_rules.bytes);
}

uint32_t trial_known(const struct trial *trial, const struct row *row)
{
    return rule_known(&trial->table, dictionary_number(&trial->dictionary, row));
}

void trial_point_fill(struct trial_point *point, const struct analysis *analysis,
                      const struct row_list *list, const struct node *node,
                      const struct frame_path *before)
{
    point->at = node->at;
    point->is_call = analysis_is_call(node);
    point->row = row_list_find(list, node->at.address);
    frame_path_copy(&point->before, before);
    point->debt = (struct frame_debt){.owed = node->owed};
    if (point->is_call) {
        point->after = analysis_after_call(analysis, node, before);
        point->debt.spent = frame_rule_spent(&point->after);
    }
}

struct bobbin_cursor trial_cursor(const struct image_instruction *at, enum bobbin_kind kind)
{
    struct bobbin_cursor cursor = {.kind = (uint8_t)kind};

    cursor.r[BOBBIN_PC] = at->address + (kind == BOBBIN_KIND_CALL ? at->size_bytes : 0);
    cursor.cpsr = at->thumb ? BOBBIN_CPSR_T : 0;
    return cursor;
}

enum bobbin_stop trial_ask(const struct bobbin_env *env, const struct table_answer *answer,
                           struct bobbin_cursor *cursor, struct bobbin_rule *rule)
{
    struct reading reading = {.cursor = cursor, .env = env, .answer = *answer};
    enum bobbin_stop stop = lookup_answer(&reading);

    return stop == BOBBIN_STOP_NONE ? reading_expand(&reading, rule) : stop;
}

static enum bobbin_stop ask(const struct trial *trial, const struct table_answer *answer,
                            const struct trial_point *point, enum bobbin_kind kind,
                            struct bobbin_rule *rule)
{
    struct bobbin_cursor cursor = trial_cursor(&point->at, kind);

    return trial_ask(&trial->env, answer, &cursor, rule);
}

/* Where the reference has no rule of its own, or one that depends on the flags, only its row will do. */
static bool needs_row(const struct row *row)
{
    return row->source == ROW_EXIDX || row->rule.form != BOBBIN_FORM_FRAME ||
           row->condition != CONDITION_ALWAYS;
}

static bool row_is_answer(const struct trial *trial, const struct table_answer *answer,
                          const struct row *row)
{
    return answer->how == 0 && answer->known == trial_known(trial, row);
}

/*
 * Whether the rule that is KNOWN depends on the flags. A cursor here has none: what is right without them may be wrong
 * with them.
 */
static bool is_either(const struct trial *trial, uint32_t known)
{
    return rule_is_either(rule_long(&trial->table, known));
}

static bool holds_interrupted(const struct trial_point *point, const struct bobbin_rule *rule)
{
    const char *why;

    return frame_rule_holds(&point->before.state, rule, &point->debt, &why) &&
           (!frame_path_is_split(&point->before) ||
            frame_rule_holds(&point->before.otherwise, rule, &point->debt, &why));
}

bool trial_is_right(const struct trial *trial, const struct table_answer *answer,
                    const struct trial_point *point)
{
    struct bobbin_rule rule;
    const char *why;

    if (needs_row(point->row) || answer->known == KNOWN_NONE || is_either(trial, answer->known))
        return row_is_answer(trial, answer, point->row);
    if (ask(trial, answer, point, BOBBIN_KIND_EXACT, &rule) != BOBBIN_STOP_NONE ||
        !holds_interrupted(point, &rule))
        return false;
    return !point->is_call ||
           (ask(trial, answer, point, BOBBIN_KIND_CALL, &rule) == BOBBIN_STOP_NONE &&
            frame_rule_holds_after_call(&point->after, &rule, &point->debt, &why));
}

/* The same where the body rule has what WORD says in slots. */
static bool passes_with(struct reading *reading, uint32_t word, const struct trial_point *point)
{
    struct bobbin_rule rule = rule_of_form(BOBBIN_FORM_FRAME);

    reading->word = word;
    reading->cfa_offset = 0;
    reading->answer.trust = BOBBIN_TRUST_TABLE;
    if (lookup_code(reading, lookup_window(reading)) != BOBBIN_STOP_NONE ||
        reading->answer.trust != BOBBIN_TRUST_CODE || rule_slots_bytes(reading->word))
        return false;
    rule.cfa_register = (uint8_t)rule_register(reading->word);
    rule.cfa_offset = (int32_t)reading->cfa_offset;
    return holds_interrupted(point, &rule);
}

bool trial_passes(const struct trial *trial, uint32_t start, uint32_t end,
                  const struct trial_point *point)
{
    struct bobbin_cursor cursor = trial_cursor(&point->at, BOBBIN_KIND_EXACT);
    struct reading reading = {
        .cursor = &cursor, .env = &trial->env, .answer = {.start = start, .end = end}};
    /* What of r4-r11 is in slots matters: the lowest of them. */
    uint32_t others = FORMAT_RULE_RA | 8u << FORMAT_RULE_VFP_SHIFT;

    if (point->is_call || needs_row(point->row) || !passes_with(&reading, others, point))
        return false;
    for (unsigned i = 0; i < 8; i++)
        if (!passes_with(&reading, others | 1u << i, point))
            return false;
    return true;
}
