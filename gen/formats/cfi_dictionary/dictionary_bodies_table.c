/* SPDX-License-Identifier: MIT */
/* Writes and reads the variants `bodies` and `forward` (dictionary_variants.h). */
#include <stdlib.h>

#include "core/format/bytes.h"
#include "formats/cfi_dictionary/dictionary_bodies.h"
#include "formats/cfi_dictionary/dictionary_forward.h"
#include "formats/cfi_dictionary/dictionary_variants.h"
#include "util/diag.h"

enum {
    BLOCK_BYTES = 12,
    BLOCK_BODY = 4,
    BLOCK_RARE = 8,
    BODY_BYTES = 3,
    RARE_BYTES = 4,
    RARE_NUMBER = 1u << 30, /* number of the first rare row in part WIDE */
};

/* ---- writing --------------------------------------------------------------------------------- */

/* Rows with ascending starts, stored by columns. */
struct columns {
    struct buffer starts, lengths, rules, wide;
    uint32_t count;
};

struct writer {
    struct format_parts *out;
    struct columns bodies, rares;
    bool alone;     /* variant `forward`: bodies without rare rows */
    uint32_t none;  /* the rule number that stands for no rule */
    uint32_t block; /* start of the last block */
    uint32_t body;  /* rule of the last body */
};

static void put_row(const struct writer *writer, struct columns *columns, uint32_t start,
                    uint32_t rule, uint32_t number)
{
    buffer_u16(&columns->starts, (start - writer->block) / CFI_UNIT_BYTES);
    buffer_u8(&columns->rules,
              rule == writer->none ? CFI_RULE_NONE : cfi_write_rule(&columns->wide, number, rule));
    columns->count++;
}

static void put_block(struct writer *writer, uint32_t start)
{
    buffer_u32(&writer->out->part[CFI_BLOCKS], start - writer->out->base);
    buffer_u32(&writer->out->part[CFI_BLOCKS], writer->bodies.count);
    buffer_u32(&writer->out->part[CFI_BLOCKS], writer->rares.count);
    writer->block = start;
}

/*
 * Begins a new block if START is too far from the start of the last block. Writes a body row if
 * BEGINS, and also at the start of each block that was begun because of the distance.
 */
static void reach(struct writer *writer, uint32_t start, bool begins)
{
    bool far = (start - writer->block) / CFI_UNIT_BYTES > CFI_OFFSET_MAX;

    if (writer->bodies.count == 0 || far)
        put_block(writer, start);
    if (begins || far)
        put_row(writer, &writer->bodies, start, writer->body, writer->bodies.count);
}

static void put_piece(struct writer *writer, const struct cfi_piece *piece)
{
    bool begins = writer->bodies.count == 0 || piece->body != writer->body;

    writer->body = piece->body;
    if (begins)
        reach(writer, piece->start, true);
    for (uint32_t at = piece->start;
         at < piece->end && piece->rule != piece->body && !writer->alone;) {
        uint32_t units = (piece->end - at) / CFI_UNIT_BYTES;
        units = units > CFI_LENGTH_MAX ? CFI_LENGTH_MAX : units;
        reach(writer, at, false);
        buffer_u8(&writer->rares.lengths, units);
        put_row(writer, &writer->rares, at, piece->rule, RARE_NUMBER + writer->rares.count);
        at += units * CFI_UNIT_BYTES;
    }
}

static void put_columns(struct buffer *out, const struct columns *columns)
{
    buffer_put(out, columns->starts.bytes, columns->starts.size);
    buffer_put(out, columns->lengths.bytes, columns->lengths.size);
    buffer_put(out, columns->rules.bytes, columns->rules.size);
}

/* Writes the part WIDE with the rows of FIRST, followed by those of SECOND. */
static void put_wide(struct buffer *out, const struct buffer *first, const struct buffer *second)
{
    uint32_t count = 0;

    if (first->size)
        count += bytes_u32(first->bytes);
    if (second->size)
        count += bytes_u32(second->bytes);
    if (!count)
        return;
    buffer_u32(out, count);
    if (first->size)
        buffer_put(out, first->bytes + CFI_COUNT_BYTES, first->size - CFI_COUNT_BYTES);
    if (second->size)
        buffer_put(out, second->bytes + CFI_COUNT_BYTES, second->size - CFI_COUNT_BYTES);
}

