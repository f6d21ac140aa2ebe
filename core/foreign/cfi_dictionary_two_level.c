/* SPDX-License-Identifier: MIT */
/* The reader of the two-level layout of the compact CFI dictionary. */
#include "cfi_dictionary.h"

struct two_level {
    const uint8_t *blocks, *offsets, *rules;
    uint32_t blocks_count, records_count;
};

/* Where BLOCK starts, in bytes from the base. */
static uint32_t start_of_block(const struct two_level *table, uint32_t block)
{
    return bytes_word(table->blocks + CFI_BLOCK_BYTES * block);
}

/* The number of the first record of BLOCK. */
static uint32_t first_of(const struct two_level *table, uint32_t block)
{
    return bytes_word(table->blocks + CFI_BLOCK_BYTES * block + CFI_BLOCK_FIRST);
}

static bool open_parts(const struct foreign_table *foreign, struct two_level *table)
{
    const struct foreign_part *blocks = &foreign->part[CFI_BLOCKS];
    const struct foreign_part *records = &foreign->part[CFI_RECORDS];

    if (blocks->size_bytes < CFI_BLOCK_BYTES || blocks->size_bytes % CFI_BLOCK_BYTES)
        return false;
    table->blocks = blocks->bytes;
    table->blocks_count = blocks->size_bytes / CFI_BLOCK_BYTES - 1;
    table->records_count = first_of(table, table->blocks_count);
    table->offsets = records->bytes;
    table->rules = records->bytes + 2 * table->records_count;
    return table->records_count <= records->size_bytes / 2 &&
           3 * table->records_count <= records->size_bytes;
}

static enum bobbin_stop read_two_level(const struct foreign_table *foreign,
                                       const struct foreign_question *question,
                                       struct bobbin_rule *rule)
{
    struct two_level table;
    uint32_t block, first, end, unit, next;

    if (!open_parts(foreign, &table))
        return BOBBIN_STOP_CORRUPT;
    block = foreign_count(table.blocks, 4, CFI_BLOCK_BYTES, table.blocks_count, question->address);
    if (block == 0 || question->address >= start_of_block(&table, table.blocks_count))
        return BOBBIN_STOP_NO_RULE;
    first = first_of(&table, block - 1);
    end = first_of(&table, block);
    if (first > end || end > table.records_count)
        return BOBBIN_STOP_CORRUPT;
    unit = (question->address - start_of_block(&table, block - 1)) / CFI_UNIT_BYTES;
    next = first + foreign_count(table.offsets + 2 * first, 2, 2, end - first, unit);
    if (next == first)
        return BOBBIN_STOP_CORRUPT;
    return cfi_read_rule(foreign, table.rules[next - 1], next - 1, rule);
}

const struct bobbin_foreign bobbin_dictionary_two_level = {FORMAT_FOREIGN_DICTIONARY_TWO_LEVEL,
                                                           FOREIGN_ALL_PLACES, read_two_level,
                                                           foreign_step, foreign_rule_at};
