/* SPDX-License-Identifier: MIT */
/*
 * A record gives back the lines that it was made of, byte for byte, and says which it left out. The
 * truth is the lines themselves.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/record/record_encode.h"
#include "core/record/record_lines.h"
#include "sample_report.h"

static uint8_t record[RECORD_BYTES_MAX + 16];
static struct record_encoder encoder;
static uint32_t next_line;

static const struct bobbin_record_counters counters = {
    .boots = 7, .crashes = 5, .crashes_since_alive = 3, .crash_boots = 2};

static void begin_record(uint32_t capacity)
{
    char text[SAMPLE_LINE_BYTES];
    struct record_line line;
    uint32_t length = sample_line(text, SAMPLE_TOKEN, 0, sample_report[0], '*');

    memset(record, 0xa5, sizeof(record));
    assert_true(record_line_parse(&line, text, length));
    assert_true(record_line_is_first(&line));
    record_encode_begin(&encoder, record, capacity, 41, &counters, &line);
    next_line = 0;
}

static void add_line(const char *text, char mark)
{
    char buffer[SAMPLE_LINE_BYTES];
    struct record_line line;
    uint32_t length = sample_line(buffer, SAMPLE_TOKEN, next_line++, text, mark);

    assert_true(record_line_parse(&line, buffer, length));
    record_encode_line(&encoder, &line);
}

static void expect_line(struct record_lines *lines, uint32_t sequence, const char *text, char mark)
{
    char expected[SAMPLE_LINE_BYTES];
    uint32_t length = sample_line(expected, SAMPLE_TOKEN, sequence, text, mark);

    assert_int_equal(record_lines_next(lines), length);
    assert_string_equal(lines->out.line, expected);
}

static void open_record(struct record_lines *lines)
{
    static struct record_view view;

    assert_int_equal(record_open(&view, record, sizeof(record)), RECORD_OK);
    record_lines_begin(lines, &view);
}

static void add_sample(void)
{
    for (const char *const *text = sample_report; *text; text++)
        add_line(*text, '*');
}

/* Ten frames, the name of the device and the text of the cause: 400 bytes are promised. */
static void lines_come_back(void **state)
{
    struct record_lines lines;

    (void)state;
    begin_record(RECORD_BYTES_MAX);
    add_sample();
    open_record(&lines);
    for (uint32_t i = 0; sample_report[i]; i++)
        expect_line(&lines, i, sample_report[i], '*');
    assert_int_equal(record_lines_next(&lines), 0);
    assert_false(lines.damaged);
    assert_int_equal(lines.view->sequence, 41);
    assert_memory_equal(&lines.view->counters, &counters, sizeof(counters));
    print_message("# figure: a record with ten frames has %u bytes\n", lines.view->size);
    assert_true(lines.view->size <= 400);
}

/* Lines that no grammar has: all printable text comes back. */
static void any_text_comes_back(void **state)
{
    static const char *const texts[] = {
        "report",
        "x  y",
        " a",
        "a ",
        "r r1 r01 d d0 r10000000 rffffffff",
        ": ",
        "note : :",
        "> rest of",
        "pc= pc=0 =0",
        "frame 0 00 000000000 123456789 ABC",
        "unknown",
        "-",
        "other-regs",
        "frame 1 2 3",
        "cpu=r cpu=- cpu=ffffffff",
        "regs r0 1 2 3 4 5 6 7 8 9 a b c",
        "task 0",
        "0",
        ">",
        ":",
        "dead cafe beef",
    };
    struct record_lines lines;
    uint32_t count = sizeof(texts) / sizeof(texts[0]);

    (void)state;
    begin_record(RECORD_BYTES_MAX);
    for (uint32_t i = 0; i < count; i++)
        add_line(texts[i], i % 3 ? '*' : '+');
    open_record(&lines);
    for (uint32_t i = 0; i < count; i++)
        expect_line(&lines, i, texts[i], i % 3 ? '*' : '+');
    assert_int_equal(record_lines_next(&lines), 0);
}

static void stack_words_are_left_out(void **state)
{
    struct record_lines lines;

    (void)state;
    begin_record(RECORD_BYTES_MAX);
    add_line("report 2.0 x", '*');
    add_line("stack 20000000 1 2 3", '*');
    add_line("stack 2000000c 1 2 3", '*');
    next_line += 3; /* lines that did not arrive */
    add_line("end 7", '*');
    open_record(&lines);
    expect_line(&lines, 0, "report 2.0 x", '*');
    expect_line(&lines, 1, "omitted 5", '*');
    expect_line(&lines, 6, "end 7", '*');
    assert_int_equal(lines.left_out, 5);
}

