/* SPDX-License-Identifier: MIT */
/* Inside core: what the tables say of an address. */
#ifndef BOBBIN_FIND_H
#define BOBBIN_FIND_H

#include "bobbin.h"
#include "bytes.h"
#include "format.h"

struct table_answer {
    uint8_t found;       /* enum bobbin_stop: NONE, PC_OUTSIDE (in no table), NO_RULE, CORRUPT */
    uint8_t table;       /* index in env->tables */
    uint8_t how;         /* FORMAT_HOW_...: how the code is read; 0: RULE is the rule */
    uint16_t rule;       /* number; FORMAT_RULE_CODE: none in the table */
    uint32_t start, end; /* of the stretch of code that is read, as it is in memory */
};

/* What an entry says. */
struct table_entry {
    uint32_t left, length; /* in halfwords: from its start to what is looked for, and its own */
    uint32_t rule;         /* as it is encoded */
};

/* How far back the entry of a block may start: FORMAT_LONGEST_MAX halfwords, in blocks of the least size. */
#define TABLE_BLOCKS_BACK_MAX 1024

/* Where to look for the entry that has OFFSET, whose block there is, and how many halfwords from there; NULL: no sense. */
static inline const uint8_t *table_block(const struct bobbin_range *range, uint32_t offset,
                                         int32_t *left)
{
    uint32_t block = offset >> range->block_shift;
    uint32_t first = block;
    const uint8_t *at;

    while (range->before[block] == FORMAT_BEFORE_MORE)
        if (!block-- || first - block > TABLE_BLOCKS_BACK_MAX)
            return 0;
    at = range->entries + bytes_half(range->index + 2 * block);
    *left = (int32_t)((offset - (block << range->block_shift)) / 2 + range->before[block]);
    return at > range->end ? 0 : at;
}

/* Keeps the compiler from knowing VALUE, which it would use to make two loops of one. */
#define FIND_HIDE(value) __asm__("" : "+r"(value))

/*
 * Skips entries with a u8 number while *LEFT is not in them. Returns where the number of the one that has it stands, *LEFT
 * below 0 and *LENGTH its length; or a wide entry.
 */
static inline const uint8_t *table_skip(const uint8_t *at, int32_t *left, uint32_t *length)
{
    int32_t rest = *left;
    uint32_t size;

    at -= 2;
next:
    FIND_HIDE(at);
    do {
        at += 2;
        size = *at;
        if (size >= FORMAT_ENTRY_LONG)
            break;
        rest -= (int32_t)size;
    } while (rest >= 0);
    FIND_HIDE(at);
    FIND_HIDE(rest);
    if (rest >= 0 && size < FORMAT_ENTRY_WIDE) {
        at++;
        size = (size & 15) << 8 | *at;
        rest -= (int32_t)size;
        FIND_HIDE(rest);
        if (rest >= 0)
            goto next;
    }
    *length = size;
    *left = rest;
    return rest < 0 ? at + 1 : at;
}

/* The entry that LEFT is in, from the one at AT on, of a range with FORMAT_HOW_CODE in HOW or not. */
void table_entry_from(const uint8_t *at, uint32_t how, int32_t left, struct table_entry *entry);

/* Finds the entry that has OFFSET, in bytes from the start of RANGE; false where the table makes no sense. */
bool table_entry(const struct bobbin_range *range, uint32_t offset, struct table_entry *entry);

/* Finds the rules in section RULES; false when they are not all there. */
bool table_open_rules(struct bobbin_table *table);

/* Reads range NUMBER of TABLE, which has that many. */
void table_range(const struct bobbin_table *table, uint32_t number, struct bobbin_range *range);

/* A table of another format has no rules here: NO_RULE, wherever it has code. */
void table_find(const struct bobbin_env *env, uint32_t lookup_address, struct table_answer *answer);

#endif