static void free_columns(struct columns *columns)
{
    free(columns->starts.bytes);
    free(columns->lengths.bytes);
    free(columns->rules.bytes);
    free(columns->wide.bytes);
}

static void finish(struct writer *writer, uint32_t end)
{
    struct format_parts *out = writer->out;

    put_block(writer, end);
    put_columns(&out->part[CFI_RECORDS], &writer->bodies);
    put_columns(&out->part[CFI_RECORDS], &writer->rares);
    put_wide(&out->part[CFI_WIDE], &writer->bodies.wide, &writer->rares.wide);
    format_add_share(out, "blocks", out->part[CFI_BLOCKS].size);
    format_add_share(out, "bodies", BODY_BYTES * writer->bodies.count);
    format_add_share(out, "rare rows", RARE_BYTES * writer->rares.count);
    format_add_share(out, "wide rows", out->part[CFI_WIDE].size);
    format_add_share(out, "dictionary", out->part[CFI_DICTIONARY].size);
    free_columns(&writer->bodies);
    free_columns(&writer->rares);
}

int cfi_encode_bodies(const struct format *format, const struct reference *reference,
                      struct format_parts *out)
{
    /*
     * Without rare rows, a unit whose rule is not its body's has a wrong rule, unless the reader
     * finds the rule from the code. The price of such a unit is one byte.
     */
    static const struct cfi_prices prices[] = {
        [CFI_BODIES_RARE] = {BODY_BYTES, RARE_BYTES, 0, CFI_RECORD_BYTES},
        [CFI_BODIES_ALONE] = {BODY_BYTES, 0, 1, CFI_RECORD_BYTES},
    };
    struct writer writer = {.out = out, .alone = format->variant == CFI_BODIES_ALONE};
    struct cfi_bodies bodies;
    struct cfi_runs runs;
    int status = cfi_begin(&runs, reference, format->name, out);

    if (status != STATUS_GOOD)
        return status;
    writer.none = (uint32_t)runs.rules_count;
    cfi_bodies_build(&bodies, &runs, reference, &prices[format->variant]);
    for (size_t i = 0; i < bodies.count; i++)
        put_piece(&writer, &bodies.piece[i]);
    cfi_write_dictionary(&runs, &out->part[CFI_DICTIONARY]);
    finish(&writer, runs.count ? runs.run[runs.count - 1].end : out->base);
    cfi_bodies_free(&bodies);
    cfi_runs_free(&runs);
    return STATUS_GOOD;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* A column of start offsets. Its rows FIRST to END - 1 belong to the current block. */
struct stretch {
    const uint8_t *starts;
    uint32_t first, end;
};

struct reader {
    struct stretch bodies, rares;
    const uint8_t *body_rules, *rare_lengths, *rare_rules;
    uint32_t unit; /* offset in the block, in units */
};

/* Finds the columns in RECORDS. LAST is the last block, which has the numbers of all rows. */
static bool find_columns(const struct foreign_part *records, const uint8_t *last,
                         struct reader *reader)
{
    uint64_t bodies = bytes_u32(last + BLOCK_BODY);
    uint64_t rares = bytes_u32(last + BLOCK_RARE);

