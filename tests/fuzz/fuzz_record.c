/* SPDX-License-Identifier: MIT */
/*
 * Writer and readers of records. Lines that were recorded come back as they were, or the record
 * says that they were left out. A damaged record gives its first lines or none. If a mistaken
 * writer gave it the right CRC, readers must stay within its memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/format/crc32.h"
#include "core/record/record_base64.h"
#include "core/record/record_encode.h"
#include "fuzz.h"
#include "record/hex_dump.h"
#include "record/record_collect.h"
#include "record/record_find.h"
#include "record/record_text.h"

enum { LINES_MAX = 80, LINE_SIZE = 256 };

struct sent {
    struct fuzz_source source;
    uint8_t record[RECORD_BYTES_MAX];
    struct record_encoder encoder;
    char lines[LINES_MAX][LINE_SIZE];
    uint32_t count;
};

static void append(char *text, const char *more)
{
    if (strlen(text) + strlen(more) < 150)
        strcat(text, more);
}

static void append_field(struct fuzz_source *source, char *text)
{
    static const char *const fields[] = {
        "frame",
        "other-frame",
        "call",
        "table",
        "-",
        ":",
        ">",
        "r0",
        "cpsr",
        "dfsr=805",
        "pc=",
        "data abort:",
        "task",
        "regs",
        "stack",
        "note",
        "r",
        "d8",
        "",
        "00ff",
        "end",
        ", write",
        "running",
        "cpu",
        "r10",
        "ABC",
        "0x",
        "=12",
        "deadbeefdeadbeef",
    };
    char number[16];

    append(text, " ");
    if (fuzz_one_in(source, 2)) {
        snprintf(number, sizeof(number), "%x", fuzz_u32(source) >> fuzz_below(source, 32));
        append(text, number);
    } else {
        append(text, fields[fuzz_below(source, sizeof(fields) / sizeof(fields[0]))]);
    }
}

static void make_line(struct sent *sent)
{
    static const char *const types[] = {"frame", "regs", "task", "other-frame", "stack",
                                        "note",  "end",  ">",    "x",           "stop"};
    struct fuzz_source *source = &sent->source;
    char *line = sent->lines[sent->count], end[16];

    snprintf(line, LINE_SIZE, "%%bobbin 0123456789.%u %s", sent->count,
             sent->count ? types[fuzz_below(source, 10)] : "report");
    for (uint32_t fields = fuzz_below(source, 9); fields > 0; fields--)
        append_field(source, line);
    snprintf(end, sizeof(end), " %c%08x", fuzz_one_in(source, 8) ? '+' : '*',
             bobbin_crc32(0, line, (uint32_t)strlen(line)));
    strcat(line, end);
    sent->count++;
}

static void record_line(struct sent *sent)
{
    static const struct bobbin_record_counters counters = {1, 2, 3, 4};
    const char *text = sent->lines[sent->count - 1];
    struct record_line line;

    fuzz_check(record_line_parse(&line, text, (uint32_t)strlen(text)));
    if (sent->count == 1)
        record_encode_begin(&sent->encoder, sent->record,
                            256 + fuzz_below(&sent->source, RECORD_BYTES_MAX - 255), 1, &counters,
                            &line);
    record_encode_line(&sent->encoder, &line);
}

static void send(struct sent *sent)
{
    uint32_t count = 1 + fuzz_below(&sent->source, LINES_MAX - 1);

    for (sent->count = 0; sent->count < count;) {
        make_line(sent);
        record_line(sent);
    }
}

/* Each line of VIEW was sent with this number; all others are told. */
static void check_lines(const struct sent *sent, const struct record_view *view, bool whole)
{
    struct record_lines lines;
    uint32_t sequence = 0;

    record_lines_begin(&lines, view);
    while (record_lines_next(&lines) > 0) {
        if (lines.sequence == sequence + 1 && !strstr(lines.out.line, " omitted "))
            fuzz_check(strcmp(lines.out.line, sent->lines[sequence]) == 0);
        fuzz_check(lines.sequence <= sent->count);
        sequence = lines.sequence;
    }
    fuzz_check(!lines.damaged);
    fuzz_check(!whole || sequence + sent->encoder.left_out == sent->count);
}

static void check_record(const struct sent *sent)
{
    struct record_view view;

    fuzz_check(sent->encoder.size <= sent->encoder.capacity);
    fuzz_check(record_open(&view, sent->record, RECORD_BYTES_MAX) == RECORD_OK);
    fuzz_check(view.size == sent->encoder.size);
    check_lines(sent, &view, true);
}

