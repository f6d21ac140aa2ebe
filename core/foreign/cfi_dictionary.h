/* SPDX-License-Identifier: MIT */
/*
 * The bytes of the compact CFI dictionary (J. Seward, 2013, and N. Grandin's comment on it), for
 * the readers here and the writer in gen. Each distinct rule is stored once. Each code range has a
 * byte that selects its rule. There are two layouts for devices. All numbers are little-endian. A
 * unit is a halfword, the size of the shortest Thumb instruction. Starts are relative to the base
 * address that the table stores in section FOREIGN (TABLE.md 8).
 *
 * Parts of both layouts:
 *   DICTIONARY   u32 count of rules; a word for each as in RULES of table_format.h, the most used
 *                first; then the words of long rules
 *   WIDE         the rules of records whose rule byte is 255: u32 count; then a row for each of
 *                these records: u32 number of the record, u16 number of its rule. The rows ascend.
 *                The part is empty if there is no such record
 *
 * Flat layout:
 *   RECORDS      u32 count; then the records, ascending: u32 start in bytes from the base, u8
 *                length in units, u8 rule byte. A longer range has several records. Code between
 *                records has no rule
 *
 * Two-level layout:
 *   BLOCKS       a row for each block, ascending: u32 start in bytes from the base, u32 number of
 *                its first record. The last row has the end of the last block, and the number of
 *                all records
 *   RECORDS      u16 for each record: start in units from the start of its block; then u8 for each
 *                record: its rule byte. The rule holds up to the next record
 *
 * A rule byte of 0 to 253 is the number of the rule. 254: no rule. 255: WIDE has the rule.
 */
#ifndef BOBBIN_CFI_DICTIONARY_H
#define BOBBIN_CFI_DICTIONARY_H

#include "foreign.h"

enum cfi_dictionary_part {
    CFI_DICTIONARY,
    CFI_WIDE,
    CFI_RECORDS,
    CFI_BLOCKS,
};

enum {
    CFI_UNIT_BYTES = 2,
    CFI_COUNT_BYTES = 4,
    CFI_WORD_BYTES = 4,
    CFI_RECORD_BYTES = 6, /* in the flat RECORDS, and in WIDE */
    CFI_RECORD_LENGTH = 4,
    CFI_RECORD_RULE = 5,
    CFI_LENGTH_MAX = 255,
    CFI_OFFSET_MAX = 0xffff, /* units from the start of a block */
    CFI_BLOCK_BYTES = 8,
    CFI_BLOCK_FIRST = 4,
    CFI_RULES_MAX = 0x10000,

    CFI_NARROW_RULES = 254, /* rules that a byte can select */
    CFI_RULE_NONE = 254,
    CFI_RULE_WIDE = 255,
};

/* Both readers use these functions. The contents of every part are untrusted. */

/*
 * An array of rows with CFI_RECORD_BYTES each: RECORDS of the flat layout, or WIDE. The rows ascend
 * by their first word. cfi_open_records returns false if PART is smaller than its count requires.
 */
struct cfi_records {
    const uint8_t *bytes;
    uint32_t count;
};
bool cfi_open_records(const struct foreign_part *part, struct cfi_records *records);

/* The number of rows of RECORDS whose first word is at most KEY. */
uint32_t cfi_count_records(const struct cfi_records *records, uint32_t key);

/*
 * Writes the rule of record NUMBER of TABLE to RULE. BYTE is the rule byte of that record. The
 * caller has set every place of RULE to SAME. Returns STOP_NONE, NO_RULE or CORRUPT.
 */
enum bobbin_stop cfi_read_rule(const struct foreign_table *table, uint32_t byte, uint32_t number,
                               struct bobbin_rule *rule);

/* Like cfi_read_rule, for rule NUMBER of the part DICTIONARY. */
enum bobbin_stop cfi_read_rule_number(const struct foreign_table *table, uint32_t number,
                                      struct bobbin_rule *rule);

#endif
