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
    FORMAT_SLACK_BYTES = 8, /* follow ENTRIES and ROWS at least: what is behind them has as many */
};

enum format_section {
    FORMAT_SECTION_RANGES = 1,
    FORMAT_SECTION_INDEX = 2,
    FORMAT_SECTION_ENTRIES = 3,
    FORMAT_SECTION_ROWS = 4,
    FORMAT_SECTION_RULES = 5,
    FORMAT_SECTION_LONG_RULES = 6,
    FORMAT_SECTION_FOREIGN = 7,
};

/*
 * RANGES: code ranges, ascending, not overlapping; 24 bytes each.
 *   0 4 start address    4 4 size_bytes   8 4 offset of its part of INDEX   12 4 offset of its entries in ENTRIES
 *   16 4 offset of its part of ROWS   20 1 unit_shift   21 1 how (FORMAT_HOW_...)   22 1 group_shift   23 1 body_shift
 */
enum {
    FORMAT_RANGE_START = 0,
    FORMAT_RANGE_SIZE = 4,
    FORMAT_RANGE_INDEX = 8,
    FORMAT_RANGE_ENTRIES = 12,
    FORMAT_RANGE_ROWS = 16,
    FORMAT_RANGE_UNIT_SHIFT = 20,
    FORMAT_RANGE_HOW = 21,
    FORMAT_RANGE_GROUP_SHIFT = 22,
    FORMAT_RANGE_BODY_SHIFT = 23,
    FORMAT_RANGE_BYTES = 24,
    FORMAT_PAGE_SHIFT = 8, /* units of a page */
    FORMAT_UNIT_SHIFT_MAX = 2,
    FORMAT_GROUP_SHIFT_MAX = 15,
    FORMAT_BLOCK_SHIFT_MAX = 23,
};

/* How the rule for an instruction is found, once no row of ROWS has it. */
enum {
    FORMAT_HOW_FORWARD = 1, /* interrupted: by the code from the pc on; else by the body rule */
    /* with WALK and CODE: where the body rule is read from the code, so is the prologue */
    FORMAT_HOW_PROLOGUE = 2,
    FORMAT_HOW_WALK = 8,  /* before that FORWARD goes on any way to a return, and at calls too */
    FORMAT_HOW_READ = 11, /* any of these */
    FORMAT_HOW_BODY = 4,  /* in no table: the body map says that FORWARD finds nothing */
    FORMAT_HOW_CODE = 16, /* entries have no number: the body rule is read from the code */
};

/*
 * ENTRIES: the entries of a range tile it. An entry is a function, or what stands for one, with the number of its rule:
 * 0 where there is none; with FORMAT_ENTRY_HAS_ROWS, without that bit, the offset of the entry's record in the range's
 * part of ROWS; FORMAT_RULE_CODE: the body rule is read from the code.
 *
 * Without FORMAT_HOW_CODE: units of 1 << unit_shift bytes, pages of 256 units, groups of 1 << group_shift pages;
 * unit_shift is 0 to 2. An entry is u8 the low 8 bits of the unit that it starts at, u8 number. A number of
 * FORMAT_NUMBER_WIDE and more has bits 12..8 of a wide one in its low 5 bits; bits 7..0 are the number of an entry
 * before it that starts at the same unit. A wide number below FORMAT_NUMBER_RECORD is a rule's; else it is, without
 * that bit, the offset of a record in units of 2 bytes. INDEX: u16 for each group, how many entries start before it;
 * then u8 for each page, and one more, the low 8 bits of how many start before it. In a group start less than 256.
 * Then, unless body_shift is 0, the body map: for each block of 1 << body_shift bytes a bit, the lowest first; 1: at
 * all instructions that start in it FORWARD, if there is that, finds nothing.
 *
 * With FORMAT_HOW_CODE: blocks of 256 << unit_shift bytes. An entry is its length in halfwords, and not always a number:
 *   0x00..0xdf                    the length; the body rule is read from the code
 *   0xe0..0xef, u8                bits 11..8 of the length in the first byte; the same
 *   0xf0..0xf7, u8                bits 10..8 of the length in the first byte; u16 number
 *   0xf8, u16                     the length; u16 number
 * INDEX: u16 for each block, where in the range's entries the one is that has the block's first address; then u8 for
 * each block, and one more of 0, how many halfwords before the block it starts; 255: more than that, and the search
 * begins with the block before.
 */