static void expect_full(uint32_t capacity)
{
    static const char note[] =
        "note : stack overflow: stack main, sp 0x20000000 is 8 bytes below its limit";
    struct record_lines lines;
    char text[64];
    uint32_t frames = 0;

    begin_record(capacity);
    add_line("report 2.0 x", '*');
    for (uint32_t i = 0; i < 100; i++) {
        snprintf(text, sizeof(text), "frame %x %x %x call table", i, i * 0x3456789,
                 0x20000000 + 8 * i);
        add_line(text, '*');
    }
    add_line("skip 1", '*');
    add_line(note, '*');
    add_line("end 104", '*');
    assert_true(encoder.size <= capacity);
    for (uint32_t i = capacity; i < sizeof(record); i++)
        assert_int_equal(record[i], 0xa5);
    open_record(&lines);
    while (record_lines_next(&lines) > 0 && strstr(lines.out.line, "omitted ") == NULL)
        frames += strstr(lines.out.line, " frame ") != NULL;
    assert_in_range(frames, 10, 60);
    assert_int_equal(lines.left_out, 100 - frames + 1);
    expect_line(&lines, 102, note, '*');
    expect_line(&lines, 103, "end 104", '*');
    assert_int_equal(record_lines_next(&lines), 0);
}

/* Once a line did not fit, no later one may come, also if it is shorter: only notes and the end. */
static void a_full_record_keeps_its_end(void **state)
{
    (void)state;
    for (uint32_t capacity = 400; capacity < 520; capacity++)
        expect_full(capacity);
}

/* A continued line and its rest stay together or are both left out. */
static void continuations_follow_their_line(void **state)
{
    struct record_lines lines;

    (void)state;
    begin_record(RECORD_BYTES_MAX);
    add_line("report 2.0 x", '*');
    add_line("note : the first half of a long text that is con", '+');
    add_line("> tinued here", '*');
    add_line("stack 20000000 1 2", '+');
    add_line("> 3 4", '*');
    add_line("end 6", '*');
    open_record(&lines);
    expect_line(&lines, 0, "report 2.0 x", '*');
    expect_line(&lines, 1, "note : the first half of a long text that is con", '+');
    expect_line(&lines, 2, "> tinued here", '*');
    expect_line(&lines, 3, "omitted 2", '*');
    expect_line(&lines, 5, "end 6", '*');
}

/*
 * A reset between any two stores to the record: what was there before, up to the newest line that
 * was complete, is still read. The stores are replayed in each order that memory may see.
 */
static void a_reset_loses_at_most_the_line_under_way(void **state)
{
    uint8_t before[RECORD_BYTES_MAX], after[RECORD_BYTES_MAX], mixed[RECORD_BYTES_MAX];
    struct record_view view;

    (void)state;
    begin_record(RECORD_BYTES_MAX);
    for (uint32_t i = 0; sample_report[i]; i++) {
        uint32_t size = encoder.size;

        memcpy(before, record, sizeof(before));
        add_line(sample_report[i], '*');
        memcpy(after, record, sizeof(after));
        memcpy(mixed, before, sizeof(mixed));
        for (uint32_t k = 0; k < sizeof(mixed); k++) {
            uint32_t at = (k + RECORD_HEADER_BYTES) % sizeof(mixed); /* the end comes last */

            mixed[at] = after[at];
            assert_int_equal(record_open(&view, mixed, sizeof(mixed)), RECORD_OK);
            assert_true(view.size == size || view.size == encoder.size);
        }
        assert_int_equal(view.size, encoder.size);
    }
}

/* Each damaged bit in the record is noticed: the older of the two ends may still fit. */
static void damage_is_noticed(void **state)
{
    struct record_view view;
    uint32_t size, shorter = 0;

    (void)state;
    begin_record(RECORD_BYTES_MAX);
    add_sample();
    size = encoder.size;
    for (uint32_t bit = 0; bit < 8 * size; bit++) {
        record[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (record_open(&view, record, size) == RECORD_OK) {
            assert_true(view.size < size || (bit / 8 >= RECORD_AT_END && bit / 8 < 40));
            shorter += view.size < size;
        }
        record[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    assert_in_range(shorter, 8, 8 * 16); /* the last line or its end */
    for (uint32_t length = 0; length < size; length++)
        assert_true(record_open(&view, record, length) != RECORD_OK || view.size <= length);
}

static void other_lines_are_no_report_lines(void **state)
{
    static const char *const texts[] = {
        "",
        "%bobbin",
        "%bobbin 0 report 2.0",
        "%bobbin x report *00000000",
        "hello *00000000",
        "%bobbin 0 *00000000",
        "%bobbin a.b.c.d.e.f.g.h.i.0 report *00000000",
    };
    struct record_line line;

    (void)state;
    for (uint32_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_false(record_line_parse(&line, texts[i], (uint32_t)strlen(texts[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_back),
        cmocka_unit_test(any_text_comes_back),
        cmocka_unit_test(stack_words_are_left_out),
        cmocka_unit_test(a_full_record_keeps_its_end),
        cmocka_unit_test(continuations_follow_their_line),
        cmocka_unit_test(a_reset_loses_at_most_the_line_under_way),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(other_lines_are_no_report_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
