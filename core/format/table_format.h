/* SPDX-License-Identifier: MIT */
/*
 * The bytes of a Bobbin table, for the reader in core and the writer in gen. No other file defines
 * them. TABLE.md explains them at length, with the look-up steps and an example.
 *
 * All numbers are little-endian. A table starts at a multiple of 4 in memory. Offsets are in bytes
 * from the start of the table, unless a comment says otherwise.
 *
 *   header      0  4  magic
 *               4  1  format major
 *               5  1  format minor
 *               6  1  flags: see crossing_format.h; the other readers ignore them
 *               7  1  build_id_size, 0..32
 *               8  4  size_bytes of the whole table
 *              12  4  CRC-32 of the table without this field
 *              16  4  CRC-32 of the code
 *              20  2  ranges_count
 *              22  2  runs_count: rules that are halfwords
 *              24  n  build id, padded with zeros to a multiple of 4
 *              ..     RANGES, then RULES; RANGES has the offsets of all other parts
 */
#ifndef BOBBIN_FORMAT_H
#define BOBBIN_FORMAT_H

/* 0xb0 is neither ASCII nor erased flash nor zero. */
#define FORMAT_MAGIC 0x4e4242b0u /* bytes b0 'B' 'B' 'N' */
#define FORMAT_MAJOR 1           /* a reader refuses another major */
#define FORMAT_MINOR 0           /* a higher minor only adds data that older readers may ignore */

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
 * RANGES: the code ranges of the image, ascending, not overlapping; 32 bytes each.
 *    0 4 first address
 *    4 4 size_bytes without FORMAT_HOW_CODE; with FORMAT_HOW_CODE 0
 *    8 4 offset of the range's u16 numbers in INDEX, a multiple of 2
 *   12 4 offset of its u8 numbers in INDEX, which follow the u16 numbers
 *   16 4 offset of its part of ENTRIES, at most 4 bytes after the start of the u16 numbers
 *   20 1 unit_shift
 *   21 1 how: FORMAT_HOW_...
 *   22 1 group_shift
 *   23 1 ahead: instructions that the core reads forward, more than READING_MAX; the first record
 *        decides for the whole table
 *   24 4 size_bytes
 *   28 4 offset of its part of ROWS; with FORMAT_HOW_FOREIGN of FOREIGN
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
    FORMAT_RANGE_AHEAD = 23,
    FORMAT_RANGE_SIZE = 24,
    FORMAT_RANGE_ROWS = 28,
    FORMAT_RANGE_BYTES = 32,
    FORMAT_PAGE_SHIFT = 8, /* a page has 1 << 8 units */
    /* Limits of the writer. A reader accepts 0 to 31. */
    FORMAT_UNIT_SHIFT_MAX = 2,   /* in pages */
    FORMAT_GROUP_SHIFT_MAX = 15, /* in pages */
    FORMAT_BLOCK_SHIFT_MAX = 23, /* unit_shift in blocks */
};

/*
 * How a reader finds the rules of a range. Records in ROWS have the same bits, for what does not
 * apply to their entry. Without FORMAT_HOW_CODE a reader ignores the other bits: ENTRIES and RULES
 * then say everything. With FORMAT_HOW_CODE the core calls another reader: bobbin_env.small, or
 * bobbin_env.foreign for FORMAT_HOW_FOREIGN.
 */
enum {
    FORMAT_HOW_FORWARD = 1,  /* read the code from the pc on: see TABLE.md 7.1 */
    FORMAT_HOW_PROLOGUE = 2, /* if the code shows the body rule, read the prologue */
    FORMAT_HOW_WALK = 8,     /* the writer sets it together with FORWARD; core ignores it */
    FORMAT_HOW_READ = 11,    /* all of the above */
    FORMAT_HOW_CODE = 16,    /* entries are in blocks; most have no number */
    FORMAT_HOW_FOREIGN = 32, /* with CODE: another format has the rules, see FOREIGN below */
};

