/* SPDX-License-Identifier: MIT */
/* Records are found in dumps of memory and put together from lines of a log. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/record/record_base64.h"
#include "core/record/record_encode.h"
#include "record/hex_dump.h"
#include "record/record_collect.h"
#include "record/record_find.h"
#include "record/record_input.h"
#include "record/record_text.h"
#include "sample_report.h"

static struct found_records found;

static int clear_found(void **state)
{
    (void)state;
    free(found.items);
    memset(&found, 0, sizeof(found));
    return 0;
}

/* Writes a record with SEQUENCE and LINES lines of the sample to OUT. Returns its size. */
static uint32_t write_record(uint8_t out[RECORD_BYTES_MAX], uint32_t sequence, uint32_t lines)
{
    static const struct bobbin_record_counters counters = {7, 5, 3, 2};
    struct record_encoder encoder;
    struct record_line line;
    char text[SAMPLE_LINE_BYTES];

    for (uint32_t i = 0; i < lines; i++) {
        uint32_t length = sample_line(text, SAMPLE_TOKEN, i, sample_report[i], '*');

        assert_true(record_line_parse(&line, text, length));
        if (i == 0)
            record_encode_begin(&encoder, out, RECORD_BYTES_MAX, sequence, &counters, &line);
        record_encode_line(&encoder, &line);
    }
    return encoder.size;
}

/* A file with SIZE bytes that resemble neither text nor records. */
static uint8_t *make_dump(size_t size)
{
    uint8_t *dump = malloc(size);

    for (size_t i = 0; i < size; i++)
        dump[i] = (uint8_t)(i * 167 + i / 251);
    return dump;
}

static void find_in(const uint8_t *bytes, size_t size)
{
    FILE *in = fmemopen((void *)(uintptr_t)bytes, size, "rb");

    assert_non_null(in);
    assert_true(record_input_find(&found, in));
    fclose(in);
}

/* The newest of several comes first, and two copies of one are one. */
static void records_in_a_dump(void **state)
{
    uint8_t *dump = make_dump(8192);

    (void)state;
    write_record(dump + 101, 7, 21);
    write_record(dump + 2000, 9, 12);
    write_record(dump + 4001, 8, 5);
    write_record(dump + 6000, 9, 12);
    find_in(dump, 8192);
    assert_int_equal(found.count, 3);
    assert_int_equal(found.items[0].sequence, 9);
    assert_int_equal(found.items[0].offset, 2000);
    assert_int_equal(found.items[1].sequence, 8);
    assert_int_equal(found.items[2].sequence, 7);
    assert_int_equal(found.damaged, 0);
    free(dump);
}

/* Sequence numbers wrap. */
static void the_newest_after_a_wrap(void **state)
{
    uint8_t *dump = make_dump(4096);

    (void)state;
    write_record(dump, 0xffffffff, 21);
    write_record(dump + 2000, 0, 21);
    find_in(dump, 4096);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.items[0].sequence, 0);
    free(dump);
}

/* At every place around the parts in which a large file is read. */
static void records_anywhere_in_a_large_dump(void **state)
{
    enum { SIZE = 3 << 20, PART = 1 << 20 };
    uint8_t record[RECORD_BYTES_MAX];
    uint32_t size = write_record(record, 5, 21);

    (void)state;
    for (int32_t delta = -1100; delta <= 1100; delta += 37) {
        uint8_t *dump = make_dump(SIZE);
        uint64_t at = (uint64_t)(PART + delta);

        memcpy(dump + at, record, size);
        memcpy(dump + SIZE - size, record, size);
        dump[SIZE - size + 8] ^= 3; /* another sequence number: damaged */
        find_in(dump, SIZE);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.items[0].offset, at);
        assert_int_equal(found.damaged, 1);
        assert_int_equal(found.damaged_offset, SIZE - size);
        free(dump);
        clear_found(NULL);
    }
}

/* A cut off record at the end of a file is damaged, and a record in two parts is none. */
static void a_record_that_is_cut_off(void **state)
{
    uint8_t record[RECORD_BYTES_MAX];
    uint32_t size = write_record(record, 5, 21);

    (void)state;
    find_in(record, size / 2);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.damaged, 1);
}

static void the_lines_of_a_found_record(void **state)
{
    uint8_t record[RECORD_BYTES_MAX];
    char line[SAMPLE_LINE_BYTES], expected[8192] = "", origin[RECORD_ORIGIN_BYTES];
    struct buffer text = {0};
    struct record_view view;

    (void)state;
    write_record(record, 5, 21);
    for (uint32_t i = 0; sample_report[i]; i++) {
        sample_line(line, SAMPLE_TOKEN, i, sample_report[i], '*');
        strcat(strcat(expected, line), "\n");
    }
    assert_int_equal(record_open(&view, record, sizeof(record)), RECORD_OK);
    assert_true(record_text(&text, &view));
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.bytes, expected, text.size);
    assert_string_equal(record_origin(origin, &view),
                        "record 5: boot 7, report 5, 3 since the firmware was last alive; 2 boots "
                        "before ended with a report");
    free(text.bytes);
}

