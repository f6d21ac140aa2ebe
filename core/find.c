/* SPDX-License-Identifier: MIT */
/* From an address to the rule that a table has for it. */
#include "find.h"

#include "format.h"
#include "reading.h"
#include "small.h"

bool find_range(const struct bobbin_table *table, uint32_t number, struct bobbin_range *range)
{
    const uint8_t *record = table->ranges + number * FORMAT_RANGE_BYTES;
    uint32_t groups = bytes_word(record + FORMAT_RANGE_INDEX);
    uint32_t entries = bytes_word(record + FORMAT_RANGE_ENTRIES);
    uint32_t rows = bytes_word(record + FORMAT_RANGE_ROWS);
    uint32_t shifts = bytes_word(record + FORMAT_RANGE_SHIFTS);
    uint32_t pages, counts;

    range->start = bytes_word(record + FORMAT_RANGE_START) + table->load_bias + 2;
    range->size_bytes = bytes_word(record + FORMAT_RANGE_SIZE);
    range->unit_shift = shifts & 31;
    range->how = shifts >> 8 & 31;
    range->group_shift = shifts >> 16 & 31;
    pages = ((range->size_bytes - 1) >> range->unit_shift >> FORMAT_PAGE_SHIFT) + 1;
    counts = (groups & ~1u) + 2 * (((pages - 1) >> range->group_shift) + 1);
    range->groups = table->bytes + (groups & ~1u);
    range->counts = table->bytes + counts;
    if (entries < 4) /* the number before the first one is looked at */
        entries = 4;
    range->entries = table->bytes + entries;
    range->rows = table->bytes + (rows & ~1u);
    range->end = table->bytes + table->size_bytes;
    return groups < table->size_bytes && counts + pages < table->size_bytes &&
           entries < table->size_bytes && rows <= table->size_bytes;
}

static inline __attribute__((always_inline)) uint32_t known_by(const struct bobbin_table *table,
                                                               uint32_t number)
{
    const uint8_t *runs = table->rules.runs;
    uint32_t count = table->rules.runs_count;

    FIND_PAIR(runs, count);
    if (number < count)
        return bytes_half(runs + 2 * number);
    number -= count;
    if (number >= table->rules.words_count)
        return BOBBIN_STOP_CORRUPT;
    number = bytes_word(table->rules.words + 4 * number);
    return (number & KNOWN_RULE) || number < KNOWN_RUN ? number : (uint32_t)BOBBIN_STOP_CORRUPT;
}

uint32_t find_known(const struct bobbin_table *table, uint32_t number)
{
    return known_by(table, number);
}

uint32_t find_rule(const struct bobbin_table *table, uint32_t address)
{
    uint32_t start = table->first.start, size_bytes = table->first.size_bytes;
    const uint8_t *groups = table->first.groups, *counts = table->first.counts;
    const uint8_t *entries, *end, *at;
    uint32_t unit, page, behind, before, number;

    FIND_PAIR(start, size_bytes);
    start = address - start;
    if (start >= size_bytes)
        return KNOWN_LATER;
    if (!(address & 1)) {
        FIND_HIDE(address);
        if (address & 2) /* no ARM instruction stands there */
            return BOBBIN_STOP_PC_OUTSIDE;
    }
    unit = start >> table->first.unit_shift;
    page = unit >> FORMAT_PAGE_SHIFT;
    FIND_PAIR(groups, counts);
    counts += page;
    before = bytes_half(groups + 2 * (page >> table->first.group_shift));
    number = counts[0];
    behind = (counts[1] - number) & 0xff;
    entries = table->first.entries;
    end = table->first.end;
    FIND_PAIR(entries, end);
    at = entries + 2 * (before + ((number - before) & 0xff));
    if ((int32_t)(end - at) < (int32_t)(2 * behind)) /* AT may be behind the end of memory */
        return BOBBIN_STOP_CORRUPT;
    unit &= 0xff;
    /* The search begins where it would be if all entries of the page had the same length. */
    before = unit * behind >> FORMAT_PAGE_SHIFT;
    behind -= before;
    at += 2 * before;
    if (behind && *at <= unit)
        do {
            at += 2;
            FIND_HIDE(at);
        } while (--behind && *at <= unit);
    else
        for (; before; before--) {
            at -= 2;
            FIND_HIDE(at);
            if (*at <= unit) {
                at += 2;
                break;
            }
        }
    number = at[-1];
    if (number >= FORMAT_NUMBER_WIDE) {
        FIND_HIDE(at); /* no part of this is done where it is not so */
        number = (number - FORMAT_NUMBER_WIDE) << 8 | at[-3];
    }
    return known_by(table, number);
}

const struct bobbin_table *find_table(const struct bobbin_env *env, uint32_t address,
                                      struct bobbin_table *spare)
{
    const struct bobbin_table *table = env->tables;

    for (uint32_t left = env->tables_count; left; left--, table++)
        for (uint32_t i = 0; i < table->ranges_count; i++) {
            find_range(table, i, &spare->first);
            spare->rules = table->rules;
            if (address - spare->first.start < spare->first.size_bytes)
                return table;
        }
    return 0;
}

uint32_t reading_find(struct bobbin_cursor *cursor)
{
    const struct bobbin_env *env = cursor->reading.env;
    uint32_t address = find_key(cursor);
    struct bobbin_table spare;

    cursor->reading.table = find_table(env, address, &spare);
    if (!cursor->reading.table)
        return BOBBIN_STOP_PC_OUTSIDE;
    if (spare.first.how & FORMAT_HOW_CODE)
        return env->small ? env->small->find(cursor, &spare.first, address - spare.first.start)
                          : (uint32_t)BOBBIN_STOP_NO_RULE;
    return find_rule(&spare, address);
}

uint32_t find_again(const struct bobbin_env *env, uint32_t return_address, uint32_t place)
{
    struct bobbin_kept *first = env->cache + place;
    struct bobbin_kept *second =
        env->cache + (place ^ ((return_address >> 7 | 1) & env->cache_mask));
    uint32_t word = second->word;

    if (word && second->key == return_address)
        return word;
    if (first->word) /* and if that evicts one, that has a second place, too */
        first = second;
    word = find_rule(env->tables, return_address);
    if (word >= KNOWN_RUN)
        *first = (struct bobbin_kept){return_address, word};
    return word;
}

uint32_t find_next(const struct bobbin_env *env, uint32_t return_address)
{
    struct bobbin_table spare;
    uint32_t next;

    find_call(env, return_address, &next);
    if (next == KNOWN_LATER && !find_table(env, return_address, &spare))
        next = BOBBIN_STOP_PC_OUTSIDE;
    return next;
}
