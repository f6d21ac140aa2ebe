/* SPDX-License-Identifier: MIT */
/* Reports with tasks and processors: reading, damage, and the text for people. */
#include "report_fixture.h"

#include "report/report_view.h"

/* Bits 15..12 of a pc are the number of its task or processor here, 8 and 9 for processors. */
static const char *const tasks_report[] = {
    "report 1.2 board",
    "cause user pc=8004 : deadlock",
    "frame 0 pc=8004 sp=20000ff0 interrupted context",
    "stop outermost value=0 frames=1",
    "running id=20000100 cpu=0 low=20000800 high=20001000 : net : rx",
    "cpu 1 stopped pc=9000 sp=20003000 cpsr=1f : in time",
    "other-regs r0=0 r7=20003010 r13=20003000",
    "other-regs r14=9101 r15=9000 cpsr=1f",
    "other-frame 0 pc=9000 sp=20003000 interrupted context",
    "other-frame 1 pc=9100 sp=20003020 call table",
    "other-stop outermost value=0 frames=2",
    "task 0 running id=20000100 low=20000800 high=20001000 used=1f4 cpu=0 : net : rx",
    "task 1 blocked id=20000200 low=20001000 high=20001400 : worker0",
    "other-regs r4=0 r13=20001300 r15=1000",
    "other-regs cpsr=1f",
    "other-frame 0 pc=1000 sp=20001300 interrupted context",
    "other-frame 1 pc=1100 sp=20001320 call table",
    "other-skip 3",
    "other-frame 5 pc=1500 sp=20001340 call table",
    "other-stop thread-base value=0 frames=6",
    "task 2 blocked id=20000300 : worker1",
    "other-frame 0 pc=2000 sp=20001700 interrupted context",
    "other-frame 1 pc=2100 sp=20001720 call table",
    "other-exception 2 irq pc=2200 cpsr=1f",
    "other-exception 2 r0=1",
    "other-frame 2 pc=2200 sp=20001740 interrupted context",
    "other-stop no-rule value=2200 frames=3",
    "task 3 running id=20000400 cpu=1 : idle1",
    "task 4 ready id=20000500 : gone",
    "other-stop unreadable value=20000508 frames=0",
    "task 5 ready id=20000600 : last",
    "other-frame 0 pc=5000 sp=20002700 interrupted context",
    "other-stop thread-base value=0 frames=1",
    "tasks damaged count=6",
    "stack 20000ff0 1 2 3 4",
    "end lines=36",
    NULL,
};
#define LINES (sizeof(tasks_report) / sizeof(tasks_report[0]) - 1)

static const struct report_thread *thread_named(const struct report *report, const char *name)
{
    for (size_t i = 0; i < report->threads_count; i++)
        if (report->threads[i].name && strcmp(report->threads[i].name, name) == 0)
            return &report->threads[i];
    return NULL;
}

static void reads_tasks_and_processors(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;
    const struct report_thread *processor, *worker;

    put_all(fixture, tasks_report);
    report = read_log(fixture, 1);
    assert_false(report_is_damaged(report));
    assert_string_equal(report->crashed.name, "net : rx");
    assert_int_equal(report->crashed.id, 0x20000100);
    assert_int_equal(report->crashed.trace.frames_count, 1);
    assert_int_equal(report->threads_count, 7);
    processor = &report->threads[0];
    assert_int_equal(processor->role, REPORT_PROCESSOR);
    assert_int_equal(processor->number, 1);
    assert_string_equal(processor->state, "stopped");
    assert_string_equal(processor->text, "in time");
    assert_int_equal(processor->r[7], 0x20003010);
    assert_int_equal(processor->cpsr, 0x1f);
    assert_int_equal(processor->trace.frames_count, 2);
    assert_ptr_equal(processor->running, thread_named(report, "idle1"));
    assert_ptr_equal(report->crashed.running, &report->threads[1]);
    assert_int_equal(report->threads[1].stack_used, 0x1f4);
    worker = thread_named(report, "worker0");
    assert_string_equal(worker->state, "blocked");
    assert_int_equal(worker->stack_high, 0x20001400);
    assert_int_equal(worker->trace.frames_count, 3);
    assert_int_equal(worker->trace.frames[2].skipped_before, 3);
    assert_int_equal(worker->trace.stop, BOBBIN_STOP_THREAD_BASE);
    assert_int_equal(thread_named(report, "worker1")->trace.exceptions_count, 1);
    assert_int_equal(thread_named(report, "gone")->trace.stop, BOBBIN_STOP_UNREADABLE);
    assert_string_equal(report->tasks_end, "damaged");
    assert_int_equal(report->tasks_count, 6);
}