/* The worked example of core/format/RECORD.md is a hex dump. Run this at the top of the tree. */
static void the_example_of_the_page(void **state)
{
    static const char *const texts[] = {"report 2.0 pump",
                                        "cause user 8014 : reported by the firmware",
                                        "frame 0 8014 20001f80 interrupted context",
                                        "frame 1 8034 20001f90 call table",
                                        "stop outermost 0 2",
                                        "omitted 3",
                                        "end 9"};
    FILE *in = fopen("core/format/RECORD.md", "r");
    char page[32768], line[SAMPLE_LINE_BYTES];
    struct buffer bytes = {0};
    struct record_view view;
    struct record_lines lines;

    (void)state;
    assert_non_null(in);
    hex_dump_read(page, fread(page, 1, sizeof(page), in), HEX_AS_PRINTED, &bytes);
    fclose(in);
    assert_int_equal(record_open(&view, bytes.bytes, (uint32_t)bytes.size), RECORD_OK);
    assert_int_equal(view.size, bytes.size);
    record_lines_begin(&lines, &view);
    for (uint32_t i = 0; i < 7; i++) {
        sample_line(line, "0a1b2c.", i < 6 ? i : 8, texts[i], '*');
        assert_int_equal(record_lines_next(&lines), strlen(line));
        assert_string_equal(lines.out.line, line);
    }
    assert_int_equal(record_lines_next(&lines), 0);
    free(bytes.bytes);
}

/* ---- lines ----------------------------------------------------------------------------------- */

struct sent_line {
    char token[RECORD_TOKEN_MAX + 1], fields[SAMPLE_LINE_BYTES];
};

static uint32_t send_record(struct sent_line out[64], const uint8_t *record)
{
    struct record_view view;
    struct record_out line;
    uint32_t count = 0;

    assert_int_equal(record_open(&view, record, RECORD_BYTES_MAX), RECORD_OK);
    for (uint32_t offset = 0; offset < view.size; offset += RECORD_LINE_BYTES, count++) {
        uint32_t length = record_base64_line(&line, &view, offset), number;
        char fields[SAMPLE_LINE_BYTES];

        assert_in_range(length, 40, 78);
        assert_int_equal(sscanf(line.line, "%%bobbin %10[0-9a-v].%u record %[^*]", out[count].token,
                                &number, fields),
                         3);
        assert_int_equal(number, count);
        fields[strlen(fields) - 1] = '\0';
        strcpy(out[count].fields, fields);
    }
    return count;
}

/* In any order, with repeated lines: the record is there when the last of its lines arrived. */
static void records_from_lines(void **state)
{
    static struct record_collector collector;
    uint8_t record[RECORD_BYTES_MAX];
    struct sent_line lines[64];
    struct record_view view;
    uint32_t size = write_record(record, 5, 21), count = send_record(lines, record), missing;

    (void)state;
    for (uint32_t i = 0; i + 1 < count; i++) {
        uint32_t at = i * 5 % (count - 1);

        for (uint32_t twice = 0; twice < 2; twice++)
            assert_int_equal(
                record_collect(&collector, lines[at].token, lines[at].fields, i, &view),
                RECORD_COLLECTED_LINE);
    }
    assert_int_equal(
        record_collect(&collector, lines[count - 1].token, lines[count - 1].fields, 9, &view),
        RECORD_COLLECTED_RECORD);
    assert_int_equal(view.size, size);
    assert_memory_equal(view.bytes, record, size);
    assert_int_equal(record_collect(&collector, lines[3].token, lines[3].fields, 10, &view),
                     RECORD_COLLECTED_REPEATED);
    assert_null(record_collect_rest(&collector, &missing));
}

static void a_missing_line_is_told(void **state)
{
    static struct record_collector collector;
    uint8_t record[RECORD_BYTES_MAX];
    struct sent_line lines[64];
    struct record_view view;
    uint32_t count, missing;

    (void)state;
    write_record(record, 5, 21);
    count = send_record(lines, record);
    for (uint32_t i = 0; i < count; i++)
        if (i != 7)
            assert_int_equal(
                record_collect(&collector, lines[i].token, lines[i].fields, i + 3, &view),
                RECORD_COLLECTED_LINE);
    assert_int_equal(record_collect_rest(&collector, &missing)->log_line, 3);
    assert_int_equal(missing, RECORD_LINE_BYTES);
    assert_null(record_collect_rest(&collector, &missing));
}

static void odd_lines(void **state)
{
    static const char *const fields[] = {"",       "0",        "0 ",
                                         "x AAAA", "400 AAAA", "3ff AAAA",
                                         "0 AAA",  "0 AA=A",   "ffffffffffffffffff AAAA"};
    static struct record_collector collector;
    struct record_view view;
    uint32_t odd = 0, count = sizeof(fields) / sizeof(fields[0]);

    (void)state;
    for (uint32_t i = 0; i < count; i++)
        odd += record_collect(&collector, "abcdef", fields[i], 1, &view) == RECORD_COLLECTED_ODD;
    assert_int_equal(odd, count - 1); /* "0 " has no bytes */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(records_in_a_dump, clear_found),
        cmocka_unit_test_setup(the_newest_after_a_wrap, clear_found),
        cmocka_unit_test_setup(records_anywhere_in_a_large_dump, clear_found),
        cmocka_unit_test_setup(a_record_that_is_cut_off, clear_found),
        cmocka_unit_test(the_lines_of_a_found_record),
        cmocka_unit_test(the_example_of_the_page),
        cmocka_unit_test(records_from_lines),
        cmocka_unit_test(a_missing_line_is_told),
        cmocka_unit_test(odd_lines),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    free(found.items);
    return failed;
}