enum {
    FORMAT_NUMBER_WIDE = 0xe0,
    FORMAT_NUMBER_RECORD = 0x1000,
    FORMAT_RECORD_UNIT = 2,
    FORMAT_BEFORE_MORE = 255,
    FORMAT_ENTRY_LONG = 0xe0,
    FORMAT_ENTRY_WIDE = 0xf0,
    FORMAT_ENTRY_LONGEST = 0xf8,
    FORMAT_ENTRY_HAS_ROWS = 0x8000,
    FORMAT_LONG_MAX = 0xfff,
    FORMAT_WIDE_MAX = 0x7ff,
    FORMAT_LONGEST_MAX = 0xffff,
    FORMAT_RULE_NONE = 0,
    FORMAT_RULE_CODE = 0x7fff,
};

/*
 * ROWS: the record of an entry, at a multiple of 2 in the range's part: u16 number of its rule, u8, u8 count of rows.
 * Without FORMAT_HOW_CODE FORMAT_RECORD_PLAIN in the number says that the entry is not read, and the u8 has bits 15..8
 * of the unit that it starts at; with it, the u8 is how the entry is not read, bits of FORMAT_HOW_.... Its explicit
 * rows are consulted before all else:
 *   halfwords from the end of the row before (or the start of the entry), and its length in halfwords, 0 too: each u8;
 *   0xe0 and more: bits 12..8 in the low 5 bits, and u8 bits 7..0. Then u8 number of the rule, 0: none; 255: u16 number
 *   follows
 */
enum {
    FORMAT_RECORD_PLAIN = 0x8000,
    FORMAT_RECORD_HOW = 2,
    FORMAT_RECORD_START = 2,
    FORMAT_RECORD_ROWS = 3,
    FORMAT_RECORD_BYTES = 4,
    FORMAT_ROWS_PER_ENTRY_MAX = 255,
    FORMAT_RECORD_ENTRY_BYTES_MAX = 0xfffe, /* so long may an entry be that has a record */
    FORMAT_ROW_LONG = 0xe0,
    FORMAT_ROW_HALFWORDS_MAX = 0x1fff, /* what is longer, or further away, takes more rows */
    FORMAT_ROW_WIDE = 255,
};

/*
 * RULES: u16 rules_count, u16 exidx_first (rules from this number on come from .ARM.exidx), u16 short_count, u16
 * runs_count. Then a halfword for each of the rules 1 to short_count, padded to 4 bytes; a word for each of the others.
 * A word with bit 31 clear is a compact frame rule:
 *
 *    31  30    29  28  26 25 22 21      18 17       9  8  7       0
 *   +---+-----+---+------+-----+----------+-----------+--+---------+
 *   | 0 |split|gap| home | vfp | register | cfa words |ra| r11..r4 |
 *   +---+-----+---+------+-----+----------+-----------+--+---------+
 *
 *   cfa = r[register XOR 13] + 4 * cfa words. Slots go down from cfa - 4 * home: the return address if
 *   ra is set (else it is in lr), then the registers of the mask, highest first; with split r7..r4
 *   come before r11..r8. Below them, with gap one word lower, vfp doubles, d8 the lowest. All else is
 *   unchanged.
 *
 * A run is one on sp with the return address right below the cfa, and so many registers from r4 on, 0 to 8, right below
 * that, in fewer words than the cfa has. With bit 31 set a word is a run that is too large for the others: bits 25..4
 * cfa words, bits 3..0 the registers.
 *
 * A halfword stands for a run with cfa words in bits 14..4 and its registers in bits 3..0; or, with FORMAT_HALF_MASK,
 * for a compact rule on sp, of slots right below the cfa, with cfa words in bits 14..8, the mask of registers in bits
 * 7..0, and the return address in a slot. The first runs_count, less than FORMAT_NUMBER_WIDE, are runs.
 *
 * A compact word whose register is pc is no such one. With bits 29..22 it is a rule on sp by its bits 17..0, and those
 * of r4-r11 that they have, as a mask, are lost. FORMAT_RULE_ROOT is a root. Any other one stands for a long rule: bits
 * 17..0 are its offset in LONG_RULES, in words, all signed ones in two's complement:
 *   bits 2..0 form, bits 6..3 register, bits 24..8 the places (bobbin.h) that are not SAME, then for
 *   FRAME: cfa_offset; DEREF: cfa_offset, cfa_add. Then each place, the highest first: bits 2..0 kind, above them the
 *   value
 *   FORMAT_FORM_EITHER, for a rule that depends on the flags (ARM ARM A8.3; at a call the condition has held): the
 *   register is the condition, 0..13; u16 number of the rule if it holds, u16 of the rule if not: neither of them
 *   depends on flags itself
 *   FORMAT_FORM_WORD, for what would be compact with nothing lost: the places are those that are lost; the compact word
 */