/* All frames of THREAD must be of one task, and of the task that it names. */
static void check_not_joined(const struct report_thread *thread)
{
    const struct backtrace *trace = &thread->trace;
    uint32_t task = trace->frames_count ? trace->frames[0].pc >> 12 : 0;

    for (size_t i = 0; i < trace->frames_count; i++) {
        assert_int_equal(trace->frames[i].pc >> 12, task);
        if (thread->role == REPORT_TASK)
            assert_int_equal(task, thread->number);
        if (thread->role == REPORT_PROCESSOR)
            assert_int_equal(task, 8 + thread->number);
    }
    if (thread->valid & BOBBIN_VALID_R(BOBBIN_PC) && thread->role == REPORT_TASK)
        assert_int_equal(thread->r[BOBBIN_PC] >> 12, thread->number);
}

/* Writes the report without COUNT lines from FIRST on. */
static void put_without(struct fixture *fixture, size_t first, size_t count)
{
    for (size_t i = 0; i < LINES; i++)
        if (i < first || i >= first + count)
            fprintf(fixture->out, "%s\n", sealed((uint32_t)i, tasks_report[i]));
}

static void lost_lines_never_join_tasks(void **state)
{
    struct fixture *fixture = *state;

    for (size_t count = 1; count < LINES; count++)
        for (size_t first = 0; first + count <= LINES; first++) {
            struct report_log log;
            FILE *in;
            rewind(fixture->out);
            put_without(fixture, first, count);
            fflush(fixture->out);
            in = fmemopen(fixture->text, (size_t)ftell(fixture->out), "r");
            report_log_read(&log, in, "log");
            fclose(in);
            assert_true(report_is_damaged(&log.reports[0]));
            check_not_joined(&log.reports[0].crashed);
            for (size_t i = 0; i < log.reports[0].threads_count; i++)
                check_not_joined(&log.reports[0].threads[i]);
            report_log_free(&log);
        }
    read_log(fixture, 1);
}

/* One missing frame line cannot have been another task's first line: the trace goes on. */
static void a_lost_frame_of_a_task_is_a_gap(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_without(fixture, 16, 1);
    report = read_log(fixture, 1);
    assert_int_equal(report->threads_count, 7);
    assert_int_equal(thread_named(report, "worker0")->trace.frames_count, 2);
    assert_int_equal(thread_named(report, "worker0")->trace.frames[1].missing_before, 1);
}

static void a_task_without_its_first_line_has_no_name(void **state)
{
    struct fixture *fixture = *state;
    struct report *report;

    put_without(fixture, 20, 1);
    report = read_log(fixture, 1);
    assert_int_equal(report->threads_count, 7);
    assert_null(thread_named(report, "worker1"));
    assert_int_equal(report->threads[3].role, REPORT_NAMELESS);
    assert_int_equal(report->threads[3].trace.frames_count, 3);
}

