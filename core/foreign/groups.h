/* SPDX-License-Identifier: MIT */
/*
 * The bytes of asynchronous compact descriptors for AArch32, for the reader here and the writer in
 * gen: groups as Brender proposed them for x86-64 in 2018, with the discussion of them in 2025.
 * A group describes how to unwind one piece of code: its prologue, body and epilogue. It ends where
 * the next group starts. A function has one group, or several that follow each other.
 *
 * All numbers are little-endian. Starts are relative to the base address that the table stores in
 * section FOREIGN (TABLE.md 8). Parts:
 *   part 0   header: u8 size of a record in bytes, see below; u8 zero; u16 number of descriptors
 *            in the common palette, only with pages; u32 number of records, or of pages
 *            records, ascending by start: u32 start in bytes from the base; u32 place; u32 frame;
 *            if a record has 16 bytes, also u32 language data; if it has 20 bytes, also u32
 *            personality and u32 language data
 *   part 1   personality routines: u32 address each, numbered from 1 on; empty if records have 20
 *            bytes
 *   part 2   language data, only if records have 12 or 4 bytes: rows, ascending, of u32 start of a
 *            function and u32 address of its data
 *   part 3   rules of groups with the mode ESCAPE
 *
 * A record has 20, 16 or 12 bytes, or 4 bytes in the layout with pages. In that layout part 0 has,
 * after the header: the common palette; the list of pages, with u32 address of the page's first
 * group and u32 offset of the page in part 0; the pages. A page is: u16 number of entries, u16
 * number of descriptors in its own palette, that palette, the entries. A descriptor is u32 place,
 * u32 frame. An entry is a u32. Bits 31..24 are the number of its descriptor; the common palette
 * has the first numbers, the page's own palette the next ones. Bits 23..0 are the distance in
 * halfwords from the first group of the page.
 *
 *                 31..28  27      26..24       23..16  15..8       7..0
 *   place         mode    inside  personality  tail    prologue 2  prologue 1
 *
 *                 31..27  26..17  16..14  13..10   9      8   7..0
 *   frame         late    size    home    doubles  split  lr  r11..r4
 *
 * Tail, prologue 2, prologue 1 and late are lengths in halfwords, size and home in words. Inside is
 * set if the group does not start a function.
 *
 * The code of a group consists of these parts, in this order. Any part but the body may be empty:
 *   prologue 1    no frame yet, up to and including the first push: cfa = sp, return address in lr
 *   prologue 2    after the first push, which saves all registers. With split it saves only lr and
 *                 r4 to r7; the code saves r8 to r11 and the doubles later. The cfa is above sp by
 *                 the words from the lowest slot up to the cfa
 *   body          cfa = r[mode] + SIZE words. If SIZE is 1023, a PARAMETER record with the same
 *                 start follows this one, and its frame is the size
 *   late          like prologue 2: the code has released the locals and, with split, restored r8 to
 *                 r11 and the doubles
 *   tail          like prologue 1: the code has released the frame. Code in no group is treated in
 *                 the same way ("default null group")
 *
 * The frame has, from the cfa down: HOME words; lr; r11 to r4, but with split r7 to r4 and then r11
 * to r8; the doubles, the highest first, d8 last. A DOUBLES of 0 to 8 is their number. A DOUBLES of
 * 9 to 15 means 1 to 7 doubles below one unused word.
 *
 * Where the sources differ from each other, or AArch32 from x86-64, this layout decides:
 *   - Widths. In one place prologue 2 has 7 bits, because bit 47 is the epilogue's; the table of
 *     compositions says 8. What follows the epilogue has 6, 7 or 8 bits, the personality 2, 3 or 4.
 *     Here: 8, 8 and 3. With 1 bit for "inside" and 4 for the mode, which are undisputed, only this
 *     published layout fills its word.
 *   - Sizes were in bytes. Here they are in halfwords: no instruction is shorter.
 *   - A return was one byte. Its presence was one bit, then four bits that included the padding
 *     after it. Here a return has 2 or 4 bytes, and mostly is a pop, which needs no description. So
 *     the tail is the number of halfwords at the end that have no frame. In the record of 20 bytes,
 *     the one of 2018, it is at most 15, the limit of four bits. Otherwise it is at most 255, as in
 *     the later byte.
 *   - Registers were released one by one, which can be repeated without harm. Here a pop also moves
 *     sp. LATE stands for that.
 *   - Modes keep their known numbers: 8 null, 12 parameter, 4 escape (there to DWARF). 9 to 11 were
 *     RBP, RSP and large RSP. Here they are r7, sp and r11, because a parameter holds a large size.
 *     NOUNWIND had no number.
 *   - The end of the last group was undefined. Here a PARAMETER with no group at its start ends the
 *     group before it.
 */
#ifndef BOBBIN_GROUPS_H
#define BOBBIN_GROUPS_H

#include "foreign.h"

enum {
    GROUPS_HEADER_BYTES = 8,
    GROUPS_WITH_POINTERS_BYTES = 20,
    GROUPS_WITH_LANGUAGE_BYTES = 16,
    GROUPS_PLAIN_BYTES = 12,
    GROUPS_ENTRY_BYTES = 4,
    GROUPS_DESCRIPTOR_BYTES = 8,
    GROUPS_PAGE_BYTES = 8, /* size of a row in the list of pages */
    GROUPS_PAGE_HEADER_BYTES = 4,
    GROUPS_LANGUAGE_BYTES = 8,
    GROUPS_PALETTE_MAX = 256,
    GROUPS_ENTRY_SHIFT = 24,
};
#define GROUPS_ENTRY_MASK 0xffffffu

