/* SPDX-License-Identifier: MIT */
/*
 * Reports that were damaged on their way. The reader must report the damage and must not invent
 * frames.
 */
#include "report_fixture.h"

/* Changes one character of a line at a time, except CR and LF. No other frame may result. */
static void a_changed_character_never_makes_a_frame(void **state)
{
    struct fixture *fixture = *state;
    struct report_log log;
    size_t original_size;

    put_all(fixture, whole_report);
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
        for (size_t frame = 0; frame < log.reports->crashed.trace.frames_count; frame++) {
            uint32_t number = log.reports->crashed.trace.frames[frame].number;
            assert_int_equal(log.reports->crashed.trace.frames[frame].pc, number == 0 ? 0x6001033a
                                                                          : number == 1
                                                                              ? 0x60010400
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
    put(fixture, "frame 0 pc=8000 sp=9000 interrupted context");
    fputs("%bobbin 2 frame 1 pc=8004 sp=9008 call table *00000000\n", fixture->out);
    fixture->sequence = 3;
    put(fixture, "frame 2 pc=8008 sp=9010 call table");
    put(fixture, "stop no-rule value=8008 frames=5");
    put(fixture, "end lines=6");
    report = read_log(fixture, 1);
    assert_int_equal(report->crashed.trace.frames_count, 2);
    assert_int_equal(report->crashed.trace.frames[1].number, 2);
    assert_int_equal(report->crashed.trace.frames[1].missing_before, 1);
    assert_int_equal(report->crashed.trace.missing_after, 2);
    assert_int_equal(report->lines_missing, 1);
    assert_int_equal(report->lines_damaged, 1);
    assert_true(report_is_damaged(report));
}

static void a_repeated_line_is_taken_once(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    for (uint32_t i = 0; whole_report[i]; i++)
        fprintf(fixture->out, "%s\n%s\n", sealed(i, whole_report[i]), sealed(i, whole_report[i]));
    report = read_log(fixture, 1);
    assert_false(report_is_damaged(report));
    assert_int_equal(report->crashed.trace.frames_count, 3);
    assert_int_equal(report->lines_repeated, 16);
}

static void a_report_without_its_beginning_is_still_one(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    fixture->sequence = 7;
    for (uint32_t i = 7; whole_report[i]; i++)
        put(fixture, whole_report[i]);
    report = read_log(fixture, 1);
    assert_string_equal(report->name, "");
    assert_int_equal(report->lines_missing, 7);
    assert_int_equal(report->crashed.trace.frames_count, 3);
}

static void a_report_cut_short_by_the_next_is_damaged(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.0 x");
    put(fixture, "cause user pc=8000");
    put_all(fixture, whole_report);
    report = read_log(fixture, 2);
    assert_true(report_is_damaged(&report[0]));
    assert_false(report_is_damaged(&report[1]));
}

/*
 * The end of the first report and the start of the second are lost. The second cause shows that a
 * new report has started.
 */
static void two_torn_reports_are_not_mixed(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.0 x");
    put(fixture, "cause user pc=8000");
    put(fixture, "frame 0 pc=8000 sp=9000 interrupted context");
    fixture->sequence = 1;
    put(fixture, "cause undefined pc=8100");
    put(fixture, "frame 0 pc=8100 sp=9000 interrupted context");
    put(fixture, "end lines=4");
    report = read_log(fixture, 2);
    assert_int_equal(report[0].crashed.trace.frames_count, 1);
    assert_int_equal(report[1].crashed.trace.frames[0].pc, 0x8100);
    assert_string_equal(report[1].cause, "undefined");
}

static void an_end_with_another_count_is_damage(void **state)
{
    struct fixture *fixture = *state;

    put(fixture, "report 1.0 x");
    put(fixture, "end lines=3");
    assert_true(report_is_damaged(read_log(fixture, 1)));
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
    assert_int_equal(report->crashed.trace.frames_count, 0);
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
    put(fixture, "frame 0 pc=8008 sp=9000 interrupted context");
    put(fixture, "end lines=5");
    report = read_log(fixture, 1);
    assert_int_equal(report->crashed.trace.frames_count, 1);
    assert_int_equal(report->crashed.trace.frames[0].missing_before, 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LOG(a_changed_character_never_makes_a_frame),
        WITH_LOG(a_lost_frame_is_a_gap),
        WITH_LOG(a_repeated_line_is_taken_once),
        WITH_LOG(a_report_without_its_beginning_is_still_one),
        WITH_LOG(a_report_cut_short_by_the_next_is_damaged),
        WITH_LOG(two_torn_reports_are_not_mixed),
        WITH_LOG(an_end_with_another_count_is_damage),
        WITH_LOG(fields_that_make_no_sense_are_left_out),
        WITH_LOG(a_frame_out_of_order_is_left_out),
        WITH_LOG(endless_lines_are_read_to_their_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
