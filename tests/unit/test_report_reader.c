/* SPDX-License-Identifier: MIT */
#include "report_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crc32.h"
#include "diag.h"

/* A log being written and what the reader makes of it. */
struct fixture {
    char *text;
    size_t size;
    FILE *out;
    uint32_t sequence;
    struct report_log log;
};

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    fixture->out = open_memstream(&fixture->text, &fixture->size);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;

    report_log_free(&fixture->log);
    free(fixture->text);
    free(fixture);
    return 0;
}

/* The line that a device would send for CONTENT, "TYPE FIELDS", without its end. */
static const char *sealed(uint32_t sequence, const char *content)
{
    static char line[512];
    int length = snprintf(line, 400, "%%bobbin %u %s", sequence, content);

    snprintf(line + length, sizeof(line) - (size_t)length, " *%08x",
             bobbin_crc32(0, line, (uint32_t)length));
    return line;
}

static void put(struct fixture *fixture, const char *content)
{
    fprintf(fixture->out, "%s\r\n", sealed(fixture->sequence++, content));
}

static void put_all(struct fixture *fixture, const char *const *contents)
{
    fixture->sequence = 0;
    for (; *contents; contents++)
        put(fixture, *contents);
}

static struct report *read_log(struct fixture *fixture, size_t reports_expected)
{
    FILE *in;

    fclose(fixture->out);
    in = fmemopen(fixture->text, fixture->size ? fixture->size : 1, "r");
    assert_int_equal(report_log_read(&fixture->log, in, "log"), STATUS_GOOD);
    fclose(in);
    assert_int_equal(fixture->log.count, reports_expected);
    return fixture->log.reports;
}

static const char *const whole[] = {
    "report 1.0 vexpress-a9",
    "image build-id=0123456789abcdef table=ok",
    "cause data-abort pc=6001033a : data abort: permission fault, write : really",
    "status dfsr=80d dfar=60000000",
    "regs r0=0 r1=1 r2=2 r3=ffffffff r13=60100ff0",
    "regs r14=60010401 r15=6001033a cpsr=6000013f",
    "dregs d8=0123456789abcdef d15=1",
    "frame 0 pc=6001033a sp=60100ff0 exact context",
    "frame 1 pc=60010400 sp=60101000 call table",
    "skip 10",
    "frame 12 pc=60010500 sp=60102000 call exidx",
    "stop outermost value=0 frames=13",
    "stack 60100ff0 00000001 60010401 - deadbeef",
    "stack 60101000 1 2 3 4 5 6 7 8",
    "note : a word with : a colon",
    "end lines=16",
    NULL,
};

static void reads_every_record(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_all(fixture, whole);
    report = read_log(fixture, 1);
    assert_false(report_is_damaged(report));
    assert_string_equal(report->name, "vexpress-a9");
    assert_int_equal(report->build_id_size_bytes, 8);
    assert_memory_equal(report->build_id, "\x01\x23\x45\x67\x89\xab\xcd\xef", 8);
    assert_string_equal(report->table, "ok");
    assert_string_equal(report->cause, "data-abort");
    assert_int_equal(report->cause_pc, 0x6001033a);
    assert_string_equal(report->cause_text, "data abort: permission fault, write : really");
    assert_int_equal(report->status_count, 2);
    assert_string_equal(report->status[1].name, "dfar");
    assert_int_equal(report->status[1].value, 0x60000000);
    assert_int_equal(report->valid,
                     0xe00fu | BOBBIN_VALID_CPSR | BOBBIN_VALID_D(8) | BOBBIN_VALID_D(15));
    assert_int_equal(report->r[3], 0xffffffff);
    assert_int_equal(report->cpsr, 0x6000013f);
    assert_int_equal(report->d[0], 0x0123456789abcdef);
    assert_string_equal(report->notes[0], "a word with : a colon");
    assert_int_equal(report_stop(report), BOBBIN_STOP_OUTERMOST);
}

