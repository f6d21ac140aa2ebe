/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a Bobbin table: the one place where they are defined, for the reader in core and the
 * writer in gen. SPEC.md says the same at length, with an example. All numbers little-endian.
 *
 *   header      0  4  magic                     sections, one behind the other in the order of the
 *               4  1  format major              directory, each padded with zeros to 4 bytes:
 *               5  1  format minor
 *               6  1  sections_count              directory entry, 8 bytes:
 *               7  1  build_id_size, 0..32          0  2  type
 *               8  4  size_bytes, of all            2  2  flags; bit 0: required
 *              12  4  CRC-32 of all but this field  4  4  size_bytes without padding
 *              16  4  CRC-32 of the code
 *              20  n  build id, padded to 4
 *              ..     directory, then sections
 */
#ifndef BOBBIN_FORMAT_H
#define BOBBIN_FORMAT_H

/* 0xb0 is neither ASCII nor erased flash nor zero. */
#define FORMAT_MAGIC 0x4e4242b0u /* bytes b0 'B' 'B' 'N' */
#define FORMAT_MAJOR 1           /* another major: refused */
#define FORMAT_MINOR 0           /* a higher minor adds optional sections only */

enum {
    FORMAT_HEADER_MAJOR = 4,
    FORMAT_HEADER_MINOR = 5,
    FORMAT_HEADER_SECTIONS = 6,
    FORMAT_HEADER_BUILD_ID_SIZE = 7,
    FORMAT_HEADER_SIZE = 8,
    FORMAT_HEADER_CRC = 12,
    FORMAT_HEADER_CODE_CRC = 16,
    FORMAT_HEADER_BYTES = 20,
    FORMAT_BUILD_ID_MAX = 32,
    FORMAT_SECTIONS_MAX = 16,
    FORMAT_SIZE_MAX = 0x7fffffff,
    FORMAT_ENTRY_BYTES = 8,
    FORMAT_ENTRY_REQUIRED = 1,
};

enum format_section {
    FORMAT_SECTION_RANGES = 1,
    FORMAT_SECTION_ROWS = 2,
    FORMAT_SECTION_RULES = 3,
    FORMAT_SECTION_LONG_RULES = 4,
    FORMAT_SECTION_WIDE = 5,
};

/*
 * RANGES: code ranges, ascending, not overlapping; 16 bytes each. The rows of a range tile it.
 *   0 4 start address   4 4 size_bytes   8 4 offset of its rows in ROWS   12 4 rows_count
 */
enum {
    FORMAT_RANGE_START = 0,
    FORMAT_RANGE_SIZE = 4,
    FORMAT_RANGE_ROWS = 8,
    FORMAT_RANGE_ROWS_COUNT = 12,
    FORMAT_RANGE_BYTES = 16,
};

/*
 * ROWS: for each range, at a multiple of 4: samples, then lengths, then rules.
 *   samples  u32 x (rows_count + 15) / 16  start of row 16 i, bytes from the start of the range
 *   lengths  u8 x rows_count               length of the row in halfwords, 1..255
 *   rules    u8 x rows_count               number of its rule; 0: no rule; 255: see WIDE
 * A row longer than 255 halfwords is several rows with the same rule.
 */
enum {
    FORMAT_ROWS_PER_SAMPLE = 16,
    FORMAT_ROW_LENGTH_MAX = 255,
    FORMAT_ROW_NO_RULE = 0,
    FORMAT_ROW_WIDE = 255,
};

/*
 * WIDE: rule numbers from 255 on, ascending by address; 8 bytes each.
 *   0 4 start address of the row   4 2 rule number   6 2 zero
 */
enum {
    FORMAT_WIDE_ADDRESS = 0,
    FORMAT_WIDE_RULE = 4,
    FORMAT_WIDE_BYTES = 8,
};

/*
 * RULES: u16 rules_count, u16 exidx_first (rules from this number on come from .ARM.exidx), then a
 * word a rule, the first for rule 1. Bit 31 clear, a compact frame rule:
 *
 *    31  30   29      20 19  16 15  13 12  11       4 3        0
 *   +---+-----+----------+------+------+---+---------+----------+
 *   | 0 |split| cfa words|  vfp | home |ra | r11..r4 | register |
 *   +---+-----+----------+------+------+---+---------+----------+
 *
 *   cfa = r[register] + 4 * cfa words. Slots go down from cfa - 4 * home: the return address if
 *   ra is set (else it is in lr), then the registers of the mask, highest first; with split r7..r4
 *   come before r11..r8. Below them vfp doubles, d8 the lowest. All else is unchanged.
 *
 * Bit 31 set: bits 30..0 are the offset of the rule in LONG_RULES:
 *   u8 form (enum bobbin_form), and for FRAME and DEREF:
 *   u8 register, sleb128 cfa_offset, DEREF: sleb128 cfa_add, u8 places_count, then each place:
 *   u8 kind << 5 | place (enums of bobbin.h; not SAME; ascending), SLOT: sleb128 offset, REGISTER: u8 number.
 * or, for a rule that depends on the flags (ARM ARM A8.3; at a call the condition has held):
 *   u8 FORMAT_FORM_EITHER, u8 condition 0..13, u16 number of the rule if it holds, u16 of the rule if not;
 *   neither of them depends on flags itself.
 */
#define FORMAT_FORM_EITHER        4
#define FORMAT_RULES_HEADER_BYTES 4
#define FORMAT_RULE_LONG          (1u << 31)
#define FORMAT_RULE_SPLIT         (1u << 30)
#define FORMAT_RULE_RA            (1u << 12)
enum {
    FORMAT_RULE_REGISTER_BITS = 4,
    FORMAT_RULE_MASK_SHIFT = 4,
    FORMAT_RULE_MASK_BITS = 8,
    FORMAT_RULE_HOME_SHIFT = 13,
    FORMAT_RULE_HOME_BITS = 3,
    FORMAT_RULE_VFP_SHIFT = 16,
    FORMAT_RULE_VFP_BITS = 4,
    FORMAT_RULE_CFA_SHIFT = 20,
    FORMAT_RULE_CFA_BITS = 10,
    FORMAT_PLACE_BITS = 5,
    FORMAT_RULES_MAX = 65535,
};

#endif
