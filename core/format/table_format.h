/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a Bobbin table: the one place where they are defined, for the reader in core and the
 * writer in gen. SPEC.md says the same at length, with an example. All numbers little-endian.
 *
 *   header      0  4  magic
 *               4  1  format major
 *               5  1  format minor
 *               6  1  0
 *               7  1  build_id_size, 0..32
 *               8  4  size_bytes, of all
 *              12  4  CRC-32 of all but this field
 *              16  4  CRC-32 of the code
 *              20  2  ranges_count
 *              22  2  runs_count
 *              24  n  build id, padded to 4
 *              ..     RANGES, RULES; then what these have offsets of
 */
#ifndef BOBBIN_FORMAT_H
#define BOBBIN_FORMAT_H

/* 0xb0 is neither ASCII nor erased flash nor zero. */
#define FORMAT_MAGIC 0x4e4242b0u /* bytes b0 'B' 'B' 'N' */
#define FORMAT_MAJOR 1           /* another major: refused */
#define FORMAT_MINOR 0           /* a higher minor adds only what may be left unread */

enum {
    FORMAT_HEADER_MAJOR = 4,
    FORMAT_HEADER_MINOR = 5,
    FORMAT_HEADER_BUILD_ID_SIZE = 7,
    FORMAT_HEADER_SIZE = 8,
    FORMAT_HEADER_CRC = 12,
    FORMAT_HEADER_CODE_CRC = 16,
    FORMAT_HEADER_RANGES = 20,
    FORMAT_HEADER_RUNS = 22,
    FORMAT_HEADER_BYTES = 24,
    FORMAT_BUILD_ID_MAX = 32,
};

/*
 * RANGES: code ranges, ascending, not overlapping; 32 bytes each.
 *   0 4 start address    4 4 size_bytes, or 0 with FORMAT_HOW_CODE
 *   8 4 offset of its groups, in INDEX; a multiple of 2   12 4 of its counts, behind them   16 4 of its entries
 *   20 1 unit_shift   21 1 how (FORMAT_HOW_...)   22 1 group_shift   23 1 0
 *   24 4 size_bytes   28 4 offset of its rows
 * Offsets are in bytes from the start of the table; no entries begin behind their groups.
 */
enum {
    FORMAT_RANGE_START = 0,
    FORMAT_RANGE_FAST = 4,
    FORMAT_RANGE_GROUPS = 8,
    FORMAT_RANGE_COUNTS = 12,
    FORMAT_RANGE_ENTRIES = 16,
    FORMAT_RANGE_UNIT_SHIFT = 20,
    FORMAT_RANGE_HOW = 21,
    FORMAT_RANGE_GROUP_SHIFT = 22,
    FORMAT_RANGE_SIZE = 24,
    FORMAT_RANGE_ROWS = 28,
    FORMAT_RANGE_BYTES = 32,
    FORMAT_PAGE_SHIFT = 8, /* units of a page */
    FORMAT_UNIT_SHIFT_MAX = 2,
    FORMAT_GROUP_SHIFT_MAX = 15,
    FORMAT_BLOCK_SHIFT_MAX = 23,
};

/*
 * How rules are found, where ENTRIES and RULES alone do not say it: bits of a range, and of records in it, which have
 * those that do not hold there. With FORMAT_HOW_CODE another reader than the one of fast tables is asked: of small
 * tables (small.h), or of other formats.
 */
enum {
    FORMAT_HOW_FORWARD = 1,  /* interrupted: by the code from the pc on; else by the body rule */
    FORMAT_HOW_PROLOGUE = 2, /* where the body rule is read from the code, so is the prologue */
    FORMAT_HOW_WALK = 8,     /* before that FORWARD goes on any way to a return, and at calls too */
    FORMAT_HOW_READ = 11,    /* any of these */
    FORMAT_HOW_CODE = 16,    /* entries have no number: the body rule is read from the code */
    FORMAT_HOW_FOREIGN = 32, /* with it: another format has the rules, at the offset of rows */
};