static void frames_tell_what_was_skipped(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_all(fixture, whole);
    report = read_log(fixture, 1);
    assert_int_equal(report->frames_count, 3);
    assert_int_equal(report->frames[0].kind, BOBBIN_KIND_EXACT);
    assert_string_equal(report->frames[0].trust, "context");
    assert_int_equal(report->frames[1].kind, BOBBIN_KIND_CALL);
    assert_int_equal(report->frames[2].number, 12);
    assert_int_equal(report->frames[2].skipped_before, 10);
    assert_int_equal(report->frames[2].missing_before, 0);
    assert_int_equal(report->missing_after, 0);
}

static void an_unreadable_word_parts_the_stack(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_all(fixture, whole);
    report = read_log(fixture, 1);
    assert_int_equal(report->memory_count, 2);
    assert_int_equal(report->memory[0].address, 0x60100ff0);
    assert_int_equal(report->memory[0].words_count, 2);
    assert_int_equal(report->memory[1].address, 0x60100ffc);
    assert_int_equal(report->memory[1].words_count, 9);
    assert_int_equal(report->memory[1].words[0], 0xdeadbeef);
    assert_int_equal(report->memory[1].words[8], 8);
}

/* What terminals, loggers and cables add. */
static void other_text_is_no_matter(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    fputs("boot\r\n%bobbin is a word here\n%%bobbin", fixture->out);
    fwrite("\0\0", 1, 2, fixture->out);
    fprintf(fixture->out, "\n[12:00:01.5] \033[1;31m%s\033[0m\r\n", sealed(0, "report 1.0 x"));
    fprintf(fixture->out, "between\n\t%s trailing words\n", sealed(1, "cause user pc=0"));
    fprintf(fixture->out, "%s%s\r", sealed(2, "later 1 2 3"), "");
    fprintf(fixture->out, "%%bobbin %s", sealed(3, "note : %bobbin * 12345678 *"));
    fprintf(fixture->out, "%s", sealed(4, "end lines=5"));
    report = read_log(fixture, 1);
    assert_string_equal(report->name, "x");
    assert_string_equal(report->cause, "user");
}

static void a_control_character_inside_a_line_is_not_part_of_it(void **state)
{
    struct fixture *fixture = *state;
    const char *line = sealed(0, "report 1.0 x");

    for (; *line; line++)
        fprintf(fixture->out, "%c%c", *line, 0);
    fprintf(fixture->out, "\n%s\n", sealed(1, "end lines=2"));
    assert_false(report_is_damaged(read_log(fixture, 1)));
}

static void several_reports_come_in_order(void **state)
{
    struct fixture *fixture = *state;
    static const char *const second[] = {"report 1.0 second", "end lines=2", NULL};
    struct report *report;

    put_all(fixture, whole);
    put_all(fixture, whole);
    put_all(fixture, second);
    report = read_log(fixture, 3);
    assert_int_equal(report[1].log_line, 17);
    assert_int_equal(report[1].frames_count, 3);
    assert_string_equal(report[2].name, "second");
    assert_false(report_is_damaged(&report[2]));
}

/* Each character of each line but the CR LF, changed one at a time: never another frame. */
static void a_changed_character_never_makes_a_frame(void **state)
{
    struct fixture *fixture = *state;
    struct report_log log;
    size_t original_size;

    put_all(fixture, whole);
    fflush(fixture->out);
    original_size = fixture->size;
    for (size_t i = 0; i < original_size; i++) {
        char original = fixture->text[i];
        FILE *in;
        if (original == '\r' || original == '\n')
            continue;
        fixture->text[i] = (char)(original ^ 1);
        in = fmemopen(fixture->text, original_size, "r");
        report_log_read(&log, in, "log");
        fclose(in);
        fixture->text[i] = original;
        assert_int_equal(log.count, 1);
        assert_true(report_is_damaged(log.reports));
        for (size_t frame = 0; frame < log.reports->frames_count; frame++) {
            uint32_t number = log.reports->frames[frame].number;
            assert_int_equal(log.reports->frames[frame].pc, number == 0   ? 0x6001033a
                                                            : number == 1 ? 0x60010400
                                                                          : 0x60010500);
        }
        report_log_free(&log);
    }
    read_log(fixture, 1);
}

