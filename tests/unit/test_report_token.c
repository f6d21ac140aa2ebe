/* SPDX-License-Identifier: MIT */
/* Grammar 2: each line says by its token of which report it is. */
#include "report_fixture.h"
#include "util/diag.h"

static void reads_every_record(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_token_report(fixture, "0a1b2c3d4e", token_report);
    report = read_log(fixture, 1);
    assert_false(report_is_damaged(report));
    assert_true(report_is_identified(report));
    assert_string_equal(report->token, "0a1b2c3d4e");
    assert_string_equal(report->name, "vexpress-a9");
    assert_string_equal(report->device, "pump-17");
    assert_int_equal(report->build_id_size, 8);
    assert_memory_equal(report->build_id, "\x01\x23\x45\x67\x89\xab\xcd\xef", 8);
    assert_string_equal(report->table, "ok");
    assert_string_equal(report->cause, "data-abort");
    assert_int_equal(report->cause_pc, 0x6001033a);
    assert_int_equal(report->status[1].value, 0x60000000);
    assert_int_equal(report->memory_count, 2);
    assert_int_equal(report->memory[1].address, 0x60100ffc);
    assert_int_equal(report->memory[1].words[0], 0xdeadbeef);
    assert_string_equal(report->notes[0], "a word with : a colon");
}

static void reads_registers_and_frames(void **state)
{
    struct fixture *fixture = *state;
    const struct backtrace *trace;
    struct report *report;

    put_token_report(fixture, "0a1b2c", token_report);
    report = read_log(fixture, 1);
    assert_int_equal(report->crashed.valid,
                     0xe02fu | BOBBIN_VALID_CPSR | BOBBIN_VALID_D(8) | BOBBIN_VALID_D(10));
    assert_int_equal(report->crashed.r[3], 0xffffffff);
    assert_int_equal(report->crashed.r[5], 5);
    assert_int_equal(report->crashed.r[15], 0x6001033a);
    assert_int_equal(report->crashed.cpsr, 0x6000013f);
    assert_int_equal(report->crashed.d[0], 0x0123456789abcdef);
    assert_int_equal(report->crashed.d[2], 1);
    trace = &report->crashed.trace;
    assert_int_equal(trace->frames_count, TOKEN_REPORT_FRAMES);
    assert_int_equal(trace->frames[0].sp, 0x60100ff0);
    assert_int_equal(trace->frames[2].number, 12);
    assert_int_equal(trace->frames[2].skipped_before, 10);
    assert_string_equal(trace->frames[2].trust, "exidx");
    assert_int_equal(trace->exceptions_count, 1);
    assert_int_equal(trace->exceptions[0].r[13], 13);
    assert_int_equal(trace->exceptions[0].r[BOBBIN_PC], 0x60010500);
    assert_int_equal(trace->stop, BOBBIN_STOP_OUTERMOST);
    assert_int_equal(trace->missing_after, 0);
}

static void continued_text_follows_directly(void **state)
{
    struct fixture *fixture = *state;

    put_token_report(fixture, "0a1b2c", token_report);
    assert_string_equal(read_log(fixture, 1)->cause_text,
                        "data abort: permission fault, write : really \"so\" & <no> more");
}

/* Without the line that continues it, text is cut, and other fields are not used. */
static void a_lost_continuation_cuts_the_text(void **state)
{
    static const char *const lines[] = {
        ">note : first half", "> and the other", ">frame 0 6001", "> 033a 60100ff0 call table",
        ">regs r0 12",        "> 34 5",          "end 6",         NULL,
    };
    struct fixture *fixture = *state;
    struct report *report;

    for (uint32_t i = 0; lines[i]; i++)
        if (lines[i][1] != ' ')
            fprintf(fixture->out, "%s\n", sealed_with("0a1b2c", i, lines[i]));
    report = read_log(fixture, 1);
    assert_int_equal(report->lines_missing, 3);
    assert_int_equal(report->lines_odd, 3);
    assert_string_equal(report->notes[0], "first half...");
    assert_int_equal(report->crashed.trace.frames_count, 0);
    assert_int_equal(report->crashed.valid, 0);
}

/* The heads of some crashes and the tails of others, in the log of one device. */
static void reports_are_never_joined(void **state)
{
    struct fixture *fixture = *state;
    struct report *reports;

    for (uint32_t i = 0; i < 12; i++)
        fprintf(fixture->out, "%s\n", sealed_with("0000003d4e", i, token_report[i]));
    for (uint32_t i = 12; i < TOKEN_REPORT_LINES; i++)
        fprintf(fixture->out, "%s\n", sealed_with("0000013d4e", i, token_report[i]));
    reports = read_log(fixture, 2);
    assert_true(report_is_damaged(&reports[0]));
    assert_false(reports[0].ended);
    assert_int_equal(reports[0].crashed.trace.frames_count, 2);
    assert_int_equal(reports[1].lines_missing, 12);
    assert_int_equal(reports[1].crashed.trace.frames_count, 1);
    assert_string_equal(reports[1].name, "");
}