/*
 * ENTRIES: the entries of a range cover it without gaps. An entry is a function, neighbouring code
 * that is stored as one, or (in pages) a row. It has the number of its rule, or it leaves the rule
 * to the code.
 *
 * Pages, without FORMAT_HOW_CODE. A unit has 1 << unit_shift bytes, a page 256 units, a group
 * 1 << group_shift pages. An entry:
 *   u8 bits 7..0 of the number of its first unit, counted from the start of the range
 *   u8 number of its rule. From FORMAT_NUMBER_WIDE on: bits 12..8 of a wide number in the low
 *      5 bits. Bits 7..0 are the number of one more entry, immediately before, with the same unit
 * INDEX, at most 255 entries start in a group:
 *   u16 for each group: how many entries of the range start before it
 *   u8 for each page, and one more: bits 7..0 of how many entries start before it
 *
 * Blocks, with FORMAT_HOW_CODE. A block has 256 << unit_shift bytes. An entry:
 *   0x00..0xdf       length in halfwords; the code shows the body rule
 *   0xe0..0xef, u8   bits 11..8 of the length in the low 4 bits; the same
 *   0xf0..0xf7, u8   bits 10..8 of the length in the low 3 bits; then u16 number
 *   0xf8, u16        length; then u16 number
 * A number is that of a rule, or FORMAT_RULE_CODE, or FORMAT_ENTRY_HAS_ROWS | the offset of the
 * entry's record in the range's part of ROWS. INDEX:
 *   u16 for each block: where the entry that contains its first address is, in bytes from the start
 *       of the range's part of ENTRIES
 *   u8 for each block, and one more of 0: how many halfwords before the block that entry starts.
 *      FORMAT_BEFORE_MORE: at least 255; the search starts with the block before
 */
enum {
    FORMAT_NUMBER_WIDE = 0xe0,
    FORMAT_NUMBER_MAX = 0x1fff, /* the largest wide number */
    FORMAT_BEFORE_MORE = 255,
    FORMAT_ENTRY_LONG = 0xe0,
    FORMAT_ENTRY_WIDE = 0xf0,
    FORMAT_ENTRY_LONGEST = 0xf8,
    FORMAT_ENTRY_HAS_ROWS = 0x8000,
    FORMAT_LONG_MAX = 0xfff,
    FORMAT_WIDE_MAX = 0x7ff,
    FORMAT_LONGEST_MAX = 0xffff,
    /*
     * In blocks, the table has at least this many bytes from the start of each entry, record and
     * row on, because the reader loads this many bytes before it checks any of them.
     */
    FORMAT_AHEAD_BYTES = 7,
    FORMAT_RULE_CODE = 0x7fff, /* as a number: the code shows the body rule */
};

/*
 * ROWS, with FORMAT_HOW_CODE: the record of an entry, at a multiple of 2 in the range's part.
 *   u16 number of the entry's rule, or FORMAT_RULE_CODE
 *   u8  FORMAT_HOW_... bits that do not apply to the entry
 *   u8  count of rows
 * A row is looked up before everything else, and its rule is explicit. A row:
 *   1 or 2  halfwords from the end of the row before, or from the start of the entry
 *   1 or 2  length in halfwords; 0: no address has the row
 *   1 or 3  u8 number of its rule; FORMAT_ROW_WIDE: then u16 number. FORMAT_RULE_CODE: no rule
 * Halfwords are u8, or from FORMAT_ROW_LONG on: bits 12..8 in the low 5 bits, then u8 bits 7..0.
 */
enum {
    FORMAT_RECORD_UNIT = 2,
    FORMAT_RECORD_HOW = 2,
    FORMAT_RECORD_ROWS = 3,
    FORMAT_RECORD_BYTES = 4,
    FORMAT_ROWS_PER_ENTRY_MAX = 255,
    FORMAT_ROW_LONG = 0xe0,
    FORMAT_ROW_HALFWORDS_MAX = 0x1fff, /* a longer length or distance takes more rows */
    FORMAT_ROW_WIDE = 255,
};