    if (BODY_BYTES * bodies + RARE_BYTES * rares > records->size_bytes)
        return false;
    reader->bodies.starts = records->bytes;
    reader->body_rules = reader->bodies.starts + 2 * bodies;
    reader->rares.starts = reader->body_rules + bodies;
    reader->rare_lengths = reader->rares.starts + 2 * rares;
    reader->rare_rules = reader->rare_lengths + rares;
    return true;
}

/* Returns the last row that starts at UNIT or before it, or FIRST - 1 if there is none. */
static uint32_t last_row(const struct stretch *stretch, uint32_t unit)
{
    uint32_t low = stretch->first;
    uint32_t high = stretch->end;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bytes_u16(stretch->starts + 2 * middle) <= unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

/* Finds the block of ADDRESS. Returns BOBBIN_STOP_NONE, NO_RULE or CORRUPT. */
static enum bobbin_stop open_block(const struct foreign_table *table, uint32_t address,
                                   struct reader *reader)
{
    const struct foreign_part *blocks = &table->part[CFI_BLOCKS];
    uint32_t count = blocks->size_bytes / BLOCK_BYTES;
    const uint8_t *block = blocks->bytes;
    const uint8_t *last = block + BLOCK_BYTES * (count - 1);

    if (count == 0 || !find_columns(&table->part[CFI_RECORDS], last, reader))
        return BOBBIN_STOP_CORRUPT;
    if (address < bytes_u32(block) || address >= bytes_u32(last))
        return BOBBIN_STOP_NO_RULE;
    while (block + BLOCK_BYTES < last && bytes_u32(block + BLOCK_BYTES) <= address)
        block += BLOCK_BYTES;
    reader->unit = (address - bytes_u32(block)) / CFI_UNIT_BYTES;
    reader->bodies.first = bytes_u32(block + BLOCK_BODY);
    reader->bodies.end = bytes_u32(block + BLOCK_BYTES + BLOCK_BODY);
    reader->rares.first = bytes_u32(block + BLOCK_RARE);
    reader->rares.end = bytes_u32(block + BLOCK_BYTES + BLOCK_RARE);
    return reader->bodies.first < reader->bodies.end &&
                   reader->bodies.end <= bytes_u32(last + BLOCK_BODY) &&
                   reader->rares.first <= reader->rares.end &&
                   reader->rares.end <= bytes_u32(last + BLOCK_RARE)
               ? BOBBIN_STOP_NONE
               : BOBBIN_STOP_CORRUPT;
}

/* Reads the rule of the body that contains the unit of READER. */
static enum bobbin_stop read_body(const struct foreign_table *table, const struct reader *reader,
                                  struct bobbin_rule *rule)
{
    uint32_t row = last_row(&reader->bodies, reader->unit);

    if (row + 1 == reader->bodies.first)
        return BOBBIN_STOP_CORRUPT;
    return cfi_read_rule(table, reader->body_rules[row], row, rule);
}

static enum bobbin_stop read_bodies(const struct foreign_table *table,
                                    const struct foreign_question *question,
                                    struct bobbin_rule *rule)
{
    struct reader reader;
    uint32_t row;
    enum bobbin_stop stop = open_block(table, question->address, &reader);

    if (stop != BOBBIN_STOP_NONE)
        return stop;
    row = last_row(&reader.rares, reader.unit);
    if (question->interrupted && row + 1 != reader.rares.first &&
        reader.unit - bytes_u16(reader.rares.starts + 2 * row) < reader.rare_lengths[row])
        return cfi_read_rule(table, reader.rare_rules[row], RARE_NUMBER + row, rule);
    return read_body(table, &reader, rule);
}

static enum bobbin_stop read_forward(const struct foreign_table *table,
                                     const struct foreign_question *question,
                                     struct bobbin_rule *rule)
{
    struct reader reader;
    enum bobbin_stop stop = open_block(table, question->address, &reader);

    if (stop == BOBBIN_STOP_NONE)
        stop = read_body(table, &reader, rule);
    if (stop != BOBBIN_STOP_NONE || !question->interrupted || rule->form != BOBBIN_FORM_FRAME)
        return stop;
    return cfi_move_forward(table, rule);
}

const struct bobbin_foreign cfi_bodies = {CFI_BODIES, FOREIGN_ALL_PLACES, read_bodies, foreign_step,
                                          foreign_rule_at};
const struct bobbin_foreign cfi_forward = {CFI_FORWARD, FOREIGN_ALL_PLACES, read_forward,
                                           foreign_step, foreign_rule_at};