#define FORMAT_FORM_EITHER        4
#define FORMAT_FORM_WORD          5
#define FORMAT_RULES_HEADER_BYTES 8
#define FORMAT_RULE_ROOT          (2u << FORMAT_RULE_REGISTER_SHIFT | ((1u << FORMAT_LONG_OFFSET_BITS) - 1))
#define FORMAT_RULE_RUN           (1u << 31)
#define FORMAT_RULE_SPLIT         (1u << 30)
#define FORMAT_RULE_GAP           (1u << FORMAT_RULE_GAP_SHIFT)
#define FORMAT_RULE_RA            (1u << FORMAT_RULE_RA_SHIFT)
#define FORMAT_RULE_MASK          0xffu
enum {
    FORMAT_RULE_RA_SHIFT = 8,
    FORMAT_RULE_CFA_SHIFT = 9,
    FORMAT_RULE_CFA_BITS = 9,
    FORMAT_RULE_REGISTER_SHIFT = 18,
    FORMAT_RULE_REGISTER_BITS = 4,
    FORMAT_RULE_VFP_SHIFT = 22,
    FORMAT_RULE_VFP_BITS = 4,
    FORMAT_RULE_HOME_SHIFT = 26,
    FORMAT_RULE_HOME_BITS = 3,
    FORMAT_RULE_GAP_SHIFT = 29,
    FORMAT_RUN_COUNT_BITS = 4,
    FORMAT_RUN_COUNT_MAX = 15,
    FORMAT_RUN_CFA_BITS = 22,
    FORMAT_HALF_CFA_BITS = 7, /* of one with a mask */
    FORMAT_HALF_RUN_CFA_BITS = 11,
    FORMAT_HALF_MASK = 0x8000,
    FORMAT_HALF_MASK_BITS = 8,
    FORMAT_LOST_SHIFT = 22,
    FORMAT_LOST_BITS = 8,
    FORMAT_LONG_OFFSET_BITS = 18,
    FORMAT_LONG_FORM_BITS = 3,
    FORMAT_LONG_REGISTER_SHIFT = 3,
    FORMAT_LONG_REGISTER_BITS = 4,
    FORMAT_LONG_PLACES_SHIFT = 8,
    FORMAT_LONG_PLACES_BITS = 17,
    FORMAT_PLACE_KIND_BITS = 3,
    FORMAT_RULES_MAX = 0x7ffe,
};

/*
 * FOREIGN: what another format says, in place of the sections 2 to 6; of RANGES then only start and size mean anything.
 * u32 number of the format, u32 base (the address from which it counts), u32 size_bytes of each of 4 parts, 0 for those
 * that it has not; then the parts, each padded to 4 bytes and bit by bit what that format says.
 */
enum {
    FORMAT_FOREIGN_NUMBER = 0,
    FORMAT_FOREIGN_BASE = 4,
    FORMAT_FOREIGN_SIZES = 8,
    FORMAT_FOREIGN_PARTS = 4,
    FORMAT_FOREIGN_HEADER_BYTES = 24,
};

/* The format in the low byte, above it which layout of it. */
enum format_foreign {
    FORMAT_FOREIGN_CHROME1 = 1,
    FORMAT_FOREIGN_CHROME2 = 2,
    FORMAT_FOREIGN_DICTIONARY = 3,
    FORMAT_FOREIGN_DICTIONARY_TWO_LEVEL = 0x103,
    FORMAT_FOREIGN_GROUPS = 4,
    FORMAT_FOREIGN_EXIDX = 5, /* where the linker has put it: core/exidx.h */
};

#endif