/*
 * RULES: runs_count halfwords, padded to a multiple of 4 bytes: the rules from number 0 on. Then
 * words: the rules with the next numbers, and after them the words of long rules, without numbers.
 *
 * A halfword or word below 32 is the reason why a trace ends there, as in enum bobbin_stop:
 * OUTERMOST or NO_RULE. Any other word is a run, a compact word, or refers to a long rule.
 *
 * A run is a rule relative to sp. Slots go down from sp + 4 * cfa words: the return address, then
 * as many registers from r4 on as REGISTERS says (0 to 8), the highest first. No slot is below sp.
 * A run is a word with bit 31 clear, or a halfword with bits 15..0 of that word:
 *
 *    31  30  29  27  26  25  22  21  20 17  16       5     4      3       0
 *   +---+---+------+---+------+---+------+-----------+----------+----------+
 *   | 0 | 0 | home | 0 | more |gap| vfp  | cfa words | explicit | registers|
 *   +---+---+------+---+------+---+------+-----------+----------+----------+
 *
 * If REGISTERS is FORMAT_RUN_REST, MORE is the number of registers, home, gap and vfp are as in a
 * compact word, and the cfa is 4 * home above sp + 4 * cfa words. Otherwise the cfa is
 * sp + 4 * cfa words, and more, home, gap and vfp are ignored.
 *
 * A compact word has bit 31 set:
 *
 *    31  30    29  27  26  25      18  17  16 13 12       9     8     7         0
 *   +---+-----+------+----+----------+---+-----+----------+----------+-----------+
 *   | 1 |split| home | ra | slots    |gap| vfp | register | explicit | cfa words |
 *   +---+-----+------+----+----------+---+-----+----------+----------+-----------+
 *
 *   cfa = r[register XOR 13] + 4 * cfa words. Slots go down from cfa - 4 * home:
 *     the return address if RA is 1; otherwise it is in lr
 *     the registers with a bit in SLOTS, the highest bit first: bit 25 is r11, bit 18 is r4. With
 *       SPLIT: bits 25..22 are r7 to r4, bits 21..18 are r11 to r8
 *     with GAP one unused word
 *     VFP doubles from d8 on, d8 the lowest
 *   All other registers are unchanged. The caller's sp is the cfa.
 *
 * EXPLICIT: the rule holds at each address of its entry. Otherwise it is the body rule, and an
 * interrupted frame reads the code around the pc.
 *
 * A compact word whose register would be pc is one of two forms. With EXPLICIT, the register is sp,
 * there are no doubles, and VFP has a bit for each of r4-r7 that is lost, r4 the lowest bit. If
 * none is lost, the rule has the source FORMAT_LONG_CFI. Without EXPLICIT, the word refers to a
 * long rule: bits 30..13 are the number of its first word, counted from the first word of RULES. A
 * long rule is explicit. Its words:
 *   1       a compact word, except for bits 8..0. Bits 6..0 count the steps. Bits 8..7 are the
 *           source of the rule: FORMAT_LONG_PROVED, FORMAT_LONG_CFI or FORMAT_LONG_EXIDX
 *   1       bytes from the register to the cfa, in two's complement
 *   1       the registers that are lost: their bits of bobbin_cursor.valid
 *   1 each  the steps, which are executed before the slots are read
 * A step:
 *   bits  5..0   target: an index of words in struct bobbin_cursor, from r[0] on: r4-r11; lr for
 *                the return address; sp for the cfa; FORMAT_STEP_D8 and the next 15 for the halves
 *                of d8-d15, each low half before its high half
 *   bits  7..6   kind:
 *                FORMAT_STEP_SLOT      the word at cfa + value; for sp the word at the cfa, + value
 *                FORMAT_STEP_HALF      the word at cfa + value, for one half of a double; the other
 *                                      half is unchanged or already read
 *                FORMAT_STEP_REGISTER  the register of that number; FORMAT_STEP_NOBODY: lost;
 *                                      FORMAT_STEP_INNER + 2, 3: r2, r3 of the innermost frame
 *   bits 12..8   number of the bit of bobbin_cursor.valid that the step sets; FORMAT_STEP_NO_BIT:
 *                none
 *   bits 31..13  value, in two's complement
 *
 * A long rule whose first word has bit 31 clear chooses one of two rules by the flags (ARM ARM
 * A8.3). A call frame uses the first: the call was executed, so the condition held.
 *   1  bits 15..0: a bit for each value of NZCV with which the condition holds
 *   1  the word of the rule if it holds
 *   1  the word of the rule if it does not hold. Neither rule depends on flags itself
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
    FORMAT_LONG_STEPS_BITS = 7,
    FORMAT_LONG_SOURCE_SHIFT = FORMAT_LONG_STEPS_BITS,
    FORMAT_LONG_SOURCE_BITS = 2,
    FORMAT_LONG_PROVED = 0, /* the machine code, or CFI that the machine code does not contradict */
    FORMAT_LONG_CFI = 1,    /* CFI alone: the machine code proves nothing */
    FORMAT_LONG_EXIDX = 2,  /* .ARM.exidx */
    FORMAT_RUN_COUNT_BITS = 4,
    FORMAT_RUN_CFA_SHIFT = 5,
    FORMAT_RUN_CFA_BITS = 12,        /* 11 in a halfword */
    FORMAT_RUN_REST = 15,            /* value of REGISTERS: MORE, gap, vfp and home apply */
    FORMAT_RUN_VFP_SHIFT = 17,       /* vfp, then gap, as in a compact word */
    FORMAT_RUN_REGISTERS_SHIFT = 22, /* of MORE */
    FORMAT_STEP_PLACE_BITS = 6,
    FORMAT_STEP_SLOT = 0,
    FORMAT_STEP_HALF = 1 << 6,
    FORMAT_STEP_REGISTER = 2 << 6,
    FORMAT_STEP_BIT_SHIFT = 8,
    FORMAT_STEP_BIT_BITS = 5,
    FORMAT_STEP_VALUE_SHIFT = 13,
    FORMAT_STEP_D8 = 20,
    FORMAT_STEP_PLACES = FORMAT_STEP_D8 + 16,
    FORMAT_STEP_NO_BIT = 16, /* the bit of cpsr, which is always set */
    FORMAT_STEP_INNER = 16,  /* + register number: its bit of valid is BOBBIN_VALID_INNER */
    FORMAT_STEP_NOBODY = 17, /* a register number whose bit of valid is never set */
    FORMAT_RULES_MAX = 0x7ffe,
};

