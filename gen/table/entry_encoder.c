/* SPDX-License-Identifier: MIT */
/* Encodes the rule and the rows of an entry. */
#include "table/entry_encoder.h"

#include <stdlib.h>

#include "core/format/table_format.h"
#include "encode/entries.h"
#include "util/memory.h"

bool entry_encoder_uses_blocks(const struct entry_encoder *encoder)
{
    return plan_setting_how(encoder->plan->setting) & FORMAT_HOW_CODE;
}

/*
 * The FORMAT_HOW_... bits that the range has and ENTRY does not have. The core must not read the
 * code of ENTRY in these ways.
 */
static uint32_t not_read(const struct entry_encoder *encoder, const struct plan_entry *entry)
{
    return plan_setting_how(encoder->plan->setting) & ~(uint32_t)entry->how &
           (FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE);
}

/*
 * Returns ROW with the is_explicit that the rule set needs. IS_READ: the core reads code to adapt
 * the rule. In blocks, the entry and not the rule says this. If nothing is saved, or the rule has
 * no frame, there is nothing to adapt.
 */
static struct row row_to_store(const struct entry_encoder *encoder, const struct row *row,
                               bool is_read)
{
    struct row stored = *row;
    bool is_frame = row->rule.form == BOBBIN_FORM_FRAME || row->rule.form == BOBBIN_FORM_DEREF;

    stored.is_explicit =
        !is_frame || row->condition != CONDITION_ALWAYS ||
        (!entry_encoder_uses_blocks(encoder) && (!is_read || rule_is_leaf(&row->rule)));
    return stored;
}

static struct row body_row(const struct entry_encoder *encoder, const struct plan_entry *entry)
{
    return row_to_store(encoder, entry->body, entry->how & FORMAT_HOW_FORWARD);
}

uint32_t entry_encoder_rule(const struct entry_encoder *encoder, const struct plan_entry *entry)
{
    struct row row;

    if (!entry->body)
        return FORMAT_RULE_CODE;
    row = body_row(encoder, entry);
    return rule_set_index(&encoder->rule_set, &row);
}

void entry_encoder_begin(struct entry_encoder *encoder, const struct plan *plan)
{
    struct rows used = {0};

    *encoder = (struct entry_encoder){.plan = plan};
    for (size_t i = 0; i < plan->entries_count; i++)
        if (plan->entry[i].body) {
            struct row row = body_row(encoder, &plan->entry[i]);
            array_push(used.row, used.count, used.capacity, row);
        }
    for (size_t i = 0; i < plan->rows_count; i++) {
        struct row row = row_to_store(encoder, plan->row[i].row, false);
        array_push(used.row, used.count, used.capacity, row);
    }
    rule_set_build(&encoder->rule_set, &used);
    free(used.row);
}

_Static_assert(PLAN_ROWS_MAX + FORMAT_LONGEST_MAX / FORMAT_ROW_HALFWORDS_MAX <=
                   FORMAT_ROWS_PER_ENTRY_MAX,
               "an entry has room for its rows, and for the additional rows of long distances");

uint32_t entry_encoder_record(struct entry_encoder *encoder, const struct plan_entry *entry)
{
    const struct plan_row *plan_row = encoder->plan->row + entry->rows_first;
    struct encode_row row[PLAN_ROWS_MAX];
    uint32_t at = entry->start;
    struct buffer record = {0};
    size_t number;

    for (size_t i = 0; i < entry->rows_count; i++, plan_row++) {
        struct row stored = row_to_store(encoder, plan_row->row, false);
        row[i].distance = (plan_row->start - at) / 2;
        row[i].halfwords = (plan_row->end - plan_row->start + 1) / 2;
        row[i].number = rule_set_index(&encoder->rule_set, &stored);
        at = plan_row->end;
    }
    encode_record(&record, entry_encoder_rule(encoder, entry), not_read(encoder, entry), row,
                  entry->rows_count);
    number = byte_pool_number(&encoder->records, record.bytes, record.size);
    free(record.bytes);
    return (uint32_t)encoder->records.item[number].offset;
}

bool entry_encoder_has_record(const struct entry_encoder *encoder, const struct plan_entry *entry)
{
    return entry_encoder_uses_blocks(encoder) && (entry->rows_count || not_read(encoder, entry));
}

void entry_encoder_end(struct entry_encoder *encoder)
{
    rule_set_free(&encoder->rule_set);
    byte_pool_free(&encoder->records);
}
