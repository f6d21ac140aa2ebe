/* SPDX-License-Identifier: MIT */
/*
 * Writes a plan as the bytes of a table: builds the rule set, writes the ranges, and puts all parts
 * together.
 */
#include "table/encode_table.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "encode/container.h"
#include "encode/crossings_section.h"
#include "encode/entries.h"
#include "encode/rule_set.h"
#include "encode/rule_words.h"
#include "encode/rules_section.h"
#include "util/buffer.h"
#include "util/byte_pool.h"
#include "util/diag.h"
#include "util/memory.h"

/* The parts of the table that is being written. */
struct writer {
    const struct plan *plan;
    struct rule_set rule_set;
    struct byte_pool records; /* of the current range; equal records are stored once */
    struct buffer ranges, index, entries, rows, rules, long_rules, crossings;
    const struct buffer *resumes; /* NULL: none */
};

/* Consecutive entries that share one record in RANGES. */
struct range {
    size_t first, count;
    uint32_t start, end;
    uint32_t entries, rows, index; /* offsets of its parts */
};

/* ---- rules ----------------------------------------------------------------------------------- */

/*
 * Whether entries are written in blocks, as in a small table. Otherwise they are written in pages.
 */
static bool writes_blocks(const struct writer *writer)
{
    return plan_setting_how(writer->plan->setting) & FORMAT_HOW_CODE;
}

/*
 * The FORMAT_HOW_... bits that the range has and ENTRY does not have. The core must not read the
 * code of ENTRY in these ways.
 */
static uint32_t not_read(const struct writer *writer, const struct plan_entry *entry)
{
    return plan_setting_how(writer->plan->setting) & ~(uint32_t)entry->how &
           (FORMAT_HOW_FORWARD | FORMAT_HOW_PROLOGUE);
}

/*
 * Returns ROW with the is_explicit that the rule set needs. IS_READ: the core reads code to adapt
 * the rule. In blocks, the entry and not the rule says this. If nothing is saved, or the rule has
 * no frame, there is nothing to adapt.
 */
static struct row row_to_store(const struct writer *writer, const struct row *row, bool is_read)
{
    struct row stored = *row;
    bool is_frame = row->rule.form == BOBBIN_FORM_FRAME || row->rule.form == BOBBIN_FORM_DEREF;

    stored.is_explicit = !is_frame || row->condition != CONDITION_ALWAYS ||
                         (!writes_blocks(writer) && (!is_read || rule_is_leaf(&row->rule)));
    return stored;
}

static struct row body_row(const struct writer *writer, const struct plan_entry *entry)
{
    return row_to_store(writer, entry->body, entry->how & FORMAT_HOW_FORWARD);
}

static uint32_t entry_rule(const struct writer *writer, const struct plan_entry *entry)
{
    struct row row;

    if (!entry->body)
        return FORMAT_RULE_CODE;
    row = body_row(writer, entry);
    return rule_set_index(&writer->rule_set, &row);
}

/* Builds the set of all rules that the plan uses. */
static void build_rule_set(struct writer *writer)
{
    const struct plan *plan = writer->plan;
    struct rows used = {0};

    for (size_t i = 0; i < plan->entries_count; i++)
        if (plan->entry[i].body) {
            struct row row = body_row(writer, &plan->entry[i]);
            array_push(used.row, used.count, used.capacity, row);
        }
    for (size_t i = 0; i < plan->rows_count; i++) {
        struct row row = row_to_store(writer, plan->row[i].row, false);
        array_push(used.row, used.count, used.capacity, row);
    }
    rule_set_build(&writer->rule_set, &used);
    free(used.row);
}

/* ---- rows ------------------------------------------------------------------------------------ */

_Static_assert(PLAN_ROWS_MAX + FORMAT_LONGEST_MAX / FORMAT_ROW_HALFWORDS_MAX <=
                   FORMAT_ROWS_PER_ENTRY_MAX,
               "an entry has room for its rows, and for the additional rows of long distances");