static void a_lost_frame_is_a_gap(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.0 x");
    put(fixture, "frame 0 pc=8000 sp=9000 exact context");
    fputs("%bobbin 2 frame 1 pc=8004 sp=9008 call table *00000000\n", fixture->out);
    fixture->sequence = 3;
    put(fixture, "frame 2 pc=8008 sp=9010 call table");
    put(fixture, "stop no-rule value=8008 frames=5");
    put(fixture, "end lines=6");
    report = read_log(fixture, 1);
    assert_int_equal(report->frames_count, 2);
    assert_int_equal(report->frames[1].number, 2);
    assert_int_equal(report->frames[1].missing_before, 1);
    assert_int_equal(report->missing_after, 2);
    assert_int_equal(report->lines_missing, 1);
    assert_int_equal(report->lines_damaged, 1);
    assert_true(report_is_damaged(report));
}

static void a_repeated_line_is_taken_once(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    for (uint32_t i = 0; whole[i]; i++)
        fprintf(fixture->out, "%s\n%s\n", sealed(i, whole[i]), sealed(i, whole[i]));
    report = read_log(fixture, 1);
    assert_false(report_is_damaged(report));
    assert_int_equal(report->frames_count, 3);
    assert_int_equal(report->lines_repeated, 16);
}

static void a_report_without_its_beginning_is_still_one(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    fixture->sequence = 7;
    for (uint32_t i = 7; whole[i]; i++)
        put(fixture, whole[i]);
    report = read_log(fixture, 1);
    assert_string_equal(report->name, "");
    assert_int_equal(report->lines_missing, 7);
    assert_int_equal(report->frames_count, 3);
}

static void a_report_cut_short_by_the_next_is_damaged(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.0 x");
    put(fixture, "cause user pc=8000");
    put_all(fixture, whole);
    report = read_log(fixture, 2);
    assert_true(report_is_damaged(&report[0]));
    assert_false(report_is_damaged(&report[1]));
}

/* The head of the second was lost with the tail of the first: its cause contradicts. */
static void two_torn_reports_are_not_mixed(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.0 x");
    put(fixture, "cause user pc=8000");
    put(fixture, "frame 0 pc=8000 sp=9000 exact context");
    fixture->sequence = 1;
    put(fixture, "cause undefined pc=8100");
    put(fixture, "frame 0 pc=8100 sp=9000 exact context");
    put(fixture, "end lines=4");
    report = read_log(fixture, 2);
    assert_int_equal(report[0].frames_count, 1);
    assert_int_equal(report[1].frames[0].pc, 0x8100);
    assert_string_equal(report[1].cause, "undefined");
}

static void an_end_with_another_count_is_damage(void **state)
{
    struct fixture *fixture = *state;

    put(fixture, "report 1.0 x");
    put(fixture, "end lines=3");
    assert_true(report_is_damaged(read_log(fixture, 1)));
}

static void a_later_major_version_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 2.0 x");
    put(fixture, "frame 0 pc=8000 sp=9000 exact context");
    put(fixture, "end lines=3");
    report = read_log(fixture, 1);
    assert_true(report->refused);
    assert_int_equal(report->frames_count, 0);
}

static void a_later_minor_version_is_read(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.9 x extra");
    put(fixture, "task 1 idle");
    put(fixture, "regs r0=5 fpscr=0");
    put(fixture, "frame 0 pc=8000 sp=9000 exact context extra=1");
    put(fixture, "stop new-reason value=0 frames=1 more=1");
    put(fixture, "end lines=6");
    report = read_log(fixture, 1);
    assert_false(report->refused);
    assert_false(report_is_damaged(report));
    assert_int_equal(report->frames_count, 1);
    assert_string_equal(report->stop, "new-reason");
    assert_int_equal(report_stop(report), BOBBIN_STOPS);
}