/*
 * ENTRIES: the entries of a range tile it. An entry is a function, a row of one, or what stands for one, with the
 * number of its rule.
 *
 * Without FORMAT_HOW_CODE: units of 1 << unit_shift bytes, pages of 256 units, groups of 1 << group_shift pages;
 * unit_shift is 0 to 2. An entry is u8 the low 8 bits of the unit that it starts at, u8 number. A number of
 * FORMAT_NUMBER_WIDE and more has bits 12..8 of a wide one in its low 5 bits; bits 7..0 are the number of an entry
 * before it that starts at the same unit. INDEX: u16 for each group, how many entries start before it; then u8 for each
 * page, and one more, the low 8 bits of how many start before it. In a group start less than 256.
 *
 * With FORMAT_HOW_CODE: blocks of 256 << unit_shift bytes. An entry is its length in halfwords, and not always a number,
 * which is one of a rule, FORMAT_RULE_CODE, or with FORMAT_ENTRY_HAS_ROWS, without that bit, the offset
 * of the entry's record in the range's part of ROWS:
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
    FORMAT_NUMBER_MAX = 0x1fff, /* of a wide one */
    FORMAT_BEFORE_MORE = 255,
    FORMAT_ENTRY_LONG = 0xe0,
    FORMAT_ENTRY_WIDE = 0xf0,
    FORMAT_ENTRY_LONGEST = 0xf8,
    FORMAT_ENTRY_HAS_ROWS = 0x8000,
    FORMAT_LONG_MAX = 0xfff,
    FORMAT_WIDE_MAX = 0x7ff,
    FORMAT_LONGEST_MAX = 0xffff,
    FORMAT_AHEAD_BYTES = 7, /* follow each such entry, and each row, counted from where it starts */
    FORMAT_RULE_CODE = 0x7fff,
};

/*
 * ROWS, with FORMAT_HOW_CODE: the record of an entry, at a multiple of 2 in the range's part: u16 number of its rule, u8
 * how the entry is not read, bits of FORMAT_HOW_..., u8 count of rows. Its explicit rows are consulted before all else:
 *   halfwords from the end of the row before (or the start of the entry), and its length in halfwords, 0 too: each u8;
 *   0xe0 and more: bits 12..8 in the low 5 bits, and u8 bits 7..0. Then u8 number of the rule; 255: u16 number follows
 */
enum {
    FORMAT_RECORD_UNIT = 2,
    FORMAT_RECORD_HOW = 2,
    FORMAT_RECORD_ROWS = 3,
    FORMAT_RECORD_BYTES = 4,
    FORMAT_ROWS_PER_ENTRY_MAX = 255,
    FORMAT_ROW_LONG = 0xe0,
    FORMAT_ROW_HALFWORDS_MAX = 0x1fff, /* what is longer, or further away, takes more rows */
    FORMAT_ROW_WIDE = 255,
};

/*
 * RULES: runs_count halfwords, padded to 4 bytes: the rules from number 0 on; then words, the others from the next
 * number on, and the words of long rules behind them, to which no number leads.
 *
 * A run is a rule on sp with the return address in a slot and so many registers from r4 on right below that, 0 to 8, in
 * no more words than the cfa has. A halfword is a run; so is a word with bit 31 clear:
 *
 *    31  30  29  27  26  25  22  21  20 17  16       5     4      3       0
 *   +---+---+------+---+------+---+------+-----------+----------+----------+
 *   | 0 | 0 | home | 0 | more |gap| vfp  | cfa words | explicit | registers|
 *   +---+---+------+---+------+---+------+-----------+----------+----------+
 *
 * If registers are FORMAT_RUN_REST, MORE is how many there are, and home, gap and vfp are as below; then cfa words are
 * those from sp to the home. A word of less than 32 is the reason why a trace ends there, enum bobbin_stop: OUTERMOST,
 * NO_RULE.
 *
 * A word with bit 31 set is a compact frame rule:
 *
 *    31  30    29  27  26  25      18  17  16 13 12       9     8     7         0
 *   +---+-----+------+----+----------+---+-----+----------+----------+-----------+
 *   | 1 |split| home | ra | slots    |gap| vfp | register | explicit | cfa words |
 *   +---+-----+------+----+----------+---+-----+----------+----------+-----------+
 *
 *   cfa = r[register XOR 13] + 4 * cfa words. Slots go down from cfa - 4 * home: the return address if
 *   ra is set (else it is in lr), then the registers that have a bit in SLOTS: r11 to r4, the highest bit first; with
 *   split r7 to r4 and then r11 to r8. Below them, with gap one word lower, vfp doubles, d8 the lowest. All else is
 *   unchanged.
 * Where explicit is set the rule holds at each address of its entry; else it is the body rule: around it code is read.
 *
 * In a compact word whose register is pc it is sp, and vfp is a bit for each of r4-r7, r4 the lowest, that is lost, if
 * explicit is set. Else the word stands for a long rule: bits 30..13 are the number of its first word among the words,
 * from the first one on:
 *   a compact word; its bits 7..0 count the steps, explicit says that it comes from .ARM.exidx
 *   from the register to the cfa, in bytes, in two's complement
 *   which registers are lost: their bits of valid (bobbin.h)
 *   the steps, each done before the slots are read: bits 5..0 place, a word of the cursor from r0 on: r4-r11, lr for
 *   the return address, FORMAT_STEP_D8 and up to 15 more for the halves of d8-d15, the low ones first, or sp for the
 *   cfa; bits 12..8 the bit of valid that is known then, 16 for none; bits 31..13 value, in two's complement; bits
 *   7..6:
 *     FORMAT_STEP_SLOT      the word at cfa + value
 *     FORMAT_STEP_HALF      the same, of a double whose other half stays or has been read
 *     FORMAT_STEP_REGISTER  the register of that number. FORMAT_STEP_NOBODY: nobody has it any more
 *   For sp: the cfa becomes the word at the cfa, + value
 * or, with bit 31 clear, of a rule that depends on the flags (ARM ARM A8.3; at a call the condition has held):
 *   bits 15..0: a bit for each value of NZCV with which the condition holds
 *   the word of the rule if it holds, and of the rule if not, as above: neither of them depends on flags itself
 */
