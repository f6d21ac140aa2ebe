/* SPDX-License-Identifier: MIT */
/*
 * Two readers of Chromium's tables of 2018: bobbin_chrome1, as Chromium's heap profiler reads them,
 * and bobbin_chrome1_profiler, as the sampling profiler does. bobbin.h says how they differ.
 */
#include "chrome1.h"

#include "foreign.h"

struct chrome1 {
    const uint8_t *addresses, *index, *data;
    uint32_t count;          /* number of functions */
    uint32_t data_halfwords; /* size of UNW_DATA in units of 2 bytes */
};

/*
 * The frame that the rows describe: CFA is the distance from sp up to the cfa, RA the distance from
 * the cfa down to the return address, both in bytes.
 */
struct chrome1_frame {
    uint32_t cfa, ra;
};

/*
 * The next two functions divide by multiplication, because a division needs a library on processors
 * without a divide instruction. This one returns VALUE / 6; cache_place returns VALUE %
 * BOBBIN_CHROME1_CACHE (509).
 */
static uint32_t by_function_bytes(uint32_t value)
{
    return (uint32_t)((uint64_t)value * 0xaaaaaaabu >> 34);
}

static uint32_t cache_place(uint32_t value)
{
    return value - (uint32_t)((uint64_t)value * 0x80c121b3u >> 40) * BOBBIN_CHROME1_CACHE;
}

/* Whether PART has room for the columns of COUNT functions. */
static bool has_room(const struct foreign_part *part, uint32_t count)
{
    return count && count <= by_function_bytes(part->size_bytes - CHROME1_COUNT_BYTES);
}

/*
 * Whether PART has room for the columns of COUNT functions and the last function has no record.
 * Both hold in a well-formed file.
 */
static bool ends_after(const struct foreign_part *part, uint32_t count)
{
    uint32_t columns = count * CHROME1_FUNCTION_BYTES;

    return has_room(part, count) && bytes_half(part->bytes + CHROME1_COUNT_BYTES + columns -
                                               CHROME1_INDEX_BYTES) == CHROME1_CANT_UNWIND;
}

static bool open_chrome1(const struct foreign_part *part, struct chrome1 *table)
{
    uint32_t count, columns;

    if (part->size_bytes < CHROME1_COUNT_BYTES)
        return false;
    count = columns = bytes_word(part->bytes);
    if (!ends_after(part, count) && ends_after(part, by_function_bytes(columns)) &&
        by_function_bytes(columns) * CHROME1_FUNCTION_BYTES == columns)
        count = by_function_bytes(columns);
    if (!has_room(part, count))
        return false;
    table->count = count;
    table->addresses = part->bytes + CHROME1_COUNT_BYTES;
    table->index = table->addresses + CHROME1_ADDRESS_BYTES * count;
    table->data = table->addresses + CHROME1_FUNCTION_BYTES * count;
    table->data_halfwords =
        (part->size_bytes - CHROME1_COUNT_BYTES - CHROME1_FUNCTION_BYTES * count) / 2;
    return true;
}

static uint32_t start_of_function(const struct chrome1 *table, uint32_t number)
{
    return bytes_word(table->addresses + CHROME1_ADDRESS_BYTES * number);
}

/* Finds the rows of function NUMBER. */
static enum bobbin_stop find_rows(const struct chrome1 *table, uint32_t number,
                                  const uint8_t **rows, uint32_t *count)
{
    uint32_t at = bytes_half(table->index + CHROME1_INDEX_BYTES * number);

    if (at == CHROME1_CANT_UNWIND)
        return BOBBIN_STOP_NO_RULE;
    if (at >= table->data_halfwords)
        return BOBBIN_STOP_CORRUPT;
    *count = bytes_half(table->data + 2 * at);
    *rows = table->data + 2 * at + 2;
    return *count <= (table->data_halfwords - at - 1) / 2 ? BOBBIN_STOP_NONE : BOBBIN_STOP_CORRUPT;
}

/*
 * Applies the rows up to OFFSET bytes from the start of their function. If STRICT, returns NO_RULE
 * unless each of these rows has a cfa and a known return address.
 */
