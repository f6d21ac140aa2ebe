/* SPDX-License-Identifier: MIT */
/* Rules of the compact CFI dictionary, for the readers of both layouts. */
#include "../rules/expand.h"
#include "../unwind/reading.h"
#include "cfi_dictionary.h"

bool cfi_open_records(const struct foreign_part *part, struct cfi_records *records)
{
    uint32_t room = part->size_bytes - CFI_COUNT_BYTES;

    if (part->size_bytes < CFI_COUNT_BYTES)
        return false;
    records->count = bytes_word(part->bytes);
    records->bytes = part->bytes + CFI_COUNT_BYTES;
    return records->count <= room / 4 && records->count * CFI_RECORD_BYTES <= room;
}

/*
 * The first word of record NUMBER. Reads it as two halfwords, because records are aligned to 2
 * bytes only.
 */
static uint32_t key_of(const struct cfi_records *records, uint32_t number)
{
    const uint8_t *at = records->bytes + CFI_RECORD_BYTES * number;

    return bytes_half(at) | bytes_half(at + 2) << 16;
}

uint32_t cfi_count_records(const struct cfi_records *records, uint32_t key)
{
    uint32_t low = 0;
    uint32_t high = records->count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (key_of(records, middle) <= key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Finds the rule of record NUMBER in WIDE. False: WIDE does not have it. */
static bool find_wide(const struct foreign_part *part, uint32_t number, uint32_t *rule)
{
    struct cfi_records wide;
    uint32_t count;

    if (!cfi_open_records(part, &wide))
        return false;
    count = cfi_count_records(&wide, number);
    if (count == 0 || key_of(&wide, count - 1) != number)
        return false;
    *rule = bytes_half(wide.bytes + CFI_RECORD_BYTES * (count - 1) + CFI_RECORD_LENGTH);
    return true;
}

enum bobbin_stop cfi_read_rule_number(const struct foreign_table *foreign, uint32_t number,
                                      struct bobbin_rule *rule)
{
    const struct foreign_part *dictionary = &foreign->part[CFI_DICTIONARY];
    struct bobbin_cursor *cursor = foreign->cursor; /* a reader may use cursor->reading */
    struct bobbin_table table;
    uint32_t room = dictionary->size_bytes - CFI_COUNT_BYTES;
    enum bobbin_stop stop;

    if (dictionary->size_bytes < CFI_COUNT_BYTES ||
        bytes_word(dictionary->bytes) > room / CFI_WORD_BYTES ||
        number >= bytes_word(dictionary->bytes))
        return BOBBIN_STOP_CORRUPT;
    table.rules.runs = 0;
    table.rules.runs_count = 0;
    table.rules.words = dictionary->bytes + CFI_COUNT_BYTES;
    table.rules.words_count = room / CFI_WORD_BYTES;
    cursor->reading.table = &table;
    cursor->reading.trust = BOBBIN_TRUST_TABLE;
    stop = reading_take(cursor, rule_explicit(find_known(&table, number)));
    if (stop == BOBBIN_STOP_NONE)
        reading_expand(cursor, rule);
    if (stop == BOBBIN_STOP_OUTERMOST)
        rule->form = BOBBIN_FORM_ROOT;
    return stop == BOBBIN_STOP_OUTERMOST ? BOBBIN_STOP_NONE : stop;
}

enum bobbin_stop cfi_read_rule(const struct foreign_table *table, uint32_t byte, uint32_t number,
                               struct bobbin_rule *rule)
{
    if (byte == CFI_RULE_NONE)
        return BOBBIN_STOP_NO_RULE;
    if (byte == CFI_RULE_WIDE && !find_wide(&table->part[CFI_WIDE], number, &byte))
        return BOBBIN_STOP_CORRUPT;
    return cfi_read_rule_number(table, byte, rule);
}