/* Returns the offset, in the rows of its range, of the record of ENTRY. */
static uint32_t write_record(struct writer *writer, const struct plan_entry *entry)
{
    const struct plan_row *plan_row = writer->plan->row + entry->rows_first;
    struct encode_row row[PLAN_ROWS_MAX];
    uint32_t at = entry->start;
    struct buffer record = {0};
    size_t number;

    for (size_t i = 0; i < entry->rows_count; i++, plan_row++) {
        struct row stored = row_to_store(writer, plan_row->row, false);
        row[i].distance = (plan_row->start - at) / 2;
        row[i].halfwords = (plan_row->end - plan_row->start + 1) / 2;
        row[i].number = rule_set_index(&writer->rule_set, &stored);
        at = plan_row->end;
    }
    encode_record(&record, entry_rule(writer, entry), not_read(writer, entry), row,
                  entry->rows_count);
    number = byte_pool_number(&writer->records, record.bytes, record.size);
    free(record.bytes);
    return (uint32_t)writer->records.item[number].offset;
}

/*
 * Whether ENTRY needs a record: it has rows, or the core must not read its code in all ways of the
 * range.
 */
static bool has_record(const struct writer *writer, const struct plan_entry *entry)
{
    return writes_blocks(writer) && (entry->rows_count || not_read(writer, entry));
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static struct encode_entry entry_of(struct writer *writer, const struct range *range,
                                    const struct plan_entry *planned)
{
    struct encode_entry entry = {planned->start - range->start, planned->end - range->start,
                                 entry_rule(writer, planned)};

    if (has_record(writer, planned))
        entry.number = FORMAT_ENTRY_HAS_ROWS | write_record(writer, planned);
    return entry;
}

/*
 * Writes one record in RANGES, with its entries, index and rows. Offsets are relative to the start
 * of each part; append_parts() adds the start.
 */
static void write_range(struct writer *writer, struct range *range)
{
    const struct plan *plan = writer->plan;
    struct encode_entry *entry = must_realloc(NULL, range->count, sizeof(*entry));
    struct encode_shape shape;
    uint32_t size_bytes = range->end - range->start;

    range->entries = (uint32_t)writer->entries.size;
    range->rows = (uint32_t)writer->rows.size;
    range->index = (uint32_t)writer->index.size;
    for (size_t i = 0; i < range->count; i++)
        entry[i] = entry_of(writer, range, &plan->entry[range->first + i]);
    buffer_put(&writer->rows, writer->records.bytes.bytes, writer->records.bytes.size);
    byte_pool_free(&writer->records);
    shape = (writes_blocks(writer) ? encode_blocks : encode_pages)(
        entry, range->count, &writer->entries, &writer->index);
    free(entry);
    buffer_align(&writer->index, 2);
    buffer_u32(&writer->ranges, range->start);
    buffer_u32(&writer->ranges, writes_blocks(writer) ? 0 : size_bytes);
    buffer_u32(&writer->ranges, range->index);
    buffer_u32(&writer->ranges, range->index + shape.counts);
    buffer_u32(&writer->ranges, range->entries);
    buffer_u8(&writer->ranges, shape.unit_shift);
    buffer_u8(&writer->ranges, writes_blocks(writer) ? plan_setting_how(plan->setting) : 0);
    buffer_u8(&writer->ranges, shape.group_shift);
    buffer_u8(&writer->ranges, plan->ahead);
    buffer_u32(&writer->ranges, size_bytes);
    buffer_u32(&writer->ranges, range->rows);
}

/*
 * Limits of one range: an offset in INDEX is at most 65535. In blocks it counts bytes, and an entry
 * takes at most 13 here. In pages it counts bytes of rule numbers, and an entry takes at most two.
 */
#define ENTRIES_PER_RANGE_MAX(blocks) ((blocks) ? 5000 : 0x7fff)
#define ROWS_BYTES_PER_RANGE_MAX      0x7fff
#define ROW_BYTES_MAX                 7

/* The most bytes that ENTRY takes in ROWS. */
static size_t rows_bytes(const struct writer *writer, const struct plan_entry *entry)
{
    if (!has_record(writer, entry))
        return 0;
    return FORMAT_RECORD_BYTES + FORMAT_RECORD_UNIT - 1 +
           (entry->rows_count + (entry->end - entry->start) / 2 / FORMAT_ROW_HALFWORDS_MAX) *
               ROW_BYTES_MAX;
}

static uint32_t number_bytes(const struct writer *writer, const struct plan_entry *entry)
{
    return encode_is_wide(entry_rule(writer, entry)) ? 2 : 1;
}

/*
 * The bytes of rule numbers (PLACES) of the entries that start in the last ENCODE_PAGE_BYTES_MIN
 * bytes of code. One page of the smallest size must hold them.
 */
struct page_fill {
    size_t first; /* first entry that counts */
    uint32_t number_bytes;
};

/* Adds entry NEXT. Returns false if a page of the smallest size has no room for it. */
static bool fill_page(const struct writer *writer, struct page_fill *fill, size_t next)
{
    const struct plan_entry *entry = writer->plan->entry;

    while (entry[next].start - entry[fill->first].start >= ENCODE_PAGE_BYTES_MIN)
        fill->number_bytes -= number_bytes(writer, &entry[fill->first++]);
    fill->number_bytes += number_bytes(writer, &entry[next]);
    return writes_blocks(writer) || fill->number_bytes <= ENCODE_NUMBER_BYTES_PER_PAGE_MAX;
}

/*
 * Returns the longest range of adjacent entries that begins with entry FIRST and meets all limits
 * of one range.
 */
static struct range next_range(const struct writer *writer, size_t first)
{
    const struct plan *plan = writer->plan;
    const struct plan_entry *entry = plan->entry;
    bool blocks = writes_blocks(writer);
    struct range range = {.first = first, .start = entry[first].start};
    struct page_fill fill = {.first = first};
    size_t rows = 0;
    size_t i = first;

    fill_page(writer, &fill, first);
    do {
        rows += rows_bytes(writer, &entry[i]);
        range.end = entry[i].end;
        i++;
    } while (i < plan->entries_count && entry[i].start == range.end &&
             i - first < ENTRIES_PER_RANGE_MAX(blocks) && fill_page(writer, &fill, i) &&
             rows + rows_bytes(writer, &entry[i]) <= ROWS_BYTES_PER_RANGE_MAX);
    range.count = i - first;
    return range;
}

static void write_ranges(struct writer *writer)
{
    for (size_t first = 0; first < writer->plan->entries_count;) {
        struct range range = next_range(writer, first);
        write_range(writer, &range);
        first += range.count;
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void add_offset(struct buffer *ranges, size_t at, uint32_t offset)
{
    buffer_set_u32(ranges, at, bytes_u32(ranges->bytes + at) + offset);
}

/*
 * Appends ROWS, ENTRIES and INDEX to BODY, which is at OFFSET in the table. A reader of blocks or
 * rows reads up to FORMAT_AHEAD_BYTES ahead; INDEX is padded to that size so that these bytes
 * exist.
 */
static void append_parts(struct writer *writer, uint32_t offset, struct buffer *body)
{
    uint32_t entries = offset + (uint32_t)writer->rows.size;
    uint32_t index;

    buffer_align(&writer->entries, 2);
    index = entries + (uint32_t)writer->entries.size;
    for (size_t at = 0; at < writer->ranges.size; at += FORMAT_RANGE_BYTES) {
        add_offset(&writer->ranges, at + FORMAT_RANGE_GROUPS, index);
        add_offset(&writer->ranges, at + FORMAT_RANGE_COUNTS, index);
        add_offset(&writer->ranges, at + FORMAT_RANGE_ROWS, offset);
        add_offset(&writer->ranges, at + FORMAT_RANGE_ENTRIES, entries);
    }
    while (writes_blocks(writer) && writer->index.size < FORMAT_AHEAD_BYTES)
        buffer_u8(&writer->index, 0);
    buffer_put(body, writer->rows.bytes, writer->rows.size);
    buffer_put(body, writer->entries.bytes, writer->entries.size);
    buffer_put(body, writer->index.bytes, writer->index.size);
}

static void write_table(struct buffer *out, struct writer *writer)
{
    const struct reference *reference = writer->plan->reference;
    struct buffer body = {0};
    struct container container = {
        .ranges = &writer->ranges,
        .body = &body,
        .runs_count = writer->rule_set.runs_count,
        .resumes = writer->resumes,
        .crossings = &writer->crossings,
    };

    buffer_put(&body, writer->rules.bytes, writer->rules.size);
    buffer_put(&body, writer->long_rules.bytes, writer->long_rules.size);
    append_parts(writer, container_header_bytes(reference->image, &container) + (uint32_t)body.size,
                 &body);
    container_write(out, reference->image, &reference->list, &container);
    free(body.bytes);
}

/* The bytes of CROSSINGS, and of the word with its offset. */
static uint32_t crossings_bytes(const struct writer *writer)
{
    uint32_t size_bytes = (uint32_t)writer->crossings.size;

    return size_bytes ? ((size_bytes + 3) & ~3u) + 4 : 0;
}

static void measure_table(struct encode_sizes *sizes, const struct writer *writer, size_t total)
{
    sizes->ranges = (uint32_t)writer->ranges.size;
    sizes->index = (uint32_t)writer->index.size;
    sizes->entries = (uint32_t)writer->entries.size;
    sizes->rows = (uint32_t)writer->rows.size;
    sizes->rules = (uint32_t)writer->rules.size;
    sizes->long_rules = (uint32_t)writer->long_rules.size;
    sizes->crossings = crossings_bytes(writer);
    sizes->resumes = writer->resumes ? (uint32_t)writer->resumes->size : 0;
    sizes->header = (uint32_t)total - sizes->resumes - sizes->crossings - sizes->ranges -
                    sizes->index - sizes->entries - sizes->rows - sizes->rules - sizes->long_rules;
    sizes->entries_count = (uint32_t)writer->plan->entries_count;
    sizes->rows_count = (uint32_t)writer->plan->rows_count;
    sizes->rules_count = (uint32_t)writer->rule_set.count;
}

static void free_writer(struct writer *writer)
{
    rule_set_free(&writer->rule_set);
    free(writer->ranges.bytes);
    free(writer->index.bytes);
    free(writer->entries.bytes);
    free(writer->rows.bytes);
    free(writer->rules.bytes);
    free(writer->long_rules.bytes);
    free(writer->crossings.bytes);
}

static int check_limits(const struct writer *writer, const struct image *image)
{
    unsigned rules_max = writes_blocks(writer) ? FORMAT_RULES_MAX : FORMAT_NUMBER_MAX + 1;

    if (writer->rule_set.count <= rules_max && image->build_id_size <= FORMAT_BUILD_ID_MAX)
        return STATUS_GOOD;
    diag_error(
        image->path,
        "over a limit of the table format: %zu rules (limit %u), build id of %u bytes (limit %u)",
        writer->rule_set.count, rules_max, image->build_id_size, (unsigned)FORMAT_BUILD_ID_MAX);
    return STATUS_PROBLEMS;
}

#define RULE_WORDS_MAX (1u << FORMAT_LONG_BITS)
#define RANGES_MAX     0xffffu

/* Checks the limits that depend on the finished parts. */
static int check_parts(const struct writer *writer, const struct image *image)
{
    size_t words = writer->rule_set.count - writer->rule_set.runs_count +
                   writer->long_rules.size / sizeof(uint32_t);
    size_t ranges = writer->ranges.size / FORMAT_RANGE_BYTES;

    if (words <= RULE_WORDS_MAX && ranges <= RANGES_MAX)
        return STATUS_GOOD;
    diag_error(image->path,
               "over a limit of the table format: %zu words of rules (limit %u), %zu code ranges "
               "(limit %u)",
               words, RULE_WORDS_MAX, ranges, RANGES_MAX);
    return STATUS_PROBLEMS;
}

int encode_table(const struct plan *plan, struct crossings *crossings, const struct buffer *resumes,
                 uint8_t **bytes, uint32_t *size_bytes, struct encode_sizes *sizes)
{
    struct writer writer = {.plan = plan, .resumes = resumes};
    struct buffer out = {0};
    int status;

    build_rule_set(&writer);
    status = check_limits(&writer, plan->reference->image);
    if (status == STATUS_GOOD) {
        encode_rules(&writer.rule_set, &writer.rules, &writer.long_rules);
        write_ranges(&writer);
        status = check_parts(&writer, plan->reference->image);
    }
    if (status == STATUS_GOOD) {
        if (crossings)
            crossings_section_write(&writer.crossings, crossings);
        write_table(&out, &writer);
        *bytes = out.bytes;
        *size_bytes = (uint32_t)out.size;
        if (sizes)
            measure_table(sizes, &writer, out.size);
    }
    free_writer(&writer);
    return status;
}
