/* SPDX-License-Identifier: MIT */
/* From an address to the rule that a table has for it. */
#include "find.h"

#include "../format/table_format.h"

void find_range(const struct bobbin_table *table, const uint8_t *record, struct bobbin_range *range)
{
    const uint8_t *bytes = table->bytes;

    range->start = bytes_word(record + FORMAT_RANGE_START) + table->key_bias;
    range->size_bytes = bytes_word(record + FORMAT_RANGE_FAST);
    range->groups = bytes + bytes_word(record + FORMAT_RANGE_GROUPS);
    range->counts = bytes + bytes_word(record + FORMAT_RANGE_COUNTS);
    range->entries = bytes + bytes_word(record + FORMAT_RANGE_ENTRIES);
    range->end = bytes + table->size_bytes;
    *(bytes_any_word *)(void *)&range->unit_shift = bytes_word(record + FORMAT_RANGE_UNIT_SHIFT);
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
    return find_known(table, number);
}

const struct bobbin_table *find_table(const struct bobbin_env *env, uint32_t address,
                                      const uint8_t **range)
{
    const struct bobbin_table *table = env->tables;

    for (uint32_t left = env->tables_count; left; left--, table++) {
        const uint8_t *at = table->ranges;
        for (uint32_t i = table->ranges_count; i; i--, at += FORMAT_RANGE_BYTES)
            if (address - table->key_bias - bytes_word(at + FORMAT_RANGE_START) <
                bytes_word(at + FORMAT_RANGE_SIZE)) {
                *range = at;
                return table;
            }
    }
    return 0;
}

uint32_t find_again(const struct bobbin_env *env, uint32_t return_address)
{
    uint32_t mask = env->cache_mask, place = find_place(return_address) & mask;
    struct bobbin_kept *kept = env->cache + place;
    uint32_t word = kept->word;

    if (word) {
        if (kept->key == return_address)
            return word;
        kept = env->cache + (place ^ ((return_address >> 7 | 1) & mask));
        word = kept->word;
        if (word && kept->key == return_address)
            return word;
    }
    word = find_rule(env->tables, return_address);
    if (word >= KNOWN_RUN) /* and if that evicts one, that has a second place, too */
        *kept = (struct bobbin_kept){return_address, word};
    return word;
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