enum groups_mode {
    GROUPS_ESCAPE = 4, /* frame: offset of the body's rule in part 3. No prologue 2, no late */
    GROUPS_NULL = 8,   /* no frame at all; frame: 0 */
    GROUPS_R7 = 9,
    GROUPS_SP = 10,
    GROUPS_R11 = 11,
    GROUPS_PARAMETER = 12,
    GROUPS_NOUNWIND = 13, /* frame 0: the code cannot be unwound; 1: there is no caller */
};

/* Fields of place. */
#define GROUPS_INSIDE (1u << 27) /* not the start of a function */
enum {
    GROUPS_PROLOGUE_1_SHIFT = 0,
    GROUPS_PROLOGUE_2_SHIFT = 8,
    GROUPS_TAIL_SHIFT = 16,
    GROUPS_PERSONALITY_SHIFT = 24,
    GROUPS_MODE_SHIFT = 28,
    GROUPS_PROLOGUE_MAX = 255,
    GROUPS_TAIL_MAX = 255,
    GROUPS_TAIL_2018_MAX = 15,
    GROUPS_PERSONALITY_MAX = 7,
};

/* Fields of frame. */
#define GROUPS_LR    (1u << 8)
#define GROUPS_SPLIT (1u << 9)
enum {
    GROUPS_DOUBLES_SHIFT = 10,
    GROUPS_HOME_SHIFT = 14,
    GROUPS_SIZE_SHIFT = 17,
    GROUPS_LATE_SHIFT = 27,
    GROUPS_DOUBLES = 8, /* a value above this: VALUE - 8 doubles, below one unused word */
    GROUPS_HOME_MAX = 7,
    GROUPS_SIZE_MAX = 1022,
    GROUPS_SIZE_IS_PARAMETER = 1023,
    GROUPS_LATE_MAX = 31,
    GROUPS_ABOVE_SPLIT = 0x0f, /* r4-r7 */
};

/*
 * A rule in part 3: u8 form (enum bobbin_form: FRAME or DEREF), u8 register of the cfa, sleb128
 * cfa_offset; for DEREF sleb128 cfa_add; u8 number of places; for each place u8 kind << 5 | place,
 * and sleb128 value. All other places are SAME.
 */
enum { GROUPS_KIND_SHIFT = 5, GROUPS_PLACE_MASK = 31 };

/* A record, decoded from any of the four forms. */
struct groups_record {
    uint32_t start, place, frame;
    uint32_t personality, language; /* addresses; 0: not in the record */
};

static inline uint32_t groups_mode(const struct groups_record *record)
{
    return record->place >> GROUPS_MODE_SHIFT;
}

/*
 * The position of a record: struct groups_at has its page, and its number in this page. In a layout
 * without pages, one page has all records.
 */
struct groups_page {
    uint32_t number, first; /* the address of its first group */
    uint32_t count;
    uint32_t palette_count;
    const uint8_t *records, *palette;
};
struct groups {
    const struct foreign_table *table;
    uint32_t record_bytes, pages, common;
};
struct groups_at {
    struct groups_page page;
    uint32_t number; /* of the record in the page */
};

/*
 * A group. END is the address of its end. SIZE_WORDS is the distance from sp or the frame register
 * to the cfa in its body.
 */
struct groups_group {
    struct groups_record record;
    uint32_t end, size_words;
    struct groups_at at;
};

/*
 * Opens TABLE as GROUPS, and finds the GROUP that contains ADDRESS. Returns STOP_NONE; NO_RULE: no
 * group contains it; or CORRUPT.
 */
enum bobbin_stop groups_find(struct groups *groups, const struct foreign_table *table,
                             uint32_t address, struct groups_group *group);

/*
 * Replaces the record of GROUP with the record before it, whatever its mode. Returns false if there
 * is none.
 */
bool groups_back(const struct groups *groups, struct groups_group *group);

/* Writes the rule of GROUP at ADDRESS to RULE, which starts as in bobbin_foreign.read. */
enum bobbin_stop groups_rule(const struct foreign_table *table, const struct groups_group *group,
                             uint32_t address, struct bobbin_rule *rule);

/*
 * Finds the exception handling data of the function that contains ADDRESS. NO_RULE: ADDRESS is in
 * no group, or in a tail, which has no calls.
 */
struct groups_language {
    /* FUNCTION: start of the function. PERSONALITY and DATA: 0 if it handles no exceptions */
    uint32_t function, personality, data;
};
enum bobbin_stop groups_find_language(const struct foreign_table *table, uint32_t address,
                                      struct groups_language *language);

/*
 * Sets the slots of RULE from FRAME. Returns the distance in bytes from the cfa down to the lowest
 * slot.
 */
uint32_t groups_put_saved(struct bobbin_rule *rule, uint32_t frame);

/*
 * The fields of FRAME for what is saved in prologue 2 and in late. SIZE and LATE are 0 in the
 * result.
 */
static inline uint32_t groups_first_push(uint32_t frame)
{
    if (frame & GROUPS_SPLIT)
        return frame & (GROUPS_LR | GROUPS_HOME_MAX << GROUPS_HOME_SHIFT | GROUPS_ABOVE_SPLIT);
    return frame & ((1u << GROUPS_SIZE_SHIFT) - 1);
}

/* Whether ADDRESS, inside GROUP, is in its tail: the frame has been released. */
static inline bool groups_in_tail(const struct groups_group *group, uint32_t address)
{
    uint32_t tail = 2 * (group->record.place >> GROUPS_TAIL_SHIFT & GROUPS_TAIL_MAX);

    return group->end - address <= tail;
}

#endif
