/* SPDX-License-Identifier: MIT */
/* Writes and reads the variants `bits` and `starts` (dictionary_variants.h). */
#include <stdlib.h>

#include "core/format/bytes.h"
#include "formats/cfi_dictionary/dictionary_variants.h"
#include "util/diag.h"
#include "util/memory.h"

enum {
    DOMINANT_BYTES = 4,
    HEADER_BYTES = DOMINANT_BYTES + CFI_COUNT_BYTES,
    WORD_UNITS = 32,
    RANK_UNITS = 1024,
    RANGE_BYTES = 8,
    RANGE_UNITS = 4, /* offset of the number of units in a range */
};

/* ---- writing --------------------------------------------------------------------------------- */

struct bits {
    struct format_parts *out;
    struct buffer others; /* the rule byte of each unit whose bit is 0 */
    uint32_t dominant;    /* number of the dominant rule; not used if STARTS */
    bool starts;
    uint32_t word; /* bits of the incomplete last word */
    uint32_t units;
};

/* Returns the rule that applies to the most code. */
static uint32_t find_dominant(const struct cfi_runs *runs)
{
    uint64_t *units = must_realloc(NULL, runs->rules_count + 1, sizeof(*units));
    uint32_t most = 0;

    memset(units, 0, (runs->rules_count + 1) * sizeof(*units));
    for (size_t i = 0; i < runs->count; i++)
        units[runs->run[i].rule] += runs->run[i].end - runs->run[i].start;
    for (uint32_t i = 0; i < runs->rules_count; i++)
        most = units[i] > units[most] ? i : most;
    free(units);
    return most;
}

static void put_unit(struct bits *bits, bool bit, uint32_t byte)
{
    if (bits->units % RANK_UNITS == 0)
        buffer_u32(&bits->out->part[CFI_BLOCKS], (uint32_t)bits->others.size);
    if (bit)
        bits->word |= 1u << bits->units % WORD_UNITS;
    else
        buffer_u8(&bits->others, byte);
    if (++bits->units % WORD_UNITS == 0) {
        buffer_u32(&bits->out->part[CFI_RECORDS], bits->word);
        bits->word = 0;
    }
}

/* Writes UNITS units of RUN. If RUN is NULL, the units have no rule. */
static void put_run(struct bits *bits, const struct cfi_run *run, uint32_t units)
{
    bool dominant = run && !bits->starts && run->rule == bits->dominant;
    uint32_t byte = CFI_RULE_NONE;

    if (run && !dominant)
        byte = cfi_write_rule(&bits->out->part[CFI_WIDE], bits->units, run->rule);
    for (uint32_t i = 0; i < units; i++)
        put_unit(bits, dominant || (bits->starts && i > 0), byte);
}

/*
 * Writes the units of RANGE. Run I is the first run in RANGE. Returns the number of the first run
 * after RANGE.
 */
static size_t put_range(struct bits *bits, const struct cfi_runs *runs, size_t i,
                        const struct code_range *range)
{
    uint32_t end = range->start + range->size_bytes;
    uint32_t at = range->start;

    for (; i < runs->count && runs->run[i].start < end; i++) {
        const struct cfi_run *run = &runs->run[i];
        put_run(bits, NULL, (run->start - at) / CFI_UNIT_BYTES);
        put_run(bits, run, (run->end - run->start) / CFI_UNIT_BYTES);
        at = run->end;
    }
    put_run(bits, NULL, (end - at) / CFI_UNIT_BYTES);
    return i;
}

static void put_ranges(const struct row_list *list, uint32_t dominant, struct format_parts *out)
{
    buffer_u32(&out->part[CFI_BLOCKS], dominant);
    buffer_u32(&out->part[CFI_BLOCKS], (uint32_t)list->ranges_count);
    for (size_t i = 0; i < list->ranges_count; i++) {
        buffer_u32(&out->part[CFI_BLOCKS], list->range[i].start - out->base);
        buffer_u32(&out->part[CFI_BLOCKS], list->range[i].size_bytes / CFI_UNIT_BYTES);
    }
}

static void share(struct format_parts *out, size_t others)
{
    format_add_share(out, "bits", out->part[CFI_RECORDS].size - others);
    format_add_share(out, "ranges and ranks", out->part[CFI_BLOCKS].size);
    format_add_share(out, "other rules", others);
    format_add_share(out, "wide rules", out->part[CFI_WIDE].size);
    format_add_share(out, "dictionary", out->part[CFI_DICTIONARY].size);
}

int cfi_encode_bits(const struct format *format, const struct reference *reference,
                    struct format_parts *out)
{
    const struct row_list *list = &reference->list;
    struct bits bits = {.out = out, .starts = format->variant == CFI_BITS_STARTS};
    struct cfi_runs runs;
    size_t next = 0;
    int status = cfi_begin(&runs, reference, format->name, out);

    if (status != STATUS_GOOD)
        return status;
    bits.dominant = find_dominant(&runs);
    put_ranges(list, bits.dominant, out);
    for (size_t i = 0; i < list->ranges_count; i++)
        next = put_range(&bits, &runs, next, &list->range[i]);
    if (bits.units % WORD_UNITS)
        buffer_u32(&out->part[CFI_RECORDS], bits.word);
    buffer_put(&out->part[CFI_RECORDS], bits.others.bytes, bits.others.size);
    cfi_write_dictionary(&runs, &out->part[CFI_DICTIONARY]);
    share(out, bits.others.size);
    free(bits.others.bytes);
    cfi_runs_free(&runs);
    return STATUS_GOOD;
}

/* ---- reading --------------------------------------------------------------------------------- */

