/* SPDX-License-Identifier: MIT */
/* Inside core: what the tables say of an address. */
#ifndef BOBBIN_FIND_H
#define BOBBIN_FIND_H

#include "bobbin.h"
#include "bytes.h"
#include "format.h"

struct table_answer {
    uint8_t table; /* index in env->tables */
    uint8_t how;   /* FORMAT_HOW_...: how the code is read; 0 or BODY: RULE is the rule */
    uint8_t trust; /* enum bobbin_trust, of RULE: TABLE or EXIDX, until it is found elsewhere */
    uint16_t rule; /* number; FORMAT_RULE_CODE: none in the table. Of an entry as it is encoded */
    uint32_t start,
        end; /* in memory, of the stretch of code that is read; where code was interrupted, or HOW has CODE */
};

/* How many pages behind the one of an address its entry may start or end: what cannot be one has more. */
#define TABLE_PAGES_MAX 1024

/* From here on the compiler knows nothing of VALUE: it has it at hand, and makes no other loop or test of what follows. */
#define FIND_HIDE(value) __asm__("" : "+r"(value))

/* Makes it load A and B, which lie side by side, here and as one. */
#define FIND_PAIR(a, b) __asm__("" : "+r"(a), "+r"(b))

/*
 * Behind the entry, which ends with its number, that has UNIT, whose page there is; NULL: no sense. The search begins where it
 * would be if all entries of the page had the same length.
 */
static inline __attribute__((always_inline)) const uint8_t *
table_number(const struct bobbin_range *range, uint32_t unit)
{
    uint32_t page = unit >> FORMAT_PAGE_SHIFT;
    const uint8_t *counts = range->counts, *entries = range->entries;
    const uint8_t *index, *end, *at;
    uint32_t behind, before;

    FIND_PAIR(counts, entries);
    counts += page;
    behind = (uint32_t)(counts[1] - counts[0]) & 0xff;
    index = range->index;
    end = range->end;
    FIND_PAIR(index, end);
    before = bytes_half(index + 2 * (page >> range->group_shift));
    at = entries + 2 * (before + ((counts[0] - before) & 0xff));
    unit &= 0xff;
    before = unit * behind >> FORMAT_PAGE_SHIFT;
    behind -= before;
    at += 2 * before;
    if (at + 2 * behind > end)
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
const uint8_t *table_number_at(const struct bobbin_range *range, uint32_t unit);

/* Whether the body map of RANGE says that the body rule holds at OFFSET, in bytes from its start. */
static inline bool table_has_body(const struct bobbin_range *range, uint32_t offset)
{
    uint32_t block = offset >> range->body_shift;

    return range->body_map[block >> 3] >> (block & 7) & 1;
}

/* The number before BEHIND, which table_number has found: a wide one. */
static inline uint32_t table_wide(const uint8_t *behind)
{
    return (behind[-1] - (uint32_t)FORMAT_NUMBER_WIDE) << 8 | behind[-3];
}

/* Whether calls in RANGE need no more than the number of a rule. */
static inline bool table_has_numbers(const struct bobbin_range *range)
{
    return range->pages && !(range->how & (FORMAT_HOW_WALK | FORMAT_HOW_CODE));
}

/* bobbin_lookup_address: a call may be the last instruction of its function, and its return address belongs to the next. */
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

/* The number of the range of TABLE that has ADDRESS (as in the table, without bias); TABLE_NO_RANGE when there is none. */
uint32_t table_range_number(const struct bobbin_table *table, uint32_t address);

/* The same, read, in SPARE if it is not the first; NULL when there is none. */
const struct bobbin_range *table_range_at(const struct bobbin_table *table, uint32_t address,
                                          struct bobbin_range *spare);

/*
 * What the tables say of the pc of CURSOR, interrupted or a call, of which nothing else counts: STOP_NONE, PC_OUTSIDE (it is in none of
 * them), NO_RULE or CORRUPT. A table of another format has no rules here: NO_RULE, wherever it has code; then the answer says which
 * one that is.
 */
enum bobbin_stop table_find(const struct bobbin_env *env, const struct bobbin_cursor *cursor,
                            struct table_answer *answer);

/* Whether any table has the code that RETURN_ADDRESS returns to. */
bool table_has_code(const struct bobbin_env *env, uint32_t return_address);

#endif