static enum bobbin_stop read_rows(const uint8_t *rows, uint32_t count, uint32_t offset, bool strict,
                                  struct chrome1_frame *frame)
{
    frame->cfa = frame->ra = 0;
    for (; count && bytes_half(rows) <= offset; count--, rows += CHROME1_ROW_BYTES) {
        uint32_t word = bytes_half(rows + 2);
        frame->cfa = word & CHROME1_CFA_MASK;
        if (word & CHROME1_RA_MASK)
            frame->ra = (word & CHROME1_RA_MASK) * CHROME1_WORD_BYTES;
        if (strict && (!frame->cfa || !frame->ra))
            return BOBBIN_STOP_NO_RULE;
    }
    return BOBBIN_STOP_NONE;
}

static enum bobbin_stop look_up(const struct foreign_table *foreign, uint32_t address, bool strict,
                                struct chrome1_frame *frame)
{
    struct chrome1 table;
    const uint8_t *rows = 0;
    uint32_t number, count = 0;
    enum bobbin_stop reason;

    if (!open_chrome1(&foreign->part[0], &table))
        return BOBBIN_STOP_CORRUPT;
    number = foreign_count(table.addresses, 4, CHROME1_ADDRESS_BYTES, table.count, address);
    if (number == 0 || (!strict && start_of_function(&table, number - 1) == address))
        return BOBBIN_STOP_NO_RULE;
    reason = find_rows(&table, number - 1, &rows, &count);
    if (reason != BOBBIN_STOP_NONE)
        return reason;
    return read_rows(rows, count, address - start_of_function(&table, number - 1), strict, frame);
}

static void set_slot(struct bobbin_rule *rule, const struct chrome1_frame *frame)
{
    rule->cfa_offset = (int32_t)frame->cfa;
    rule->place_kind[BOBBIN_PLACE_RA] = BOBBIN_SLOT;
    rule->place_value[BOBBIN_PLACE_RA] = -(int32_t)frame->ra;
}

/*
 * Whether the cache entry KEPT has the frame of ADDRESS. The key is ADDRESS XOR word, so a
 * half-written entry does not match. Nothing matches address 0, because an empty entry is all
 * zeros.
 */
static bool is_kept(const struct bobbin_kept *kept, uint32_t address, struct chrome1_frame *frame)
{
    uint32_t word = kept->word;

    frame->cfa = word >> 16;
    frame->ra = word & 0xffff;
    return address && (kept->key ^ word) == address;
}

static void keep(struct bobbin_kept *kept, uint32_t address, const struct chrome1_frame *frame)
{
    kept->word = frame->cfa << 16 | frame->ra;
    kept->key = address ^ kept->word;
}

/*
 * Reads like the published heap profiler: if no row applies, the cfa is sp, and the return address
 * is at sp.
 */
static enum bobbin_stop read_heap(const struct foreign_table *table,
                                  const struct foreign_question *question, struct bobbin_rule *rule)
{
    struct bobbin_kept *kept = 0;
    struct chrome1_frame frame;
    enum bobbin_stop reason = BOBBIN_STOP_NONE;

    if (table->cache)
        kept = &table->cache[cache_place(question->address)];
    if (!kept || !is_kept(kept, question->address, &frame)) {
        reason = look_up(table, question->address, false, &frame);
        if (reason == BOBBIN_STOP_NONE && kept)
            keep(kept, question->address, &frame);
    }
    if (reason == BOBBIN_STOP_NONE)
        set_slot(rule, &frame);
    return reason;
}

static enum bobbin_stop read_profiler(const struct foreign_table *table,
                                      const struct foreign_question *question,
                                      struct bobbin_rule *rule)
{
    struct chrome1_frame frame;
    enum bobbin_stop reason = look_up(table, question->address, true, &frame);

    if (reason == BOBBIN_STOP_NONE && frame.cfa)
        set_slot(rule, &frame);
    return reason;
}

const struct bobbin_foreign bobbin_chrome1 = {FORMAT_FOREIGN_CHROME1, 1u << BOBBIN_PLACE_RA,
                                              read_heap, foreign_step, foreign_rule_at};
const struct bobbin_foreign bobbin_chrome1_profiler = {
    FORMAT_FOREIGN_CHROME1, 1u << BOBBIN_PLACE_RA, read_profiler, foreign_step, foreign_rule_at};
