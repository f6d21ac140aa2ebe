/* SPDX-License-Identifier: MIT */
/* Exception lines of a report: as read, as text, as JSON, and as threads of the core file. */
#include "report_fixture.h"

#include <unistd.h>

#include "elf/core_file_reader.h"
#include "report/report_core_file.h"
#include "report/report_view.h"
#include "util/diag.h"

/* A data abort in a FIQ handler, which interrupted an IRQ handler, which interrupted main. */
static const char *const nested_report[] = {
    "report 1.1 x",
    "cause data-abort pc=8004",
    "regs r13=2000 r15=8004 cpsr=60000191",
    "frame 0 pc=8004 sp=2000 interrupted context",
    "exception 1 fiq pc=9000 cpsr=60000132",
    "exception 1 r0=1 r1=2 r13=3000",
    "exception 1 r14=9901",
    "frame 1 pc=9000 sp=3000 interrupted table",
    "exception 2 irq pc=a000 cpsr=1f",
    "exception 2 r4=44 r13=4000 r14=a100",
    "frame 2 pc=a000 sp=4000 interrupted table",
    "frame 3 pc=a100 sp=4010 call table",
    "stop outermost value=0 frames=4",
    "stack 2000 1 2",
    "stack 3000 3",
    "end lines=16",
    NULL,
};

static char *text_of(struct report *report)
{
    struct report_view view = {.report = report};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    report_view_print(&view, out, false);
    fclose(out);
    return text;
}

static void the_registers_of_each_level_are_read(void **state)
{
    struct fixture *fixture = *state;
    const struct backtrace *trace;

    put_all(fixture, nested_report);
    trace = &read_log(fixture, 1)->crashed.trace;
    assert_int_equal(trace->exceptions_count, 2);
    assert_int_equal(trace->exceptions[0].frame, 1);
    assert_string_equal(trace->exceptions[0].vector, "fiq");
    assert_int_equal(trace->exceptions[0].cpsr, 0x60000132);
    assert_int_equal(trace->exceptions[0].valid,
                     1 << 0 | 1 << 1 | 1 << 13 | 1 << 14 | 1 << 15 | BOBBIN_VALID_CPSR);
    assert_int_equal(trace->exceptions[0].r[14], 0x9901);
    assert_int_equal(trace->exceptions[0].r[15], 0x9000);
    assert_string_equal(trace->exceptions[1].vector, "irq");
    assert_int_equal(trace->exceptions[1].r[4], 0x44);
    assert_int_equal(fixture->log.reports[0].lines_odd, 0);
}

static void people_read_each_exception_before_the_code_that_it_interrupted(void **state)
{
    struct fixture *fixture = *state;
    char *text;

    put_all(fixture, nested_report);
    text = text_of(read_log(fixture, 1));
    assert_non_null(strstr(text, "#0  0x00008004  interrupted  context\n"
                                 "--- FIQ, interrupted IRQ mode ---\n"
                                 "#1  0x00009000  interrupted  table\n"
                                 "--- IRQ, interrupted SYS mode ---\n"
                                 "#2  0x0000a000  interrupted  table\n"
                                 "#3  0x0000a100  call         table\n"
                                 "stop: outermost"));
    free(text);
}

static void an_exception_in_an_omitted_part_comes_after_the_gap(void **state)
{
    static const char *const lines[] = {
        "report 1.1 x",
        "frame 0 pc=8004 sp=2000 interrupted context",
        "exception 5 svc pc=9000 cpsr=10",
        "exception 70 irq pc=9000 cpsr=1a",
        "skip 60",
        "frame 61 pc=9000 sp=3000 call table",
        "stop depth value=0 frames=100",
        "end lines=8",
        NULL,
    };
    struct fixture *fixture = *state;
    char *text;

    put_all(fixture, lines);
    text = text_of(read_log(fixture, 1));
    assert_non_null(strstr(text, "... 60 valid frames omitted by the device ...\n"
                                 "--- SVC, interrupted USR mode ---\n"
                                 "#61  0x00009000  call         table\n"));
    assert_non_null(strstr(text, "... 38 frames missing or damaged ...\n"
                                 "--- IRQ, interrupted HYP mode ---\n"
                                 "stop: depth"));
    free(text);
}

