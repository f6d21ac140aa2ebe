/* SPDX-License-Identifier: MIT */
/* Looks an address up in the tables: which range contains it, and which unwind rule holds there. */
#include "find.h"

#include <stddef.h>

#include "../format/table_format.h"

#define FOLLOWS_UNIT_SHIFT(field, offset)                                                          \
    _Static_assert(offsetof(struct bobbin_range, field) -                                          \
                           offsetof(struct bobbin_range, unit_shift) ==                            \
                       (offset)-FORMAT_RANGE_UNIT_SHIFT,                                           \
                   "bobbin_range has these bytes in the order of the record")
FOLLOWS_UNIT_SHIFT(how, FORMAT_RANGE_HOW);
FOLLOWS_UNIT_SHIFT(group_shift, FORMAT_RANGE_GROUP_SHIFT);
FOLLOWS_UNIT_SHIFT(ahead, FORMAT_RANGE_AHEAD);

void find_range(const struct bobbin_table *table, const uint8_t *record, struct bobbin_range *range)
{
    const uint8_t *bytes = table->bytes;

    range->start = bytes_word(record + FORMAT_RANGE_START) + table->key_bias;
    range->size_bytes = bytes_word(record + FORMAT_RANGE_FAST);
    range->groups = bytes + bytes_word(record + FORMAT_RANGE_GROUPS);
    range->counts = bytes + bytes_word(record + FORMAT_RANGE_COUNTS);
    range->entries = bytes + bytes_word(record + FORMAT_RANGE_ENTRIES);
    range->end = bytes + table->size_bytes;
    /* unit_shift, how, group_shift and ahead as one word: 8 bytes less code than one by one */
    *(bytes_any_word *)(void *)&range->unit_shift = bytes_word(record + FORMAT_RANGE_UNIT_SHIFT);
}

/*
 * Looks up ADDRESS as find.h says. table_format.h (ENTRIES) describes pages, groups and entries;
 * TABLE.md describes the search.
 */
uint32_t find_rule(const struct bobbin_table *table, uint32_t address)
{
    uint32_t start = table->first.start, size_bytes = table->first.size_bytes;
    const uint8_t *groups = table->first.groups, *counts = table->first.counts;
    const uint8_t *entries, *end, *entry;
    uint32_t offset, unit, page, unit_in_page;
    uint32_t before_group, before_page, page_entries, guess, after_guess, number;

    /* Before the range is checked: the result then holds for all ranges of all tables. */
    if (!(address & 1)) { /* two conditions: && takes 1 instruction more */
        if (address & 2)  /* ARM state, but no ARM instruction starts there */
            return BOBBIN_STOP_PC_OUTSIDE;
    }
    offset = address - start;
    if (offset >= size_bytes)
        return KNOWN_LATER;
    unit = offset >> table->first.unit_shift;
    page = unit >> FORMAT_PAGE_SHIFT;
    OPTIMIZER_BARRIER_PAIR(groups, counts); /* saves 1 instruction */
    /* Entries of the range before the group, and, in the low 8 bits, before the page. */
    before_group = bytes_half(groups + 2 * (page >> table->first.group_shift));
    before_page = counts[page];
    page_entries = (counts[page + 1] - before_page) & 0xff;
    entries = table->first.entries;
    end = table->first.end;
    OPTIMIZER_BARRIER_PAIR(entries, end); /* saves 1 instruction */
    entry = entries + 2 * (before_group + ((before_page - before_group) & 0xff));
    /* Signed: in a damaged table ENTRY may be after END. */
    if ((int32_t)(end - entry) < (int32_t)(2 * page_entries))
        return BOBBIN_STOP_CORRUPT;
    /* Start where the unit would be if all entries of the page had the same length. */
    unit_in_page = unit & 0xff;
    guess = unit_in_page * page_entries >> FORMAT_PAGE_SHIFT;
    after_guess = page_entries - guess;
    entry += 2 * guess;
    /* Find the first entry that starts after the unit. The one before it contains the unit. */
    if (after_guess && *entry <= unit_in_page)
        do {
            entry += 2;
        } while (--after_guess && *entry <= unit_in_page);
    else
        for (; guess; guess--) {
            entry -= 2;
            OPTIMIZER_BARRIER(entry); /* saves 2 to 6 instructions and 8 bytes */
            if (*entry <= unit_in_page) {
                entry += 2;
                break;
            }
        }
    number = entry[-1];
    if (number >= FORMAT_NUMBER_WIDE) {
        OPTIMIZER_BARRIER(entry); /* saves 2 to 5 instructions if the number is not wide */
        number = (number - FORMAT_NUMBER_WIDE) << 8 | entry[-3];
    }
    return find_known(table, number);
}

uint32_t find_in_range(const struct bobbin_table *table, const uint8_t *range, uint32_t address)
{
    struct bobbin_table with_range;

    find_range(table, range, &with_range.first);
    with_range.rules = table->rules;
    return find_rule(&with_range, address);
}

const struct bobbin_table *find_table(const struct bobbin_env *env, uint32_t address,
                                      const uint8_t **range)
{
    const struct bobbin_table *table = env->tables;
    uint32_t left = env->tables_count;

    do {
        const uint8_t *record = table->ranges;
        for (uint32_t i = table->ranges_count; i; i--, record += FORMAT_RANGE_BYTES)
            if (address - table->key_bias - bytes_word(record + FORMAT_RANGE_START) <
                bytes_word(record + FORMAT_RANGE_SIZE)) {
                *range = record;
                return table;
            }
        table++;
    } while (--left);
    return 0;
}

uint32_t find_again(const struct bobbin_env *env, uint32_t return_address)
{
    uint32_t mask = env->cache_mask, first = find_cache_index(return_address) & mask;
    uint32_t second = first ^ ((return_address >> 7 | 1) & mask);
    struct bobbin_kept *kept = env->cache + first;
    uint32_t known = kept->word;

    if (known) {
        if (kept->key == return_address)
            return known;
        kept = env->cache + second;
        known = kept->word;
        if (known && kept->key == return_address)
            return known;
    }
    known = find_rule(env->tables, return_address);
    if (known_is_rule(known)) /* the address that loses this entry can use its other entry */
        *kept = (struct bobbin_kept){return_address, known};
    return known;
}

uint32_t find_next(const struct bobbin_env *env, uint32_t return_address)
{
    const uint8_t *range;
    uint32_t next =
        env->cache ? find_again(env, return_address) : find_rule(env->tables, return_address);

    if (next == KNOWN_LATER && !find_table(env, return_address, &range))
        next = BOBBIN_STOP_PC_OUTSIDE;
    return next;
}
