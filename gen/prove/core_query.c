/* SPDX-License-Identifier: MIT */
/*
 * During planning, runs the core with a possible table entry to get its rule, and checks the rule
 * against the reference.
 */
#include "prove/core_query.h"
#include "core/rules/expand.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/thread_code.h"
#include "analysis/transfer.h"
#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "core/small/small.h"
#include "encode/rule_words.h"
#include "encode/rules_section.h"
#include "frame/frame_rule.h"
#include "rows/core_env.h"

/* Makes a table that contains only the rule set, so that the core can read rules from it. */
static void open_table(struct core_query *query)
{
    struct bobbin_table *table = &query->table;

    encode_rules(&query->rule_set, &query->rules, &query->long_rules);
    buffer_put(&query->rules, query->long_rules.bytes, query->long_rules.size);
    table->bytes = query->rules.bytes;
    table->size_bytes = (uint32_t)query->rules.size;
    table->rules.runs = table->bytes;
    table->rules.runs_count = query->rule_set.runs_count;
    table->rules.words = table->bytes + 4 * ((table->rules.runs_count + 1) / 2);
    table->rules.words_count = table->size_bytes / 4 - (table->rules.runs_count + 1) / 2;
}

void core_query_begin(struct core_query *query, const struct image *image,
                      const struct row_list *list, bool crosses)
{
    memset(query, 0, sizeof(*query));
    query->list = list;
    query->crosses = crosses;
    rule_set_build(&query->rule_set, &list->rows);
    open_table(query);
    query->env = core_env(image, &query->table, NULL);
}

void core_query_end(struct core_query *query)
{
    rule_set_free(&query->rule_set);
    free(query->rules.bytes);
    free(query->long_rules.bytes);
}

uint32_t core_query_known(const struct core_query *query, const struct row *row, bool is_read)
{
    uint32_t known;

    if (row->rule.form == BOBBIN_FORM_NONE)
        return BOBBIN_STOP_NO_RULE;
    known = find_known(&query->table, rule_set_index(&query->rule_set, row));
    return is_read ? known : rule_explicit(known);
}

void core_query_point_fill(struct core_query_point *point, const struct analysis *analysis,
                           const struct core_query *query, const struct node *node,
                           const struct frame_path *before)
{
    point->at = node->at;
    point->is_call = before && analysis_is_returned_to(node);
    point->traps = before && query->crosses && node->effect.traps;
    point->row = row_list_find(query->list, node->at.address);
    if (!before)
        return;
    frame_path_copy(&point->before, before);
    point->debt = thread_code_debt(analysis, node);
    if (point->is_call) {
        point->after = analysis_returned(analysis, node, before);
        point->debt.spent |= analysis_is_call(node) ? frame_rule_spent(&point->after) : 0;
    }
}

struct bobbin_cursor core_query_cursor(const struct image_instruction *at, enum bobbin_kind kind)
{
    struct bobbin_cursor cursor = {.kind = (uint8_t)kind};

    cursor.r[BOBBIN_PC] = at->address + (kind == BOBBIN_KIND_CALL ? at->size_bytes : 0);
    cursor.cpsr = at->thumb ? BOBBIN_CPSR_T : 0;
    return cursor;
}

/* Gets the core's rule for CURSOR if the table had the rule word KNOWN for its pc. */
static enum bobbin_stop expand_word(struct bobbin_cursor *cursor, uint32_t known,
                                    struct bobbin_rule *rule)
{
    enum bobbin_stop stop = reading_take(cursor, known);

    if (stop != BOBBIN_STOP_NONE)
        return stop;
    reading_expand(cursor, rule);
    /* Where a rule is proved, a row that calls it unproved is wrong. */
    return cursor->reading.trust == BOBBIN_TRUST_CFI || cursor->reading.trust == BOBBIN_TRUST_EXIDX
               ? BOBBIN_STOP_NO_RULE
               : BOBBIN_STOP_NONE;
}

static struct bobbin_cursor cursor_of(const struct core_query *query,
                                      const struct core_query_point *point, enum bobbin_kind kind)
{
    struct bobbin_cursor cursor = core_query_cursor(&point->at, kind);

    cursor.reading.env = &query->env;
    cursor.reading.table = &query->table;
    cursor.reading.trust = BOBBIN_TRUST_TABLE;
    return cursor;
}

static enum bobbin_stop rule_at(const struct core_query *query,
                                const struct core_query_answer *answer,
                                const struct core_query_point *point, enum bobbin_kind kind,
                                struct bobbin_rule *rule)
{
    const struct small_answer small = {answer->known, answer->start, answer->how};
    struct bobbin_cursor cursor = cursor_of(query, point, kind);

    return expand_word(&cursor, answer->how ? small_read(&cursor, &small) : answer->known, rule);
}