static void check_damaged(struct sent *sent)
{
    uint8_t bytes[RECORD_BYTES_MAX];
    struct record_view view;

    memcpy(bytes, sent->record, sizeof(bytes));
    fuzz_mutate(&sent->source, bytes, sent->encoder.size);
    if (record_open(&view, bytes, RECORD_BYTES_MAX) == RECORD_OK)
        check_lines(sent, &view, false);
}

/* Damages the body and gives it the right CRC. */
static void check_mistaken(struct sent *sent)
{
    uint8_t bytes[RECORD_BYTES_MAX];
    struct record_view view;
    struct buffer text = {0};
    uint32_t size = sent->encoder.size, crc;
    uint8_t *end = bytes + RECORD_AT_END;

    memcpy(bytes, sent->record, sizeof(bytes));
    fuzz_mutate(&sent->source, bytes + RECORD_HEADER_BYTES, size - RECORD_HEADER_BYTES);
    for (uint32_t i = 0; i < 2; i++)
        end[i] = end[RECORD_END_BYTES + i] = (uint8_t)(size >> (8 * i));
    crc = bobbin_crc32(0, bytes, RECORD_CHECKED_BYTES);
    crc = bobbin_crc32(crc, bytes + RECORD_HEADER_BYTES, size - RECORD_HEADER_BYTES);
    crc = bobbin_crc32(crc, end, 2);
    memcpy(end + RECORD_END_CRC, &crc, 4);
    fuzz_check(record_open(&view, bytes, size) == RECORD_OK);
    record_text(&text, &view);
    free(text.bytes);
}

/* Lines in base64, some lost, some damaged: a record comes out whole or not at all. */
static void check_collected(struct sent *sent)
{
    static struct record_collector collector;
    struct record_view view, collected;
    struct record_out line;
    uint32_t missing;

    memset(&collector, 0, sizeof(collector));
    record_open(&view, sent->record, RECORD_BYTES_MAX);
    for (uint32_t offset = 0; offset < view.size; offset += RECORD_LINE_BYTES) {
        char *fields;

        record_base64_line(&line, &view, offset);
        fields = strstr(line.line, " record ") + 8;
        line.line[line.length - 10] = '\0';
        if (fuzz_one_in(&sent->source, 60))
            continue;
        if (fuzz_one_in(&sent->source, 60))
            fields[fuzz_below(&sent->source, (uint32_t)strlen(fields))] = 'A';
        if (record_collect(&collector, "x", fields, 1, &collected) == RECORD_COLLECTED_RECORD)
            check_lines(sent, &collected, false);
    }
    while (record_collect_rest(&collector, &missing))
        ;
}

static void check_dump(struct sent *sent)
{
    struct found_records found = {0};
    struct buffer bytes = {0};
    char text[4096];
    uint32_t length = 0;

    for (uint32_t i = 0; i < 256; i += 16) {
        length += (uint32_t)sprintf(text + length, "%08x:", i);
        for (uint32_t k = 0; k < 16; k++)
            length += (uint32_t)sprintf(text + length, " %02x", sent->record[i + k]);
        length += (uint32_t)sprintf(text + length, "  text |\n");
    }
    hex_dump_read(text, length, HEX_AS_PRINTED, &bytes);
    fuzz_check(bytes.size == 256 && memcmp(bytes.bytes, sent->record, 256) == 0);
    fuzz_mutate(&sent->source, (uint8_t *)text, length);
    hex_dump_has_outside(text, length, "%");
    for (uint32_t order = 0; order < 2; order++)
        hex_dump_read(text, length, order ? HEX_AS_NUMBERS : HEX_AS_PRINTED, &bytes);
    record_find(&found, bytes.bytes, bytes.size, 0);
    for (size_t i = 0; i < found.count; i++) {
        struct record_view view;

        fuzz_check(record_open(&view, found.items[i].bytes, RECORD_BYTES_MAX) == RECORD_OK);
        check_lines(sent, &view, false);
    }
    free(found.items);
    free(bytes.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct sent sent;

    memset(&sent, 0, sizeof(sent));
    fuzz_source_begin(&sent.source, data, size);
    send(&sent);
    check_record(&sent);
    check_damaged(&sent);
    check_mistaken(&sent);
    check_collected(&sent);
    check_dump(&sent);
    return 0;
}