/*
 * FOREIGN: the table of another format, at a multiple of 4, in place of RULES, ROWS, ENTRIES and
 * INDEX. It ends at the end of the table. A record of RANGES then has only the first address,
 * size_bytes (at FORMAT_RANGE_SIZE), the offset of FOREIGN (at FORMAT_RANGE_ROWS) and how, which is
 * FORMAT_HOW_CODE | FORMAT_HOW_FOREIGN. The first record decides for the whole table.
 *   u32 number of the format: enum format_foreign
 *   u32 base: the address from which the format counts
 *   u32 size_bytes of each of 4 parts; 0 for parts that the format does not have
 *   the parts, each padded with zeros to a multiple of 4, each exactly as that format defines it
 */
enum {
    FORMAT_FOREIGN_NUMBER = 0,
    FORMAT_FOREIGN_BASE = 4,
    FORMAT_FOREIGN_SIZES = 8,
    FORMAT_FOREIGN_PARTS = 4,
    FORMAT_FOREIGN_HEADER_BYTES = 24,
};

/* The low byte is the format; the bits above it are its layout. */
enum format_foreign {
    FORMAT_FOREIGN_CHROME1 = 1,
    FORMAT_FOREIGN_CHROME2 = 2,
    FORMAT_FOREIGN_DICTIONARY = 3,
    FORMAT_FOREIGN_DICTIONARY_TWO_LEVEL = 0x103,
    FORMAT_FOREIGN_GROUPS = 4,
    FORMAT_FOREIGN_EXIDX = 5, /* only addresses of the linker's table: core/foreign/exidx.h */
};

#endif