static void equal_frames_on_both_sides_of_an_exception_are_no_recursion(void **state)
{
    static const char *const lines[] = {
        "report 1.1 x",
        "frame 0 pc=8004 sp=2000 interrupted table",
        "frame 1 pc=8004 sp=2000 interrupted table",
        "frame 2 pc=8004 sp=2000 interrupted table",
        "exception 3 undefined pc=8004 cpsr=13",
        "frame 3 pc=8004 sp=2000 interrupted table",
        "frame 4 pc=8004 sp=2000 interrupted table",
        "stop depth value=0 frames=5",
        "end lines=9",
        NULL,
    };
    struct fixture *fixture = *state;
    char *text;

    put_all(fixture, lines);
    text = text_of(read_log(fixture, 1));
    assert_non_null(strstr(text, "#2  0x00008004  interrupted  table\n"
                                 "--- undefined instruction, interrupted SVC mode ---\n"
                                 "#3  0x00008004  interrupted  table\n"));
    free(text);
}

static void scripts_read_the_registers(void **state)
{
    struct fixture *fixture = *state;
    struct report_view view = {0};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    put_all(fixture, nested_report);
    view.report = read_log(fixture, 1);
    report_view_json(&view, out);
    fclose(out);
    for (char *at = text; *at; at++)
        if (*at == '\n')
            *at = ' ';
    assert_non_null(strstr(text, "\"vector\": \"irq\","));
    assert_non_null(strstr(text, "\"interrupted_mode\": \"SYS\","));
    assert_non_null(strstr(text, "\"r4\": \"0x00000044\","));
    assert_non_null(strstr(text, "\"cpsr\": \"0x0000001f\""));
    free(text);
}

static void invalid_lines_add_no_exception(void **state)
{
    static const char *const lines[] = {
        "report 1.1 x",
        "exception",
        "exception x irq pc=1 cpsr=1",
        "exception 1",
        "exception 1 irq",
        "exception 1 irq pc=1",
        "exception 1 irq cpsr=1 pc=1",
        "exception 3 irq pc=1 cpsr=1",
        "exception 3 irq pc=1 cpsr=1",
        "exception 2 irq pc=1 cpsr=1",
        "exception 3 r0=x",
        "exception 3 r15=2 r99=1 later=1 r0=7",
        "exception 4 r0=8",
        "end lines=14",
        NULL,
    };
    struct fixture *fixture = *state;
    const struct report *report;

    put_all(fixture, lines);
    report = read_log(fixture, 1);
    assert_int_equal(report->crashed.trace.exceptions_count, 1);
    assert_int_equal(report->crashed.trace.exceptions[0].r[0], 7);
    assert_int_equal(report->crashed.trace.exceptions[0].r[15], 1);
    assert_int_equal(report->lines_odd, 9);
}

static void the_core_file_has_a_thread_for_each_level(void **state)
{
    struct fixture *fixture = *state;
    char path[] = P_tmpdir "/test_report_exception.XXXXXX";
    struct core_file core = {0};
    const struct report *report;
    struct core_contents contents = {
        .reports = &report, .numbers = (const size_t[]){1}, .reports_count = 1};

    close(mkstemp(path));
    put_all(fixture, nested_report);
    report = read_log(fixture, 1);

    assert_int_equal(report_core_file_write(&contents, path), STATUS_GOOD);
    assert_int_equal(core_file_open(&core, path), STATUS_GOOD);
    unlink(path);
    assert_int_equal(core.threads_count, 3);
    assert_int_equal(core.threads[0].r[15], 0x8004);
    assert_int_equal(core.threads[0].signal, CORE_SIGSEGV);
    assert_int_equal(core.threads[1].id, 2);
    assert_int_equal(core.threads[1].signal, 0);
    assert_int_equal(core.threads[1].r[13], 0x3000);
    assert_int_equal(core.threads[1].r[15], 0x9000);
    assert_int_equal(core.threads[1].cpsr, 0x60000132);
    assert_int_equal(core.threads[2].id, 3);
    assert_int_equal(core.threads[2].r[4], 0x44);
    assert_int_equal(core.memory_count, 2);
    core_file_close(&core);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LOG(the_registers_of_each_level_are_read),
        WITH_LOG(people_read_each_exception_before_the_code_that_it_interrupted),
        WITH_LOG(an_exception_in_an_omitted_part_comes_after_the_gap),
        WITH_LOG(equal_frames_on_both_sides_of_an_exception_are_no_recursion),
        WITH_LOG(scripts_read_the_registers),
        WITH_LOG(invalid_lines_add_no_exception),
        WITH_LOG(the_core_file_has_a_thread_for_each_level),
    };

    return cmocka_run_group_tests_name("report exceptions", tests, NULL, NULL);
}