struct vector {
    const uint8_t *ranges, *ranks, *bits, *others;
    uint32_t dominant, ranges_count, units, others_count;
};

static bool open_vector(const struct foreign_table *table, struct vector *vector)
{
    const struct foreign_part *blocks = &table->part[CFI_BLOCKS];
    const struct foreign_part *records = &table->part[CFI_RECORDS];
    uint64_t units = 0;
    uint64_t bits;

    if (blocks->size_bytes < HEADER_BYTES)
        return false;
    vector->dominant = bytes_u32(blocks->bytes);
    vector->ranges = blocks->bytes + HEADER_BYTES;
    vector->ranges_count = bytes_u32(blocks->bytes + DOMINANT_BYTES);
    if (vector->ranges_count > (blocks->size_bytes - HEADER_BYTES) / RANGE_BYTES)
        return false;
    for (uint32_t i = 0; i < vector->ranges_count; i++)
        units += bytes_u32(vector->ranges + RANGE_BYTES * i + RANGE_UNITS);
    vector->ranks = vector->ranges + RANGE_BYTES * vector->ranges_count;
    bits = (units + WORD_UNITS - 1) / WORD_UNITS * 4;
    if (bits > records->size_bytes ||
        (units + RANK_UNITS - 1) / RANK_UNITS * 4 >
            blocks->size_bytes - HEADER_BYTES - RANGE_BYTES * vector->ranges_count)
        return false;
    vector->units = (uint32_t)units;
    vector->bits = records->bytes;
    vector->others = records->bytes + bits;
    vector->others_count = records->size_bytes - (uint32_t)bits;
    return true;
}

/*
 * Returns the number of ADDRESS's unit, which is also the number of its bit, or the number of all
 * units if no range contains it.
 */
static uint32_t find_unit(const struct vector *vector, uint32_t address)
{
    uint32_t first = 0;

    for (uint32_t i = 0; i < vector->ranges_count; i++) {
        const uint8_t *range = vector->ranges + RANGE_BYTES * i;
        uint32_t unit = (address - bytes_u32(range)) / CFI_UNIT_BYTES;
        uint32_t units = bytes_u32(range + RANGE_UNITS);
        if (address >= bytes_u32(range) && unit < units)
            return first + unit;
        first += units;
    }
    return vector->units;
}

static uint32_t word_at(const struct vector *vector, uint32_t word)
{
    return bytes_u32(vector->bits + 4 * word);
}

/* Counts the units before UNIT whose bit is 0. */
static uint32_t count_others(const struct vector *vector, uint32_t unit)
{
    uint32_t word = unit / RANK_UNITS * (RANK_UNITS / WORD_UNITS);
    uint32_t count = bytes_u32(vector->ranks + 4 * (unit / RANK_UNITS));

    for (; word < unit / WORD_UNITS; word++)
        count += WORD_UNITS - (uint32_t)__builtin_popcount(word_at(vector, word));
    return count + unit % WORD_UNITS -
           (uint32_t)__builtin_popcount(word_at(vector, word) & ((1u << unit % WORD_UNITS) - 1));
}

/*
 * Reads a rule that has no byte of its own. The rule is that of the last run in part WIDE that
 * starts at or before UNIT.
 */
static enum bobbin_stop read_wide(const struct foreign_table *table, uint32_t unit,
                                  struct bobbin_rule *rule)
{
    struct cfi_records wide;
    uint32_t count;

    if (!cfi_open_records(&table->part[CFI_WIDE], &wide))
        return BOBBIN_STOP_CORRUPT;
    count = cfi_count_records(&wide, unit);
    if (count == 0)
        return BOBBIN_STOP_CORRUPT;
    return cfi_read_rule_number(
        table, bytes_u16(wide.bytes + CFI_RECORD_BYTES * (count - 1) + CFI_RECORD_LENGTH), rule);
}

static enum bobbin_stop read_vector(const struct foreign_table *table, uint32_t address,
                                    bool starts, struct bobbin_rule *rule)
{
    struct vector vector;
    uint32_t unit, other;
    bool bit;

    if (!open_vector(table, &vector))
        return BOBBIN_STOP_CORRUPT;
    unit = find_unit(&vector, address);
    if (unit == vector.units)
        return BOBBIN_STOP_NO_RULE;
    bit = word_at(&vector, unit / WORD_UNITS) >> unit % WORD_UNITS & 1;
    if (bit && !starts)
        return cfi_read_rule_number(table, vector.dominant, rule);
    /* index of the byte of UNIT, or of the first unit of its run */
    other = count_others(&vector, unit) - bit;
    if (other >= vector.others_count)
        return BOBBIN_STOP_CORRUPT;
    if (vector.others[other] == CFI_RULE_WIDE)
        return read_wide(table, unit, rule);
    return cfi_read_rule(table, vector.others[other], unit, rule);
}

static enum bobbin_stop read_bits(const struct foreign_table *table,
                                  const struct foreign_question *question, struct bobbin_rule *rule)
{
    return read_vector(table, question->address, false, rule);
}

static enum bobbin_stop read_starts(const struct foreign_table *table,
                                    const struct foreign_question *question,
                                    struct bobbin_rule *rule)
{
    return read_vector(table, question->address, true, rule);
}

const struct bobbin_foreign cfi_bits = {CFI_BITS, FOREIGN_ALL_PLACES, read_bits, foreign_step,
                                        foreign_rule_at};
const struct bobbin_foreign cfi_starts = {CFI_STARTS, FOREIGN_ALL_PLACES, read_starts, foreign_step,
                                          foreign_rule_at};
