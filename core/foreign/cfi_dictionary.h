/* SPDX-License-Identifier: MIT */
/*
 * The bytes of the compact CFI dictionary (J. Seward, 2013, and N. Grandin's comment on it): each rule that occurs is
 * stored once, and the address ranges say which one they have by a byte. The two layouts that devices read; all
 * little-endian. Units are halfwords: Thumb code has no shorter instruction.
 *
 * Parts of both:
 *   DICTIONARY   u32 count of rules, a word for each as in section RULES of format.h, the most used first; then the long
 *                rules that words lead to
 *   WIDE         the rules of records that have no byte: u32 count, then for each u32 number of the record, ascending, and u16
 *                rule. Empty when there is none
 *
 * Flat: RECORDS  u32 count, then for each u32 bytes from the base on, ascending, u8 length in units, u8 rule. A longer run has
 *                several. Between records there is no rule
 *
 * Two-level:
 *   BLOCKS       for each block u32 bytes from the base on, ascending, and u32 number of its first record; the last row is where
 *                the last block ends, and how many records there are
 *   RECORDS      u16 for each: where it starts, in units from the start of its block; then u8 for each: its rule, which holds
 *                up to the next record
 *
 * A rule: 0 to 253 its number, 254 none, 255 its number is in WIDE.
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
    CFI_RECORD_BYTES = 6, /* of RECORDS when flat, and of WIDE */
    CFI_RECORD_LENGTH = 4,
    CFI_RECORD_RULE = 5,
    CFI_LENGTH_MAX = 255,
    CFI_OFFSET_MAX = 0xffff, /* in a block */
    CFI_BLOCK_BYTES = 8,
    CFI_BLOCK_FIRST = 4,
    CFI_RULES_MAX = 0x10000,

    CFI_NARROW_RULES = 254, /* those that a byte can tell */
    CFI_RULE_NONE = 254,
    CFI_RULE_WIDE = 255,
};

/* What the readers share. PART is untrusted, and so is what it says. */

/* Rows of CFI_RECORD_BYTES that ascend by their first word; false when PART has not room for as many as it says. */
struct cfi_records {
    const uint8_t *bytes;
    uint32_t count;
};
bool cfi_open_records(const struct foreign_part *part, struct cfi_records *records);

/* How many of RECORDS begin with KEY or less. */
uint32_t cfi_count_records(const struct cfi_records *records, uint32_t key);

/* What BYTE, of record NUMBER of TABLE, says: puts it in RULE, which has every place SAME. NONE, NO_RULE or CORRUPT. */
enum bobbin_stop cfi_read_rule(const struct foreign_table *table, uint32_t byte, uint32_t number,
                               struct bobbin_rule *rule);

/* The same for the NUMBER of a rule. */
enum bobbin_stop cfi_read_rule_number(const struct foreign_table *table, uint32_t number,
                                      struct bobbin_rule *rule);

#endif
