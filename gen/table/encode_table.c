/* SPDX-License-Identifier: MIT */
/*
 * Writes a plan as the bytes of a table: divides the entries into ranges, writes them, and puts all
 * parts together.
 */
#include "table/encode_table.h"

#include <stdlib.h>

#include "core/format/bytes.h"
#include "core/format/table_format.h"
#include "encode/container.h"
#include "encode/crossings_section.h"
#include "encode/entries.h"
#include "encode/rules_section.h"
#include "table/entry_encoder.h"
#include "util/buffer.h"
#include "util/diag.h"
#include "util/memory.h"

/* The parts of the table that is being written. */
struct writer {
    const struct plan *plan;
    struct entry_encoder entry;
    struct buffer ranges, index, entries, rows, rules, long_rules, crossings;
    const struct buffer *resumes; /* NULL: none */
};

/* Consecutive entries that share one record in RANGES. */
struct range {
    size_t first, count;
    uint32_t start, end;
    uint32_t entries, rows, index; /* offsets of its parts */
};

/* ---- ranges ---------------------------------------------------------------------------------- */

static struct encode_entry entry_of(struct writer *writer, const struct range *range,
                                    const struct plan_entry *planned)
{
    struct encode_entry entry = {planned->start - range->start, planned->end - range->start,
                                 entry_encoder_rule(&writer->entry, planned)};

    if (entry_encoder_has_record(&writer->entry, planned))
        entry.number = FORMAT_ENTRY_HAS_ROWS | entry_encoder_record(&writer->entry, planned);
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
    buffer_put(&writer->rows, writer->entry.records.bytes.bytes, writer->entry.records.bytes.size);
    byte_pool_free(&writer->entry.records);
    shape = (entry_encoder_uses_blocks(&writer->entry) ? encode_blocks : encode_pages)(
        entry, range->count, &writer->entries, &writer->index);
    free(entry);
    buffer_align(&writer->index, 2);
    buffer_u32(&writer->ranges, range->start);
    buffer_u32(&writer->ranges, entry_encoder_uses_blocks(&writer->entry) ? 0 : size_bytes);
    buffer_u32(&writer->ranges, range->index);
    buffer_u32(&writer->ranges, range->index + shape.counts);
    buffer_u32(&writer->ranges, range->entries);
    buffer_u8(&writer->ranges, shape.unit_shift);
    buffer_u8(&writer->ranges,
              entry_encoder_uses_blocks(&writer->entry) ? plan_setting_how(plan->setting) : 0);
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
    if (!entry_encoder_has_record(&writer->entry, entry))
        return 0;
    return FORMAT_RECORD_BYTES + FORMAT_RECORD_UNIT - 1 +
           (entry->rows_count + (entry->end - entry->start) / 2 / FORMAT_ROW_HALFWORDS_MAX) *
               ROW_BYTES_MAX;
}

static uint32_t number_bytes(const struct writer *writer, const struct plan_entry *entry)
{
    return encode_is_wide(entry_encoder_rule(&writer->entry, entry)) ? 2 : 1;
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
    return entry_encoder_uses_blocks(&writer->entry) ||
           fill->number_bytes <= ENCODE_NUMBER_BYTES_PER_PAGE_MAX;
}

/*
 * Returns the longest range of adjacent entries that begins with entry FIRST and meets all limits
 * of one range.
 */
static struct range next_range(const struct writer *writer, size_t first)
{
    const struct plan *plan = writer->plan;
    const struct plan_entry *entry = plan->entry;
    bool blocks = entry_encoder_uses_blocks(&writer->entry);
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
    while (entry_encoder_uses_blocks(&writer->entry) && writer->index.size < FORMAT_AHEAD_BYTES)
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
        .runs_count = writer->entry.rule_set.runs_count,
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
    sizes->rules_count = (uint32_t)writer->entry.rule_set.count;
}

static void free_writer(struct writer *writer)
{
    entry_encoder_end(&writer->entry);
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
    unsigned rules_max =
        entry_encoder_uses_blocks(&writer->entry) ? FORMAT_RULES_MAX : FORMAT_NUMBER_MAX + 1;

    if (writer->entry.rule_set.count <= rules_max && image->build_id_size <= FORMAT_BUILD_ID_MAX)
        return STATUS_GOOD;
    diag_error(
        image->path,
        "over a limit of the table format: %zu rules (limit %u), build id of %u bytes (limit %u)",
        writer->entry.rule_set.count, rules_max, image->build_id_size,
        (unsigned)FORMAT_BUILD_ID_MAX);
    return STATUS_PROBLEMS;
}

#define RULE_WORDS_MAX (1u << FORMAT_LONG_BITS)
#define RANGES_MAX     0xffffu

/* Checks the limits that depend on the finished parts. */
static int check_parts(const struct writer *writer, const struct image *image)
{
    size_t words = writer->entry.rule_set.count - writer->entry.rule_set.runs_count +
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

    entry_encoder_begin(&writer.entry, plan);
    status = check_limits(&writer, plan->reference->image);
    if (status == STATUS_GOOD) {
        encode_rules(&writer.entry.rule_set, &writer.rules, &writer.long_rules);
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
