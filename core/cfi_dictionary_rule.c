/* SPDX-License-Identifier: MIT */
/* What readers of the compact CFI dictionary share: its rules. */
#include "cfi_dictionary.h"
#include "rule.h"

bool cfi_open_records(const struct foreign_part *part, struct cfi_records *records)
{
    uint32_t room = part->size_bytes - CFI_COUNT_BYTES;

    if (part->size_bytes < CFI_COUNT_BYTES)
        return false;
    records->count = bytes_word(part->bytes);
    records->bytes = part->bytes + CFI_COUNT_BYTES;
    return records->count <= room / 4 && records->count * CFI_RECORD_BYTES <= room;
}

/* At a multiple of 2. */
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

/* The rule of record NUMBER, in *RULE; false when it is not there. */
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

enum bobbin_stop cfi_read_rule_number(const struct foreign_part *dictionary, uint32_t number,
                                      struct bobbin_rule *rule)
{
    struct bobbin_table long_rules; /* all that a rule of these needs of a table */
    uint32_t room = dictionary->size_bytes - CFI_COUNT_BYTES;
    const uint8_t *words = dictionary->bytes + CFI_COUNT_BYTES;
    struct rule found;
    uint32_t count;

    if (dictionary->size_bytes < CFI_COUNT_BYTES)
        return BOBBIN_STOP_CORRUPT;
    count = bytes_word(dictionary->bytes);
    if (count > room / CFI_WORD_BYTES || number >= count)
        return BOBBIN_STOP_CORRUPT;
    long_rules.bytes = words + CFI_WORD_BYTES * count;
    long_rules.section[FORMAT_SECTION_LONG_RULES].offset = 0;
    long_rules.section[FORMAT_SECTION_LONG_RULES].size_bytes = room - CFI_WORD_BYTES * count;
    long_rules.shorts_count = long_rules.words_count = 0;
    rule_open(&found, &long_rules, rule_known_word(bytes_word(words + CFI_WORD_BYTES * number)), 0);
    if (found.form != BOBBIN_FORM_NONE)
        rule_tell(&found, rule);
    return found.form != BOBBIN_FORM_NONE ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
}

enum bobbin_stop cfi_read_rule(const struct foreign_table *table, uint32_t byte, uint32_t number,
                               struct bobbin_rule *rule)
{
    if (byte == CFI_RULE_NONE)
        return BOBBIN_STOP_NO_RULE;
    if (byte == CFI_RULE_WIDE && !find_wide(&table->part[CFI_WIDE], number, &byte))
        return BOBBIN_STOP_CORRUPT;
    return cfi_read_rule_number(&table->part[CFI_DICTIONARY], byte, rule);
}
