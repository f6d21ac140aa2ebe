/* SPDX-License-Identifier: MIT */
/* Inside core: what the tables say of an address. */
#ifndef BOBBIN_FIND_H
#define BOBBIN_FIND_H

#include "bobbin.h"
#include "bytes.h"
#include "format.h"
#include "known.h"

/* The parts of a range. */
enum range_part {
    RANGE_INDEX, /* its end is where what follows the groups, or the blocks, stands: the counts */
    RANGE_ENTRIES,
    RANGE_ROWS,
};

struct table_answer {
    uint8_t table;  /* index in env->tables */
    uint8_t how;    /* FORMAT_HOW_...: how the code is read; without READ: what is KNOWN is all */
    uint8_t trust;  /* enum bobbin_trust, of that: TABLE or EXIDX, until it is found elsewhere */
    uint32_t known; /* known.h */
    /* in memory, of the entry; 0: in pages, where no more than what is behind its bytes is known of it */
    uint32_t end;
    union {
        uint32_t start;
        const uint8_t *entry;
    };
};

/*
 * From here on the compiler knows nothing of VALUE: it has it at hand, and makes no other loop or test of what follows.
 */
#define FIND_HIDE(value) __asm__("" : "+r"(value))

/* Makes it load A and B, which lie side by side, here and as one. */
#define FIND_PAIR(a, b) __asm__("" : "+r"(a), "+r"(b))

/*
 * Behind the entry, which ends with its number, of RANGE, in pages of which there are some, that has OFFSET, which the
 * range has; NULL: no sense. The search begins where it would be if all entries of the page had the same length.
 */
static inline __attribute__((always_inline)) const uint8_t *
table_entry(const struct bobbin_range *range, uint32_t offset)
{
    uint32_t unit = offset >> range->unit_shift;
    uint32_t page = unit >> FORMAT_PAGE_SHIFT;
    const uint8_t *counts = range->part[RANGE_INDEX].end;
    const uint8_t *index = range->part[RANGE_INDEX].start;
    const uint8_t *entries, *end, *at;
    uint32_t behind, before;

    FIND_PAIR(index, counts);
    counts += page;
    behind = (uint32_t)(counts[1] - counts[0]) & 0xff;
    entries = range->part[RANGE_ENTRIES].start;
    end = range->part[RANGE_ENTRIES].end;
    FIND_PAIR(entries, end);
    before = bytes_half(index + 2 * (page >> range->group_shift));
    at = entries + 2 * (before + ((counts[0] - before) & 0xff));
    unit &= 0xff;
    before = unit * behind >> FORMAT_PAGE_SHIFT;
    behind -= before;
    at += 2 * before;
    if ((int32_t)(end - at) < (int32_t)(2 * behind)) /* AT may be behind the end of memory */
        return 0;
    if (behind && *at <= unit) {
        do {
            at += 2;
            FIND_HIDE(at);
        } while (--behind && *at <= unit);
        if (!at) /* as the compiler knew before AT was hidden: else who asks for NULL tests it */
            __builtin_unreachable();
        return at;
    }
    at -= 2;
    if (before)
        do {
            if (*at <= unit)
                break;
            at -= 2;
            FIND_HIDE(at);
        } while (--before);
    return at < entries ? 0 : at + 2;
}

/* The same, where a call more does not matter. */
const uint8_t *table_entry_at(const struct bobbin_range *range, uint32_t offset);

#define TABLE_NO_NUMBER (~0u)

/*
 * The number of the rule at OFFSET, by the entry before BEHIND, which has it; NO_NUMBER: no sense. HOW becomes 0 where
 * the code is not read; it may be NULL.
 */
uint32_t table_number(const struct bobbin_range *range, uint32_t offset, const uint8_t *behind,
                      uint8_t *how);

/* The same by RECORD, which is there, of an entry that starts LEFT halfwords before. */
uint32_t table_row(const struct bobbin_range *range, const uint8_t *record, uint32_t left,
                   uint8_t *how);

/* Whether the body map of RANGE says that the body rule holds at OFFSET, in bytes from its start. */
static inline bool table_has_body(const struct bobbin_range *range, uint32_t offset)
{
    uint32_t block = offset >> range->body_shift;

    return range->body_map[block >> 3] >> (block & 7) & 1;
}

/* Whether calls in RANGE need no more than the number of a rule. */
static inline bool table_has_numbers(const struct bobbin_range *range)
{
    return range->pages && !(range->how & (FORMAT_HOW_WALK | FORMAT_HOW_CODE));
}

/*
 * bobbin_lookup_address: a call may be the last instruction of its function, and its return address belongs to the
 * next.
 */
static inline uint32_t table_lookup_address(uint32_t pc, enum bobbin_kind kind)
{
    return kind == BOBBIN_KIND_CALL ? pc - 1 : pc;
}

/* Finds the rules in section RULES; false when they are not all there. */
bool table_open_rules(struct bobbin_table *table);

/* Reads range NUMBER of TABLE, which has that many, to RANGE, which it returns. */
const struct bobbin_range *table_range(const struct bobbin_table *table, uint32_t number,
                                       struct bobbin_range *range);

#define TABLE_NO_RANGE (~0u)

/*
 * The number of the range of TABLE that has ADDRESS (as in the table, without bias); TABLE_NO_RANGE when there is none.
 */
uint32_t table_range_number(const struct bobbin_table *table, uint32_t address);

/* The same, read, in SPARE if it is not the first; NULL when there is none. */
const struct bobbin_range *table_other_range(const struct bobbin_table *table, uint32_t address,
                                             struct bobbin_range *spare);
static inline const struct bobbin_range *
table_range_at(const struct bobbin_table *table, uint32_t address, struct bobbin_range *spare)
{
    return address - table->first.start < table->first.size_bytes
               ? &table->first
               : table_other_range(table, address, spare);
}

/*
 * What the tables say of the pc of CURSOR, interrupted or a call, of which nothing else counts: STOP_NONE, PC_OUTSIDE
 * (it is in none of them), NO_RULE or CORRUPT. A table of another format has no rules here: NO_RULE, wherever it has
 * code; then the answer says which one that is.
 */
enum bobbin_stop table_find(const struct bobbin_env *env, const struct bobbin_cursor *cursor,
                            struct table_answer *answer);

/* What is known of RETURN_ADDRESS where nobody looks closer: LATER if any table has the code, else OUTSIDE. */
uint32_t table_aside(const struct bobbin_env *env, uint32_t return_address);

#endif
