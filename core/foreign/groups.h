/* SPDX-License-Identifier: MIT */
/*
 * The bytes of asynchronous compact descriptors for AArch32, for their reader here and their writer in gen: groups as
 * Brender proposed them for x86-64 in 2018 and the thread about it went on in 2025. A group tells of a piece of code,
 * up to where the next one starts, how its prologue, body and epilogue are unwound; a function is one of them or
 * several, one behind the other.
 *
 *   part 0   header: u8 bytes of a record, 20, 16 or 12, or 4: pages; u8 zero; u16 descriptors in the common palette, with
 *            pages; u32 how many records or pages
 *            records, ascending by start: u32 start, from the base on; u32 place; u32 frame; with 16: u32 language data;
 *            with 20: u32 personality, u32 language data
 *   part 1   personality routines: u32 each, by number from 1 on; with 20 there are none
 *   part 2   language data, with 12 and 4: u32 start of a function, u32 address of its data, ascending
 *   part 3   rules of groups that escape
 *
 * Pages: the common palette, for each page u32 address of its first group and u32 offset in part 0, then the pages: u16
 * entries, u16 descriptors in its palette, the palette, the entries. A descriptor is u32 place, u32 frame. An entry is
 * u32: bits 31..24 number of the descriptor, first the common ones, then the page's own; bits 23..0 halfwords from the
 * first group of the page.
 *
 *                 31..28  27      26..24       23..16  15..8       7..0
 *   place         mode    inside  personality  tail    prologue 2  prologue 1       sizes in halfwords
 *
 *                 31..27  26..17  16..14  13..10   9      8   7..0
 *   frame         late    size    home    doubles  split  lr  r11..r4
 *
 * From START on, for the length that it says, there is each of these, of any length but the body's also none:
 *   prologue 1    no frame yet, up to and with the instruction that saves: cfa = sp, return address in lr
 *   prologue 2    what the first push saves: all, or if split nothing below r4; cfa = sp + the words that it takes
 *   body          cfa = r[mode] + SIZE words; 1023: a PARAMETER at the same start, behind this one, has it in its frame
 *   LATE          as prologue 2: the room, and what is split, have been given back
 *   tail          the frame is no more: as prologue 1. Code in no group is the same: the default null group
 * Saved are, from the cfa down: HOME words; lr; the registers, highest first, but for r11 to r8 behind r4 if split;
 * doubles, the highest first, d8 the last: 0 to 8, or 9 to 15: 1 to 7 below a word of nothing.
 *
 * Where the sources differ, or AArch32 is not x86-64:
 *   - Widths: prologue 2 has 7 bits where bit 47 is the epilogue's, and 8 in the table of compositions; what is behind the
 *     epilogue 6, 7 or 8; the personality 2, 3 or 4. Here 8, 8 and 3: with a bit for what is inside of a function and 4 for the mode,
 *     which nobody disputes, that is the one published layout that fills its word.
 *   - Sizes were bytes. They count halfwords: no instruction is shorter.
 *   - A return was one byte, its presence one bit, then four with the padding behind it. Here it has 2 or 4 bytes, and is mostly
 *     a pop that needs no telling: so the tail says how many halfwords at the end have no frame, in the record of 2018, which is
 *     that of 20 bytes, at most 15 of them, as four bits can; else 255, as the later byte.
 *   - There registers were given back one by one, which may be done twice; a pop here moves sp, too. LATE stands for that.
 *   - Modes keep their numbers as far as they are known: 8 null, 12 parameter, 4 escape (there to DWARF). 9 to 11, RBP, RSP and
 *     large RSP, are r7, sp and r11: a parameter has a large size. NOUNWIND had none.
 *   - The end of the last group was left open: a PARAMETER with no group at its start ends the group before it.
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
    GROUPS_PAGE_BYTES = 8, /* in the list of pages */
    GROUPS_PAGE_HEADER_BYTES = 4,
    GROUPS_LANGUAGE_BYTES = 8,
    GROUPS_PALETTE_MAX = 256,
    GROUPS_ENTRY_SHIFT = 24,
};
#define GROUPS_ENTRY_MASK 0xffffffu

