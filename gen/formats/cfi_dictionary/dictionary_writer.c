/* SPDX-License-Identifier: MIT */
/*
 * Writes the flat and the two-level layout of the dictionary, and the parts that all layouts share.
 */
#include "formats/cfi_dictionary/dictionary_writer.h"

#include <stdlib.h>

#include "core/format/bytes.h"
#include "encode/rule_words.h"
#include "util/diag.h"

/* ---- shared ---------------------------------------------------------------------------------- */

int cfi_begin(struct cfi_runs *runs, const struct reference *reference, const char *format,
              struct format_parts *out)
{
    const char *path = reference->image->path;

    cfi_runs_build(runs, &reference->list);
    if (runs->rules_count > CFI_RULES_MAX) {
        size_t count = runs->rules_count;
        cfi_runs_free(runs);
        return diag_error(path, "the image has %zu distinct rules, more than the %u of a %s", count,
                          CFI_RULES_MAX, format);
    }
    if (runs->inexpressible_bytes)
        diag_warning(path, "%s leaves out %llu bytes of code where the rule depends on the flags",
                     format, (unsigned long long)runs->inexpressible_bytes);
    out->base = reference->list.range[0].start;
    return STATUS_GOOD;
}

void cfi_write_dictionary(const struct cfi_runs *runs, struct buffer *out)
{
    struct encode_options options = {.words_count = (uint32_t)runs->rules_count,
                                     .is_compact = true,
                                     .trust = BOBBIN_TRUST_TABLE};
    struct buffer long_rules = {0};

    buffer_u32(out, (uint32_t)runs->rules_count);
    for (size_t i = 0; i < runs->rules_count; i++)
        buffer_u32(out, encode_rule(&runs->rule[i].rule, &options, &long_rules));
    buffer_put(out, long_rules.bytes, long_rules.size);
    free(long_rules.bytes);
}

void cfi_write_wide(struct buffer *wide, uint32_t number, uint32_t rule)
{
    if (wide->size == 0)
        buffer_u32(wide, 0);
    buffer_u32(wide, number);
    buffer_u16(wide, rule);
    buffer_set_u32(wide, 0, bytes_u32(wide->bytes) + 1);
}

uint32_t cfi_write_rule(struct buffer *wide, uint32_t number, uint32_t rule)
{
    if (rule < CFI_NARROW_RULES)
        return rule;
    cfi_write_wide(wide, number, rule);
    return CFI_RULE_WIDE;
}

void cfi_share_parts(struct format_parts *out)
{
    static const char *const names[FORMAT_FOREIGN_PARTS] = {"dictionary", "wide records", "records",
                                                            "blocks"};
    static const enum cfi_dictionary_part order[] = {CFI_BLOCKS, CFI_RECORDS, CFI_WIDE,
                                                     CFI_DICTIONARY};

    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        if (out->part[order[i]].size)
            format_add_share(out, names[order[i]], out->part[order[i]].size);
}

/* ---- flat ------------------------------------------------------------------------------------ */

/*
 * Writes RUN as one or more records. COUNT is the number of records before them. Returns the new
 * number of records.
 */
static uint32_t write_run(struct format_parts *out, const struct cfi_run *run, uint32_t count)
{
    for (uint32_t at = run->start; at < run->end; count++) {
        uint32_t units = (run->end - at) / CFI_UNIT_BYTES;
        if (units > CFI_LENGTH_MAX)
            units = CFI_LENGTH_MAX;
        buffer_u32(&out->part[CFI_RECORDS], at - out->base);
        buffer_u8(&out->part[CFI_RECORDS], units);
        buffer_u8(&out->part[CFI_RECORDS], cfi_write_rule(&out->part[CFI_WIDE], count, run->rule));
        at += units * CFI_UNIT_BYTES;
    }
    return count;
}

int cfi_encode_flat(const struct format *format, const struct reference *reference,
                    struct format_parts *out)
{
    struct cfi_runs runs;
    uint32_t count = 0;
    int status = cfi_begin(&runs, reference, format->name, out);

    if (status != STATUS_GOOD)
        return status;
    buffer_u32(&out->part[CFI_RECORDS], 0);
    for (size_t i = 0; i < runs.count; i++)
        count = write_run(out, &runs.run[i], count);
    buffer_set_u32(&out->part[CFI_RECORDS], 0, count);
    cfi_write_dictionary(&runs, &out->part[CFI_DICTIONARY]);
    cfi_share_parts(out);
    cfi_runs_free(&runs);
    return STATUS_GOOD;
}

/* ---- two-level ------------------------------------------------------------------------------- */

struct two_level {
    struct format_parts *out;
    struct buffer rules; /* the second column of the records */
    uint32_t block;      /* start of the last block */
    uint32_t count;      /* of records */
};

static void begin_block(struct two_level *table, uint32_t start)
{
    buffer_u32(&table->out->part[CFI_BLOCKS], start - table->out->base);
    buffer_u32(&table->out->part[CFI_BLOCKS], table->count);
    table->block = start;
}

/*
 * Writes a record: the rule BYTE holds from START on. Begins a new block if START is too far from
 * the start of the last block.
 */
static void write_record(struct two_level *table, uint32_t start, uint32_t byte)
{
    if (table->count == 0 || (start - table->block) / CFI_UNIT_BYTES > CFI_OFFSET_MAX)
        begin_block(table, start);
    buffer_u16(&table->out->part[CFI_RECORDS], (start - table->block) / CFI_UNIT_BYTES);
    buffer_u8(&table->rules, byte);
    table->count++;
}

static void write_two_level(struct two_level *table, const struct cfi_runs *runs)
{
    struct buffer *wide = &table->out->part[CFI_WIDE];
    uint32_t end = 0;

    for (size_t i = 0; i < runs->count; i++) {
        const struct cfi_run *run = &runs->run[i];
        if (i > 0 && run->start != end)
            write_record(table, end, CFI_RULE_NONE);
        write_record(table, run->start, cfi_write_rule(wide, table->count, run->rule));
        end = run->end;
    }
    begin_block(table, runs->count ? end : table->out->base);
    buffer_put(&table->out->part[CFI_RECORDS], table->rules.bytes, table->rules.size);
}

int cfi_encode_two_level(const struct format *format, const struct reference *reference,
                         struct format_parts *out)
{
    struct two_level table = {.out = out};
    struct cfi_runs runs;
    int status = cfi_begin(&runs, reference, format->name, out);

    if (status != STATUS_GOOD)
        return status;
    write_two_level(&table, &runs);
    cfi_write_dictionary(&runs, &out->part[CFI_DICTIONARY]);
    cfi_share_parts(out);
    free(table.rules.bytes);
    cfi_runs_free(&runs);
    return STATUS_GOOD;
}