static void an_invalid_task_line_ends_the_task_before(void **state)
{
    static const char *const odd[] = {
        "task", "task x ready", "task 1 READY", "task 1 ready id=x : b", "task 1 ready cpu=-1",
        "cpu 1"};
    struct fixture *fixture = *state;
    struct report *report;

    put(fixture, "report 1.2 x");
    put(fixture, "task 0 ready id=1 : a");
    put(fixture, "other-frame 0 pc=8000 sp=9000 call table");
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        put(fixture, odd[i]);
        put(fixture, "other-frame 1 pc=9000 sp=9000 call table");
    }
    put(fixture, "running id=x");
    put(fixture, "tasks end");
    put(fixture, "other-later 1 2 3");
    put(fixture, "end lines=19");
    report = read_log(fixture, 1);
    assert_int_equal(report->lines_odd, 8);
    assert_int_equal(report->threads_count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(report->threads[i].trace.frames_count, 1);
    assert_int_equal(report->threads[1].role, REPORT_NAMELESS);
}

/* ---- text ------------------------------------------------------------------------------------ */

/* The text of the report in FIXTURE, until fixture_teardown. */
static const char *shown(struct fixture *fixture)
{
    struct report_view view = {.report = read_log(fixture, 1)};
    FILE *out;

    report_view_name(fixture->log.reports, NULL);
    free(fixture->text);
    out = open_memstream(&fixture->text, &fixture->size);
    report_view_print(&view, out, false);
    fclose(out);
    return fixture->text;
}

static void the_crash_comes_first_then_processors_then_tasks(void **state)
{
    struct fixture *fixture = *state;
    const char *text, *last = NULL;
    static const char *const order[] = {
        "\ntask \"net : rx\": running, id 0x20000100, processor 0, stack 0x20000800 to 0x20000fff, "
        "used 500 of 2048 bytes\n#0  0x00008004",
        "\nprocessor 1: stopped, in time\ntask \"idle1\": running, id 0x20000400, processor 1\n#0",
        "\ntask \"worker0\": blocked, id 0x20000200, stack 0x20001000 to 0x200013ff\n#0",
        "\ntask \"worker1\": blocked, id 0x20000300\n#0",
        "\n--- IRQ, interrupted SYS mode ---\n#2",
        "\ntask \"gone\": ready, id 0x20000500\nstop: unreadable",
        "\ntask \"last\": ready",
        "\ntasks: the list is damaged in the device's memory; tasks may be missing\n",
    };

    put_all(fixture, tasks_report);
    text = shown(fixture);
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
        const char *found = strstr(text, order[i]);
        if (!found)
            print_error("missing: %s\nin: %s\n", order[i], text);
        assert_non_null(found);
        assert_true(!last || found > last);
        last = found;
    }
    assert_null(strstr(last, "task \"net"));
}

static void tasks_that_wait_at_the_same_place_share_a_trace(void **state)
{
    struct fixture *fixture = *state;
    const char *text, *first;

    put(fixture, "report 1.2 x");
    for (int i = 0; i < 3; i++) {
        char line[64];
        snprintf(line, sizeof(line), "task %d blocked id=%d : w%d", i, i, i);
        put(fixture, line);
        snprintf(line, sizeof(line), "other-frame 0 pc=8000 sp=%d interrupted context", i);
        put(fixture, line);
        put(fixture, i == 1 ? "other-stop no-rule value=0 frames=1"
                            : "other-stop thread-base value=0 frames=1");
    }
    put(fixture, "tasks cut count=4");
    put(fixture, "end lines=12");
    text = shown(fixture);
    first = strstr(text, "task \"w0\": blocked, id 0x00000000\n"
                         "task \"w2\": blocked, id 0x00000002\n#0");
    assert_non_null(first);
    assert_non_null(strstr(first, "\n\ntask \"w1\": blocked, id 0x00000001\n#0"));
    assert_non_null(strstr(text, "the device had no time for more"));
    assert_non_null(strstr(text, "the lines of 1 of 4 tasks are missing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LOG(reads_tasks_and_processors),
        WITH_LOG(lost_lines_never_join_tasks),
        WITH_LOG(a_lost_frame_of_a_task_is_a_gap),
        WITH_LOG(a_task_without_its_first_line_has_no_name),
        WITH_LOG(an_invalid_task_line_ends_the_task_before),
        WITH_LOG(the_crash_comes_first_then_processors_then_tasks),
        WITH_LOG(tasks_that_wait_at_the_same_place_share_a_trace),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
