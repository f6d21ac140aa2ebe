/* SPDX-License-Identifier: MIT */
/* The reader of the flat layout of the compact CFI dictionary. */
#include "cfi_dictionary.h"

static enum bobbin_stop read_flat(const struct foreign_table *table,
                                  const struct foreign_question *question, struct bobbin_rule *rule)
{
    struct cfi_records records;
    const uint8_t *record;
    uint32_t count, distance;

    if (!cfi_open_records(&table->part[CFI_RECORDS], &records))
        return BOBBIN_STOP_CORRUPT;
    count = cfi_count_records(&records, question->address);
    if (count == 0)
        return BOBBIN_STOP_NO_RULE;
    record = records.bytes + CFI_RECORD_BYTES * (count - 1);
    distance = question->address - (bytes_half(record) | bytes_half(record + 2) << 16);
    if (distance / CFI_UNIT_BYTES >= record[CFI_RECORD_LENGTH])
        return BOBBIN_STOP_NO_RULE;
    return cfi_read_rule(table, record[CFI_RECORD_RULE], count - 1, rule);
}

const struct bobbin_foreign bobbin_dictionary = {FORMAT_FOREIGN_DICTIONARY, FOREIGN_ALL_PLACES,
                                                 read_flat, foreign_step, foreign_rule_at};
