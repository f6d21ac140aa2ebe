/* SPDX-License-Identifier: MIT */
/* The content of every type of record, and other text around a report in a log. */
#include "report_fixture.h"
#include "util/diag.h"

static void reads_every_record(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_all(fixture, whole_report);
    report = read_log(fixture, 1);
    assert_false(report_is_damaged(report));
    assert_string_equal(report->name, "vexpress-a9");
    assert_int_equal(report->build_id_size, 8);
    assert_memory_equal(report->build_id, "\x01\x23\x45\x67\x89\xab\xcd\xef", 8);
    assert_string_equal(report->table, "ok");
    assert_string_equal(report->cause, "data-abort");
    assert_int_equal(report->cause_pc, 0x6001033a);
    assert_string_equal(report->cause_text, "data abort: permission fault, write : really");
    assert_int_equal(report->status_count, 2);
    assert_string_equal(report->status[1].name, "dfar");
    assert_int_equal(report->status[1].value, 0x60000000);
    assert_int_equal(report->crashed.valid,
                     0xe00fu | BOBBIN_VALID_CPSR | BOBBIN_VALID_D(8) | BOBBIN_VALID_D(15));
    assert_int_equal(report->crashed.r[3], 0xffffffff);
    assert_int_equal(report->crashed.cpsr, 0x6000013f);
    assert_int_equal(report->crashed.d[0], 0x0123456789abcdef);
    assert_string_equal(report->notes[0], "a word with : a colon");
    assert_int_equal(report->crashed.trace.stop, BOBBIN_STOP_OUTERMOST);
}

static void frames_tell_what_was_skipped(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_all(fixture, whole_report);
    report = read_log(fixture, 1);
    assert_int_equal(report->crashed.trace.frames_count, 3);
    assert_int_equal(report->crashed.trace.frames[0].kind, BOBBIN_KIND_INTERRUPTED);
    assert_string_equal(report->crashed.trace.frames[0].trust, "context");
    assert_int_equal(report->crashed.trace.frames[1].kind, BOBBIN_KIND_CALL);
    assert_int_equal(report->crashed.trace.frames[2].number, 12);
    assert_int_equal(report->crashed.trace.frames[2].skipped_before, 10);
    assert_int_equal(report->crashed.trace.frames[2].missing_before, 0);
    assert_int_equal(report->crashed.trace.missing_after, 0);
}

static void an_unreadable_word_parts_the_stack(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_all(fixture, whole_report);
    report = read_log(fixture, 1);
    assert_int_equal(report->memory_count, 2);
    assert_int_equal(report->memory[0].address, 0x60100ff0);
    assert_int_equal(report->memory[0].words_count, 2);
    assert_int_equal(report->memory[1].address, 0x60100ffc);
    assert_int_equal(report->memory[1].words_count, 9);
    assert_int_equal(report->memory[1].words[0], 0xdeadbeef);
    assert_int_equal(report->memory[1].words[8], 8);
}

/* Text that terminals, loggers and serial lines add. */
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

    put_all(fixture, whole_report);
    put_all(fixture, whole_report);
    put_all(fixture, second);
    report = read_log(fixture, 3);
    assert_int_equal(report[1].log_line, 17);
    assert_int_equal(report[1].crashed.trace.frames_count, 3);
    assert_string_equal(report[2].name, "second");
    assert_false(report_is_damaged(&report[2]));
}

static void a_later_major_version_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 2.0 x");
    put(fixture, "frame 0 pc=8000 sp=9000 interrupted context");
    put(fixture, "end lines=3");
    report = read_log(fixture, 1);
    assert_true(report->refused);
    assert_int_equal(report->crashed.trace.frames_count, 0);
}

static void a_later_minor_version_is_read(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.9 x extra");
    put(fixture, "later 1 idle");
    put(fixture, "regs r0=5 fpscr=0");
    put(fixture, "frame 0 pc=8000 sp=9000 interrupted context extra=1");
    put(fixture, "stop new-reason value=0 frames=1 more=1");
    put(fixture, "end lines=6");
    report = read_log(fixture, 1);
    assert_false(report->refused);
    assert_false(report_is_damaged(report));
    assert_int_equal(report->crashed.trace.frames_count, 1);
    assert_string_equal(report->crashed.trace.stop_word, "new-reason");
    assert_int_equal(report->crashed.trace.stop, BOBBIN_STOPS);
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
    const struct CMUnitTest tests[] = {
        WITH_LOG(reads_every_record),
        WITH_LOG(frames_tell_what_was_skipped),
        WITH_LOG(an_unreadable_word_parts_the_stack),
        WITH_LOG(other_text_is_no_matter),
        WITH_LOG(a_control_character_inside_a_line_is_not_part_of_it),
        WITH_LOG(several_reports_come_in_order),
        WITH_LOG(a_later_major_version_is_refused),
        WITH_LOG(a_later_minor_version_is_read),
        WITH_LOG(an_empty_log_has_no_report),
        WITH_LOG(a_log_that_cannot_be_read_is_bad_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