enum groups_mode {
    GROUPS_ESCAPE = 4, /* frame: where in part 3 the rule of the body is. No prologue 2, no LATE */
    GROUPS_NULL = 8,   /* no frame at all; frame: 0 */
    GROUPS_R7 = 9,
    GROUPS_SP = 10,
    GROUPS_R11 = 11,
    GROUPS_PARAMETER = 12,
    GROUPS_NOUNWIND = 13, /* frame: 0: nobody knows how; 1: there is no caller */
};

/* place */
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

/* frame */
#define GROUPS_LR    (1u << 8)
#define GROUPS_SPLIT (1u << 9)
enum {
    GROUPS_DOUBLES_SHIFT = 10,
    GROUPS_HOME_SHIFT = 14,
    GROUPS_SIZE_SHIFT = 17,
    GROUPS_LATE_SHIFT = 27,
    GROUPS_DOUBLES = 8, /* and what is above that means one word of nothing, too */
    GROUPS_HOME_MAX = 7,
    GROUPS_SIZE_MAX = 1022,
    GROUPS_SIZE_IS_PARAMETER = 1023,
    GROUPS_LATE_MAX = 31,
    GROUPS_ABOVE_SPLIT = 0x0f, /* r4-r7 */
};

/*
 * Part 3, a rule: u8 form (enum bobbin_form: FRAME or DEREF), u8 register of the cfa, sleb128 cfa_offset, DEREF:
 * sleb128 cfa_add, u8 number of places, for each u8 kind << 5 | place and sleb128 value. Others are SAME.
 */
enum { GROUPS_KIND_SHIFT = 5, GROUPS_PLACE_MASK = 31 };

/* What a record says, however it is stored. */
struct groups_record {
    uint32_t start, place, frame;
    uint32_t personality, language; /* 0 where they are not in the record */
};

static inline uint32_t groups_mode(const struct groups_record *record)
{
    return record->place >> GROUPS_MODE_SHIFT;
}

/* Where a record is. Without pages there is one page, which is all of them. */
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
    uint32_t number; /* in the page */
};

/* A group, where it ends, and the words to the cfa in its body. */
struct groups_group {
    struct groups_record record;
    uint32_t end, size_words;
    struct groups_at at;
};

/* Opens TABLE as GROUPS and finds the GROUP that has ADDRESS. NO_RULE: it is in none; CORRUPT. */
enum bobbin_stop groups_find(struct groups *groups, const struct foreign_table *table,
                             uint32_t address, struct groups_group *group);

/* The record of GROUP becomes the one before it, a PARAMETER or not; false where there is none. */
bool groups_back(const struct groups *groups, struct groups_group *group);

/* What GROUP says at ADDRESS, in RULE, which is as struct bobbin_foreign's read has it. */
enum bobbin_stop groups_rule(const struct foreign_table *table, const struct groups_group *group,
                             uint32_t address, struct bobbin_rule *rule);

/*
 * What handles exceptions in the function that has ADDRESS, and where that one starts, from which its data count.
 * NO_RULE: ADDRESS is in no group, or in a tail, where nobody is called.
 */
struct groups_language {
    uint32_t function, personality, data; /* the last two 0: nothing does */
};
enum bobbin_stop groups_find_language(const struct foreign_table *table, uint32_t address,
                                      struct groups_language *language);

/* Gives RULE the slots of what FRAME saves. Returns the bytes from the cfa down to the lowest of it. */
uint32_t groups_put_saved(struct bobbin_rule *rule, uint32_t frame);

/* FRAME as prologue 2 and LATE have it, without its size and LATE. */
static inline uint32_t groups_first_push(uint32_t frame)
{
    if (frame & GROUPS_SPLIT)
        return frame & (GROUPS_LR | GROUPS_HOME_MAX << GROUPS_HOME_SHIFT | GROUPS_ABOVE_SPLIT);
    return frame & ((1u << GROUPS_SIZE_SHIFT) - 1);
}

/* Whether the frame is no more at ADDRESS, which is in GROUP. */
static inline bool groups_in_tail(const struct groups_group *group, uint32_t address)
{
    uint32_t tail = 2 * (group->record.place >> GROUPS_TAIL_SHIFT & GROUPS_TAIL_MAX);

    return group->end - address <= tail;
}

#endif