#define FORMAT_RULE_WORD     (1u << 31)
#define FORMAT_RULE_SPLIT    (1u << 30)
#define FORMAT_RULE_HOME     (7u << FORMAT_RULE_HOME_SHIFT)
#define FORMAT_RULE_RA       (1u << 26)
#define FORMAT_RULE_MASK     (0xffu << FORMAT_RULE_MASK_SHIFT)
#define FORMAT_RULE_SLOTS    (FORMAT_RULE_RA | FORMAT_RULE_MASK)
#define FORMAT_RULE_GAP      (1u << FORMAT_RULE_GAP_SHIFT)
#define FORMAT_RULE_VFP      (15u << FORMAT_RULE_VFP_SHIFT)
#define FORMAT_RULE_REGISTER (15u << FORMAT_RULE_REGISTER_SHIFT)
#define FORMAT_RULE_EXPLICIT (1u << 8)
#define FORMAT_RULE_LONG     (FORMAT_RULE_WORD | 2u << FORMAT_RULE_REGISTER_SHIFT)
#define FORMAT_RUN_EXPLICIT  (1u << FORMAT_RUN_COUNT_BITS)
enum {
    FORMAT_RULE_CFA_BITS = 8,
    FORMAT_RULE_REGISTER_SHIFT = 9,
    FORMAT_RULE_REGISTER_BITS = 4,
    FORMAT_RULE_VFP_SHIFT = 13,
    FORMAT_RULE_VFP_BITS = 4,
    FORMAT_RULE_GAP_SHIFT = 17,
    FORMAT_RULE_MASK_SHIFT = 18,
    FORMAT_RULE_MASK_BITS = 8,
    FORMAT_RULE_HOME_SHIFT = 27,
    FORMAT_RULE_HOME_BITS = 3,
    FORMAT_LONG_SHIFT = FORMAT_RULE_VFP_SHIFT,
    FORMAT_LONG_BITS = 18,
    FORMAT_RUN_COUNT_BITS = 4,
    FORMAT_RUN_CFA_SHIFT = 5,
    FORMAT_RUN_CFA_BITS = 12,  /* of a halfword one less */
    FORMAT_RUN_REST = 15,      /* it has what follows, and how many registers is said there */
    FORMAT_RUN_VFP_SHIFT = 17, /* and gap, as in a compact word */
    FORMAT_RUN_REGISTERS_SHIFT = 22,
    FORMAT_STEP_PLACE_BITS = 6,
    FORMAT_STEP_SLOT = 0,
    FORMAT_STEP_HALF = 1 << 6,
    FORMAT_STEP_REGISTER = 2 << 6,
    FORMAT_STEP_BIT_SHIFT = 8,
    FORMAT_STEP_BIT_BITS = 5,
    FORMAT_STEP_VALUE_SHIFT = 13,
    FORMAT_STEP_D8 = 20,
    FORMAT_STEP_PLACES = FORMAT_STEP_D8 + 16,
    FORMAT_STEP_NO_BIT = 16, /* that of cpsr, which is always set */
    FORMAT_STEP_NOBODY = 17,
    FORMAT_RULES_MAX = 0x7ffe,
};

/*
 * FOREIGN: what another format says, in place of INDEX, ENTRIES, ROWS and RULES, at a multiple of 4; it goes to the end of
 * the table. Of a record of RANGES start, size and where it is (at FORMAT_RANGE_ROWS) mean something then, and how is
 * FORMAT_HOW_CODE and FORMAT_HOW_FOREIGN. The first one speaks for all.
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
    FORMAT_FOREIGN_EXIDX = 5, /* where the linker has put it: core/foreign/exidx.h */
};

#endif
