/* SPDX-License-Identifier: MIT */
/* The reader of Chromium's tables of 2021: finds the unwind instructions for an address. */
#include "chrome2.h"

/*
 * The table whose offset and count are two words of PART's header, at offset WORDS. The table has
 * *COUNT entries of 1 << ENTRY_SHIFT bytes. Returns NULL if it is not aligned or not all inside
 * PART.
 */
static const uint8_t *find_part(const struct foreign_part *part, uint32_t words,
                                uint32_t entry_shift, uint32_t *count)
{
    uint32_t offset = bytes_word(part->bytes + words);

    *count = bytes_word(part->bytes + words + 4);
    if (offset > part->size_bytes || *count > (part->size_bytes - offset) >> entry_shift ||
        (entry_shift && (offset & 3)))
        return 0;
    return part->bytes + offset;
}

bool chrome2_open(struct chrome2 *table, const struct foreign_part *part,
                  const struct chrome2_words *words)
{
    if (part->size_bytes < words->header_bytes)
        return false;
    table->pages = find_part(part, words->pages, 2, &table->pages_count);
    table->functions = find_part(part, words->functions, 2, &table->functions_count);
    table->offsets = find_part(part, words->offsets, 0, &table->offsets_bytes);
    table->instructions = find_part(part, words->instructions, 0, &table->instructions_bytes);
    return table->pages && table->functions && table->offsets && table->instructions;
}

static uint32_t first_of_page(const struct chrome2 *table, uint32_t page)
{
    return bytes_word(table->pages + CHROME2_PAGE_BYTES * page);
}

/*
 * Finds the entry of the function that contains *UNIT, and makes *UNIT relative to the function's
 * start. If no function starts in the page of *UNIT at or before it, the function started in an
 * earlier page: the loop goes back page by page.
 */
static enum bobbin_stop find_function(const struct chrome2 *table, uint32_t *unit,
                                      const uint8_t **function)
{
    uint32_t page = *unit / CHROME2_PAGE_UNITS;
    uint32_t low, high, count;
    const uint8_t *starts;

    if (page >= table->pages_count)
        return BOBBIN_STOP_NO_RULE;
    low = first_of_page(table, page);
    high = page + 1 < table->pages_count ? first_of_page(table, page + 1) : table->functions_count;
    if (low > high || high > table->functions_count)
        return BOBBIN_STOP_CORRUPT;
    starts = table->functions + CHROME2_FUNCTION_BYTES * low;
    count = low + foreign_count(starts, 2, CHROME2_FUNCTION_BYTES, high - low,
                                *unit % CHROME2_PAGE_UNITS);
    while (count <= first_of_page(table, page))
        if (!page--)
            return BOBBIN_STOP_CORRUPT;
    *function = table->functions + CHROME2_FUNCTION_BYTES * (count - 1);
    *unit -= page * CHROME2_PAGE_UNITS + bytes_half(*function);
    return BOBBIN_STOP_NONE;
}

/*
 * Finds the instructions for UNIT in the list of pairs that starts at AT. Returns false if no pair
 * applies to UNIT.
 */
static bool find_instructions(const struct chrome2 *table, uint32_t at, uint32_t unit,
                              uint32_t *instruction)
{
    uint32_t offset;

    do {
        if (!chrome2_uleb128(table->offsets, table->offsets_bytes, &at, &offset) ||
            !chrome2_uleb128(table->offsets, table->offsets_bytes, &at, instruction))
            return false;
    } while (offset > unit);
    return true;
}

enum bobbin_stop chrome2_read(const struct chrome2 *table, uint32_t address,
                              struct bobbin_rule *rule)
{
    struct chrome2_code code;
    uint32_t unit = address >> CHROME2_UNIT_SHIFT;
    const uint8_t *function = 0;
    enum bobbin_stop reason = find_function(table, &unit, &function);

    if (reason != BOBBIN_STOP_NONE)
        return reason;
    code.bytes = table->instructions;
    code.size_bytes = table->instructions_bytes;
    if (!find_instructions(table, bytes_half(function + 2), unit, &code.at))
        return BOBBIN_STOP_CORRUPT;
    return chrome2_execute(&code, rule);
}

static bool open_chrome2(struct chrome2 *table, const struct foreign_part *part)
{
    static const struct chrome2_words words = {CHROME2_PAGES, CHROME2_FUNCTIONS, CHROME2_OFFSETS,
                                               CHROME2_INSTRUCTIONS, CHROME2_HEADER_BYTES};

    return chrome2_open(table, part, &words);
}

bool chrome2_starts_at(const struct foreign_table *foreign, uint32_t address)
{
    struct chrome2 table;
    uint32_t unit = address >> CHROME2_UNIT_SHIFT;
    const uint8_t *function;

    return open_chrome2(&table, &foreign->part[0]) &&
           find_function(&table, &unit, &function) == BOBBIN_STOP_NONE && unit == 0;
}

static enum bobbin_stop read_part(const struct foreign_part *part, uint32_t address,
                                  struct bobbin_rule *rule)
{
    struct chrome2 table;

    return open_chrome2(&table, part) ? chrome2_read(&table, address, rule) : BOBBIN_STOP_CORRUPT;
}

enum bobbin_stop chrome2_read_parts(const struct foreign_table *table,
                                    const struct foreign_question *question,
                                    struct bobbin_rule *rule)
{
    enum bobbin_stop reason = BOBBIN_STOP_NO_RULE;

    if (table->part[1].size_bytes)
        reason = read_part(&table->part[1], question->address, rule);
    if (reason == BOBBIN_STOP_NO_RULE)
        reason = read_part(&table->part[0], question->address, rule);
    return reason;
}

const struct bobbin_foreign bobbin_chrome2 = {FORMAT_FOREIGN_CHROME2, CHROME2_PLACES,
                                              chrome2_read_parts, foreign_step, foreign_rule_at};
