/* SPDX-License-Identifier: MIT */
/* Reports that come as records, alone or after the text of the same report. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/record/record_base64.h"
#include "core/record/record_encode.h"
#include "report/report_reader.h"
#include "sample_report.h"

#define FRAMES     10
#define STACK_AT   20 /* stack words come before "end", in the report of the tests */
#define STACK_SENT 3

static char text[32768];
static uint8_t record[RECORD_BYTES_MAX];
static uint32_t record_bytes, record_lines_max = ~0u;
static struct report_log report_log;

static const char *line_text(uint32_t number)
{
    static const char *const stack[STACK_SENT] = {"stack 20000000 1 2 3", "stack 2000000c 4 5",
                                                  "stack 20000014 -"};

    if (number < STACK_AT)
        return sample_report[number];
    return number < STACK_AT + STACK_SENT ? stack[number - STACK_AT] : "end 24";
}

/* Sends the first LINES lines of the report to TEXT, and all of it to RECORD. */
static void send_report(uint32_t lines)
{
    static const struct bobbin_record_counters counters = {7, 5, 3, 2};
    char buffer[SAMPLE_LINE_BYTES];
    struct record_encoder encoder;
    struct record_line line;

    text[0] = '\0';
    for (uint32_t i = 0; i <= STACK_AT + STACK_SENT; i++) {
        uint32_t length = sample_line(buffer, SAMPLE_TOKEN, i, line_text(i), '*');

        if (i < lines)
            strcat(strcat(text, buffer), "\r\n");
        assert_true(record_line_parse(&line, buffer, length));
        if (i == 0)
            record_encode_begin(&encoder, record, sizeof(record), 41, &counters, &line);
        if (i < record_lines_max)
            record_encode_line(&encoder, &line);
    }
    record_bytes = encoder.size;
}

/* Sends RECORD as text, or as base64 without line SKIPPED. */
static void hand_over(bool base64, uint32_t skipped)
{
    struct record_view view;
    struct record_lines lines;
    struct record_out out;

    assert_int_equal(record_open(&view, record, record_bytes), RECORD_OK);
    record_lines_begin(&lines, &view);
    while (!base64 && record_lines_next(&lines) > 0)
        strcat(strcat(text, lines.out.line), "\r\n");
    for (uint32_t at = 0; base64 && at < view.size; at += RECORD_LINE_BYTES)
        if (at / RECORD_LINE_BYTES != skipped && record_base64_line(&out, &view, at) > 0)
            strcat(strcat(text, out.line), "\r\n");
}

static void read_bytes(const void *bytes, size_t size)
{
    FILE *in = fmemopen((void *)(uintptr_t)bytes, size, "rb");

    report_log_free(&report_log);
    assert_non_null(in);
    assert_int_equal(report_log_read(&report_log, in, "test"), 0);
    fclose(in);
}

static void read_text(void)
{
    read_bytes(text, strlen(text));
}

/* One report with all frames, of which nothing is missing. */
static void expect_report(size_t memory_count)
{
    const struct report *report = &report_log.reports[0];

    assert_int_equal(report_log.count, 1);
    assert_false(report_is_damaged(report));
    assert_null(report->doubt);
    assert_int_equal(report->crashed.trace.frames_count, FRAMES);
    assert_int_equal(report->crashed.r[13], 0x608397a8);
    assert_string_equal(report->cause, "data-abort");
    assert_int_equal(report->memory_count > 0, memory_count > 0);
    assert_int_equal(report_log.lines_damaged, 0);
}

static void expect_origin(void)
{
    const struct report *report = &report_log.reports[0];

    assert_int_equal(report->notes_count, 1);
    assert_memory_equal(report->notes[0], "record 41: boot 7, report 5", 27);
}

static void a_record_as_text(void **state)
{
    (void)state;
    send_report(0);
    hand_over(false, 0);
    assert_non_null(strstr(text, "omitted 3"));
    read_text();
    expect_report(0);
}

static void a_record_as_base64(void **state)
{
    (void)state;
    send_report(0);
    hand_over(true, ~0u);
    read_text();
    expect_report(0);
    expect_origin();
}

static void a_record_as_a_file(void **state)
{
    (void)state;
    send_report(0);
    read_bytes(record, record_bytes);
    expect_report(0);
    expect_origin();
}

/* The report arrived before the reset: it comes once. */
static void a_report_that_comes_again(void **state)
{
    (void)state;
    for (uint32_t base64 = 0; base64 < 2; base64++) {
        send_report(~0u);
        hand_over(base64, ~0u);
        read_text();
        expect_report(1);
    }
}

/* The report was cut off before the reset: the record has the rest. */
static void a_report_that_was_cut_off(void **state)
{
    (void)state;
    for (uint32_t lines = 1; lines < STACK_AT + STACK_SENT + 1; lines++)
        for (uint32_t base64 = 0; base64 < 2; base64++) {
            send_report(lines);
            hand_over(base64, ~0u);
            read_text();
            expect_report(lines > STACK_AT);
        }
}

/* A reset in the middle of the report: the record goes as far, and the report says so. */
static void a_record_of_a_part(void **state)
{
    (void)state;
    record_lines_max = 12;
    send_report(0);
    record_lines_max = ~0u;
    read_bytes(record, record_bytes);
    assert_int_equal(report_log.count, 1);
    assert_true(report_is_damaged(&report_log.reports[0]));
    assert_int_equal(report_log.reports[0].crashed.trace.frames_count, 3);
    expect_origin();
}

static void a_record_with_a_missing_line(void **state)
{
    (void)state;
    send_report(0);
    hand_over(true, 4);
    read_text();
    assert_int_equal(report_log.count, 0);
    assert_int_equal(report_log.lines_damaged, 1);
}

static void a_damaged_record(void **state)
{
    (void)state;
    send_report(0);
    record[60] ^= 1;
    read_bytes(record, record_bytes);
    assert_int_equal(report_log.count, 0);
    assert_int_equal(report_log.lines_damaged, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_as_text),          cmocka_unit_test(a_record_as_base64),
        cmocka_unit_test(a_record_as_a_file),        cmocka_unit_test(a_report_that_comes_again),
        cmocka_unit_test(a_report_that_was_cut_off), cmocka_unit_test(a_record_with_a_missing_line),
        cmocka_unit_test(a_record_of_a_part),        cmocka_unit_test(a_damaged_record),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);

    report_log_free(&report_log);
    return failed;
}
