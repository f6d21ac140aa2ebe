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
    FORMAT_SLACK_BYTES = 8, /* follow ENTRIES and ROWS at least; RULES alone has as many */
};

enum format_section {
    FORMAT_SECTION_RANGES = 1,
    FORMAT_SECTION_INDEX = 2,
    FORMAT_SECTION_ENTRIES = 3,
    FORMAT_SECTION_ROWS = 4,
    FORMAT_SECTION_RULES = 5,
    FORMAT_SECTION_LONG_RULES = 6,
};

/*
 * RANGES: code ranges, ascending, not overlapping; 24 bytes each.
 *   0 4 start address    4 4 size_bytes   8 4 offset of its part of INDEX   12 4 offset of its entries in ENTRIES
 *   16 4 offset of its part of ROWS   20 1 block_shift, 7..31   21 1 how (FORMAT_HOW_...)   22 2 zero
 */
enum {
    FORMAT_RANGE_START = 0,
    FORMAT_RANGE_SIZE = 4,
    FORMAT_RANGE_INDEX = 8,
    FORMAT_RANGE_ENTRIES = 12,
    FORMAT_RANGE_ROWS = 16,
    FORMAT_RANGE_BLOCK_SHIFT = 20,
    FORMAT_RANGE_HOW = 21,
    FORMAT_RANGE_BYTES = 24,
    FORMAT_BLOCK_SHIFT_MIN = 7,
    FORMAT_BLOCK_SHIFT_MAX = 31,
};

/* How the rule for an instruction is found, once no row of ROWS has it. */
enum {
    FORMAT_HOW_FORWARD = 1,  /* interrupted: straight forward to a return; else by the body rule */
    FORMAT_HOW_PROLOGUE = 2, /* interrupted: unless the prologue has not ended yet */
    FORMAT_HOW_WALK =
        8, /* FORWARD goes on any way to a return, not only straight, and at calls too */
    FORMAT_HOW_READ = 11, /* any of these */
    FORMAT_HOW_CODE = 16, /* entries have no number: the body rule is read from the code */
};

/*
 * INDEX: a word for each block of 1 << block_shift bytes of a range: of the entry that has the block's first
 * address, the offset in the range's entries in bits 15..0, and in bits 31..16 how many halfwords before the block
 * it starts.
 *
 * ENTRIES: the entries of a range tile it. An entry: prefixes, length, number of the rule.
 *   prefixes  0xf0, u16: that many times 4096 more halfwords
 *             0xf1, u16: the number of the rule; then none follows the length
 *             0xf8 + bits: 1 not forward, 2 no prologue, 4: u16 follows, offset of its rows in the range's ROWS
 *   length    0x00..0xdf: halfwords; 0xe0..0xef, u8: halfwords, bits 11..8 in the first byte
 *   number    u8, not with FORMAT_HOW_CODE; 0: no rule; 255: the body rule is read from the code too
 * No block has the starts of more than 128 entries.
 */
enum {
    FORMAT_INDEX_BYTES = 4,
    FORMAT_ENTRY_LONG = 0xe0,
    FORMAT_ENTRY_MORE = 0xf0,
    FORMAT_ENTRY_NUMBER = 0xf1,
    FORMAT_ENTRY_FLAGS = 0xf8,
    FORMAT_ENTRY_HAS_ROWS =
        4, /* the other two bits are FORMAT_HOW_FORWARD and _PROLOGUE, inverted */
    FORMAT_ENTRY_MORE_SHIFT = 12,
    FORMAT_ENTRY_PREFIXES_MAX = 3, /* each kind once */
    FORMAT_ENTRIES_PER_BLOCK_MAX = 128,
    FORMAT_ENTRY_CODE = 255,
    FORMAT_RULE_NONE = 0,
    FORMAT_RULE_CODE = 0xffff,
};

/*
 * ROWS: explicit rows of an entry, consulted before all else: u8 count, at most 64, then each
 *   uleb128 halfwords from the end of the row before (or the start of the entry), uleb128 length in halfwords,
 *   u8 number of the rule, 0: none; 255: u16 number follows. No uleb128 has more than 3 bytes, the third 8 bits
 */
enum {
    FORMAT_ROWS_PER_ENTRY_MAX = 64,
    FORMAT_ROW_WIDE = 255,
};

/*
 * RULES: u16 rules_count, u16 exidx_first (rules from this number on come from .ARM.exidx), u16 short_count, u16 zero.
 * Then a halfword for each of the rules 1 to short_count, padded to 4 bytes; a word for each of the others.
 *
 * Halfword: bits 15..9 cfa words, 8 ra, 7..0 r11..r4, of a compact frame rule on sp with nothing else. Word, bit 31 clear,
 * a compact frame rule:
 *
 *    31  30    29   28     20 19  16 15  13 12  11       4 3        0
 *   +---+-----+-----+---------+------+------+---+---------+----------+
 *   | 0 |split| gap |cfa words|  vfp | home |ra | r11..r4 | register |
 *   +---+-----+-----+---------+------+------+---+---------+----------+
 *
 *   cfa = r[register] + 4 * cfa words. Slots go down from cfa - 4 * home: the return address if
 *   ra is set (else it is in lr), then the registers of the mask, highest first; with split r7..r4
 *   come before r11..r8. Below them, with gap one word lower, vfp doubles, d8 the lowest. All else is
 *   unchanged.
 *
 * Bit 31 set: bits 30..0 are the offset of the rule in LONG_RULES:
 *   u8 form (enum bobbin_form), and for FRAME and DEREF:
 *   u8 register, sleb128 cfa_offset, DEREF: sleb128 cfa_add, u8 places_count, then each place:
 *   u8 kind << 5 | place (enums of bobbin.h; not SAME; the return address first), SLOT: sleb128 offset, REGISTER: u8 number.
 * or, for a rule that depends on the flags (ARM ARM A8.3; at a call the condition has held):
 *   u8 FORMAT_FORM_EITHER, u8 condition 0..13, u16 number of the rule if it holds, u16 of the rule if not;
 *   neither of them depends on flags itself.
 */
#define FORMAT_FORM_EITHER        4
#define FORMAT_RULES_HEADER_BYTES 8
#define FORMAT_RULE_LONG          (1u << 31)
#define FORMAT_RULE_SPLIT         (1u << 30)
#define FORMAT_RULE_GAP           (1u << 29)
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
    FORMAT_RULE_CFA_BITS = 9,
    FORMAT_SHORT_LAYOUT_BITS = 9,
    FORMAT_SHORT_CFA_BITS = 7,
    FORMAT_PLACE_BITS = 5,
    FORMAT_RULES_MAX = 65534,
};

#endif