/* Line by line, and the second one from its end to its start. */
static void mixed_reports_are_told_apart(void **state)
{
    enum { REPORTS = 64 };
    struct fixture *fixture = *state;
    struct report *reports;

    for (uint32_t i = 0; i < TOKEN_REPORT_LINES; i++)
        for (uint32_t j = 0; j < REPORTS; j++) {
            uint32_t line = j % 2 ? TOKEN_REPORT_LINES - 1 - i : i;
            char token[16];
            snprintf(token, sizeof(token), "%06u", j);
            fprintf(fixture->out, "%s\n", sealed_with(token, line, token_report[line]));
        }
    reports = read_log(fixture, REPORTS);
    for (uint32_t j = 0; j < REPORTS; j++) {
        assert_false(report_is_damaged(&reports[j]));
        assert_int_equal(reports[j].crashed.trace.frames_count, TOKEN_REPORT_FRAMES);
    }
}

/* More reports at a time than the reader keeps: each is there once, and says what it lacks. */
static void too_many_reports_at_a_time(void **state)
{
    enum { REPORTS = 600 };
    struct fixture *fixture = *state;
    struct report *reports;

    for (uint32_t i = 0; i < TOKEN_REPORT_LINES; i++)
        for (uint32_t j = 0; j < REPORTS; j++) {
            char token[16];
            snprintf(token, sizeof(token), "%06u", j);
            fprintf(fixture->out, "%s\n", sealed_with(token, i, token_report[i]));
        }
    reports = read_log(fixture, REPORTS);
    for (uint32_t j = 0; j < REPORTS; j++)
        assert_int_equal(reports[j].ended, !report_is_damaged(&reports[j]));
}

static void a_repeated_report_comes_once(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    for (uint32_t i = 0; i < 7; i++)
        fprintf(fixture->out, "%s\n", sealed_with("0a1b2c", i, token_report[i]));
    put_token_report(fixture, "0a1b2c", token_report);
    put_token_report(fixture, "0a1b2c", token_report);
    report = read_log(fixture, 1);
    assert_false(report_is_damaged(report));
    assert_int_equal(report->lines_repeated, 7 + TOKEN_REPORT_LINES);
}

/* A firmware without a clock gives two crashes the same token: the lines that differ show it. */
static void equal_tokens_of_two_reports_are_said(void **state)
{
    static const char *const other[] = {"report 2.0 vexpress-a9 device=pump-17",
                                        "cause user 8000 : other", "end 3", NULL};
    struct fixture *fixture = *state;
    struct report *reports;

    put_token_report(fixture, "0a1b2c", token_report);
    put_token_report(fixture, "0a1b2c", other);
    reports = read_log(fixture, 2);
    assert_false(report_is_damaged(&reports[0]));
    assert_string_equal(reports[0].cause, "data-abort");
    assert_string_equal(reports[1].cause, "user");
    assert_string_equal(reports[1].name, "vexpress-a9");
    assert_non_null(reports[1].doubt);
    assert_int_equal(reports[1].crashed.trace.frames_count, 0);
}

static void the_digits_of_tokens_may_be_upper_case(void **state)
{
    struct fixture *fixture = *state;

    fprintf(fixture->out, "%s\n", sealed_with("ABCDEF", 0, "report 2.0 x"));
    fprintf(fixture->out, "%s\n", sealed_with("abcdef", 1, "end 2"));
    assert_false(report_is_damaged(read_log(fixture, 1)));
}

static void wrong_tokens_are_no_reports(void **state)
{
    static const char *const tokens[] = {"abcde", "abcdefg", "abcdew", "abcdefghijk", "", "abcde-"};
    struct fixture *fixture = *state;

    for (size_t i = 0; i < sizeof(tokens) / sizeof(tokens[0]); i++)
        fprintf(fixture->out, "%s\n", sealed_with(tokens[i], 0, "report 2.0 x"));
    read_log(fixture, 0);
}

static void a_later_major_version_is_refused(void **state)
{
    static const char *const later[] = {"report 3.0 x", "frame 0 8000 9000 interrupted context",
                                        "end 3", NULL};
    struct fixture *fixture = *state;
    struct report *report;

    put_token_report(fixture, "0a1b2c", later);
    report = read_log(fixture, 1);
    assert_true(report->refused);
    assert_int_equal(report->crashed.trace.frames_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LOG(reads_every_record),
        WITH_LOG(reads_registers_and_frames),
        WITH_LOG(continued_text_follows_directly),
        WITH_LOG(a_lost_continuation_cuts_the_text),
        WITH_LOG(reports_are_never_joined),
        WITH_LOG(mixed_reports_are_told_apart),
        WITH_LOG(too_many_reports_at_a_time),
        WITH_LOG(a_repeated_report_comes_once),
        WITH_LOG(equal_tokens_of_two_reports_are_said),
        WITH_LOG(the_digits_of_tokens_may_be_upper_case),
        WITH_LOG(wrong_tokens_are_no_reports),
        WITH_LOG(a_later_major_version_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