bool core_query_look_up(const struct bobbin_env *env, const struct bobbin_cursor *cursor,
                        struct core_query_answer *answer)
{
    struct small_answer small;
    uint32_t address = find_key(cursor);
    struct bobbin_table spare;
    const uint8_t *range;
    const struct bobbin_table *table = find_table(env, address, &range);

    *answer = (struct core_query_answer){.known = BOBBIN_STOP_PC_OUTSIDE};
    if (!table)
        return false;
    if (!(range[FORMAT_RANGE_HOW] & FORMAT_HOW_CODE)) {
        spare.rules = table->rules;
        find_range(table, range, &spare.first);
        answer->known = find_rule(&spare, address);
        return true;
    }
    if ((range[FORMAT_RANGE_HOW] & FORMAT_HOW_FOREIGN) ||
        !small_answer(table, range, address, &small))
        return false;
    *answer = (struct core_query_answer){small.known, (uint8_t)(small.how & FORMAT_HOW_READ),
                                         small.start};
    if (!answer->how && answer->known != SMALL_CODE)
        answer->known = rule_explicit(answer->known);
    return true;
}

bool core_query_depends_on_flags(const struct bobbin_table *table, uint32_t known)
{
    return rule_is_long(known) && rule_long(known) < table->rules.words_count &&
           !(bytes_u32(table->rules.words + 4 * rule_long(known)) & FORMAT_RULE_WORD);
}

bool core_query_is_explicit(uint32_t known)
{
    return known != SMALL_CODE && rule_explicit(known) == known;
}

/*
 * Whether only ROW itself, a row of the reference, is right at its addresses: the machine code does
 * not prove it, it has another form than FRAME, or it depends on the flags.
 */
static bool needs_row(const struct row *row)
{
    return row_source_trust(row->source) != BOBBIN_TRUST_TABLE ||
           row->rule.form != BOBBIN_FORM_FRAME || row->condition != CONDITION_ALWAYS;
}

static bool row_is_answer(const struct core_query *query, const struct core_query_answer *answer,
                          const struct row *row)
{
    return answer->how == 0 && answer->known == core_query_known(query, row, false);
}

static bool holds_interrupted(const struct core_query_point *point, const struct bobbin_rule *rule)
{
    const char *why;

    return frame_rule_holds(&point->before.state, rule, &point->debt, &why) &&
           (!frame_path_is_split(&point->before) ||
            frame_rule_holds(&point->before.otherwise, rule, &point->debt, &why));
}

/*
 * The cursors of a query have clear flags. A rule that depends on the flags is therefore right only
 * if it is the rule of the reference's row.
 */
bool core_query_is_right(const struct core_query *query, const struct core_query_answer *answer,
                         const struct core_query_point *point)
{
    struct bobbin_rule rule;
    const char *why;

    if (needs_row(point->row) || answer->known == BOBBIN_STOP_NO_RULE ||
        core_query_depends_on_flags(&query->table, answer->known))
        return row_is_answer(query, answer, point->row);
    if (rule_at(query, answer, point, BOBBIN_KIND_INTERRUPTED, &rule) != BOBBIN_STOP_NONE ||
        !holds_interrupted(point, &rule))
        return false;
    if (point->traps &&
        (rule_at(query, answer, point, BOBBIN_KIND_CALL, &rule) != BOBBIN_STOP_NONE ||
         !holds_interrupted(point, &rule)))
        return false;
    return !point->is_call ||
           (rule_at(query, answer, point, BOBBIN_KIND_CALL, &rule) == BOBBIN_STOP_NONE &&
            frame_rule_holds_after_call(&point->after, &rule, &point->debt, &why));
}

/* Whether the core reads the right rule from the code at POINT if the entry's rule word is WORD. */
static bool finds_unchanged_with(const struct core_query *query, uint32_t word,
                                 const struct core_query_point *point)
{
    struct bobbin_cursor cursor = cursor_of(query, point, BOBBIN_KIND_INTERRUPTED);
    struct bobbin_rule rule;

    return expand_word(&cursor, word, &rule) == BOBBIN_STOP_NONE &&
           cursor.reading.trust == BOBBIN_TRUST_CODE && !rule_slots_bytes(cursor.reading.word) &&
           holds_interrupted(point, &rule);
}

bool core_query_finds_unchanged(const struct core_query *query,
                                const struct core_query_point *point)
{
    /*
     * Tries rules with one of r4-r11 in a slot, or none. More rules are not needed, because only
     * the lowest register with a slot affects the result.
     */
    uint32_t others = FORMAT_RULE_WORD | FORMAT_RULE_RA | 8u << FORMAT_RULE_VFP_SHIFT;

    if (point->is_call || point->traps || needs_row(point->row) ||
        !finds_unchanged_with(query, others, point))
        return false;
    for (unsigned i = 0; i < 8; i++)
        if (!finds_unchanged_with(query, others | 1u << (FORMAT_RULE_MASK_SHIFT + i), point))
            return false;
    return true;
}