static void fields_that_make_no_sense_are_left_out(void **state)
{
    static const char *const odd[] = {
        "report",
        "report x y",
        "report 1.0",
        "image build-id=123",
        "image build-id=zz",
        "cause",
        "cause user",
        "cause user pc=",
        "cause user pc=123456789",
        "cause UPPER pc=0",
        "status dfsr",
        "status =1",
        "regs r0",
        "regs r0=xyz",
        "dregs d8=11112222333344445",
        "frame",
        "frame x pc=0 sp=0 call table",
        "frame 0 sp=0 pc=0 call table",
        "frame 0 pc=0 sp=0",
        "frame 0 pc=0 sp=0 jump table",
        "frame 0 pc=0 sp=0 call",
        "frame 4294967296 pc=0 sp=0 call table",
        "skip",
        "skip -1",
        "skip 99999999999",
        "stop",
        "stop none",
        "stop none value=x frames=1",
        "stop none value=0 frames=x",
        "stack",
        "stack zz",
        "stack 0 zz",
        "stack fffffffc 1 2",
        "note",
        "image build-id",
        "cause a-word-that-is-longer-than-any pc=0",
        "image build-id=000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f0001020304"
        "05060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f00",
    };
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.0 x");
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
        put(fixture, odd[i]);
    put(fixture, "end lines=39");
    report = read_log(fixture, 1);
    assert_int_equal(report->frames_count, 0);
    assert_int_equal(report->lines_odd, 35);
    assert_true(report_is_damaged(report));
}

static void a_frame_out_of_order_is_left_out(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.0 x");
    put(fixture, "frame 1 pc=8000 sp=9000 call table");
    put(fixture, "frame 1 pc=8004 sp=9000 call table");
    put(fixture, "frame 0 pc=8008 sp=9000 exact context");
    put(fixture, "end lines=5");
    report = read_log(fixture, 1);
    assert_int_equal(report->frames_count, 1);
    assert_int_equal(report->frames[0].missing_before, 1);
    assert_int_equal(report->lines_odd, 2);
}

static void endless_lines_are_read_to_their_end(void **state)
{
    struct fixture *fixture = *state;

    for (int i = 0; i < 100000; i++)
        fputs("%bobbin 1 frame ", fixture->out);
    for (int i = 0; i < 100000; i++)
        fputs("no line end ", fixture->out);
    fputs(sealed(0, "report 1.0 x"), fixture->out);
    fputs(sealed(1, "end lines=2"), fixture->out);
    assert_string_equal(read_log(fixture, 1)->name, "x");
    assert_int_equal(fixture->log.lines_damaged, 100000);
}

static void an_empty_log_has_no_report(void **state)
{
    struct fixture *fixture = *state;

    fputs("\n", fixture->out);
    read_log(fixture, 0);
}

static void a_log_that_cannot_be_read_is_bad_input(void **state)
{
    struct fixture *fixture = *state;
    FILE *in = fopen("/", "r");

    assert_non_null(in);
    assert_int_equal(report_log_read(&fixture->log, in, "/"), STATUS_BAD_INPUT);
    fclose(in);
    fclose(fixture->out);
}

int main(void)
{
#define WITH_LOG(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
    const struct CMUnitTest tests[] = {
        WITH_LOG(reads_every_record),
        WITH_LOG(frames_tell_what_was_skipped),
        WITH_LOG(an_unreadable_word_parts_the_stack),
        WITH_LOG(other_text_is_no_matter),
        WITH_LOG(a_control_character_inside_a_line_is_not_part_of_it),
        WITH_LOG(several_reports_come_in_order),
        WITH_LOG(a_changed_character_never_makes_a_frame),
        WITH_LOG(a_lost_frame_is_a_gap),
        WITH_LOG(a_repeated_line_is_taken_once),
        WITH_LOG(a_report_without_its_beginning_is_still_one),
        WITH_LOG(a_report_cut_short_by_the_next_is_damaged),
        WITH_LOG(two_torn_reports_are_not_mixed),
        WITH_LOG(an_end_with_another_count_is_damage),
        WITH_LOG(a_later_major_version_is_refused),
        WITH_LOG(a_later_minor_version_is_read),
        WITH_LOG(fields_that_make_no_sense_are_left_out),
        WITH_LOG(a_frame_out_of_order_is_left_out),
        WITH_LOG(endless_lines_are_read_to_their_end),
        WITH_LOG(an_empty_log_has_no_report),
        WITH_LOG(a_log_that_cannot_be_read_is_bad_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
