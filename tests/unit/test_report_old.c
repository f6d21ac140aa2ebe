/* SPDX-License-Identifier: MIT */
/*
 * Reports of grammar 1, whose lines do not say of which report they are. logs/ has what devices
 * sent with the versions 1.0 to 1.2. They are read, and no two of them become one that seems
 * complete.
 */
#include "report_fixture.h"
#include "util/diag.h"

#define LINES_MAX 100

/* The report lines of a log. */
struct device_log {
    char *lines[LINES_MAX];
    size_t count;
};

static void read_lines(struct device_log *log, const char *name)
{
    char path[80], *line = NULL;
    size_t capacity = 0;
    FILE *in;

    snprintf(path, sizeof(path), "tests/unit/logs/%s", name);
    in = fopen(path, "r");
    assert_non_null(in);
    log->count = 0;
    while (getline(&line, &capacity, in) > 0)
        if (strncmp(line, REPORT_MARK, strlen(REPORT_MARK)) == 0) {
            assert_true(log->count < LINES_MAX);
            log->lines[log->count++] = strdup(line);
        }
    free(line);
    fclose(in);
}

static void free_lines(struct device_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free(log->lines[i]);
}

static void put_lines(struct fixture *fixture, const struct device_log *log, size_t from, size_t to)
{
    for (size_t i = from; i < to && i < log->count; i++)
        fputs(log->lines[i], fixture->out);
}

static struct report *read_device_log(struct fixture *fixture, const char *name)
{
    struct device_log log;

    read_lines(&log, name);
    put_lines(fixture, &log, 0, log.count);
    free_lines(&log);
    return read_log(fixture, 1);
}

static void expect_old(const struct report *report, const char *version, size_t frames)
{
    assert_string_equal(report->version, version);
    assert_false(report_is_damaged(report));
    assert_null(report->doubt);
    assert_false(report_is_identified(report));
    assert_string_equal(report->token, "");
    assert_string_equal(report->device, "");
    assert_string_equal(report->table, "ok");
    assert_int_equal(report->crashed.trace.frames_count, frames);
    assert_int_equal(report->crashed.trace.missing_after, 0);
}

static void version_1_0(void **state)
{
    struct report *report = read_device_log(*state, "assert-1.0.log");

    expect_old(report, "1.0", 2);
    assert_string_equal(report->cause_text, "assertion \"a\" failed");
    assert_int_equal(report->crashed.trace.frames[0].kind, BOBBIN_KIND_INTERRUPTED);
    assert_int_equal(report->crashed.d[0], 0x3ff0000000000000);
}

static void version_1_1(void **state)
{
    struct report *report = read_device_log(*state, "handler-1.1.log");

    expect_old(report, "1.1", 3);
    assert_int_equal(report->crashed.trace.exceptions_count, 1);
    assert_string_equal(report->crashed.trace.exceptions[0].vector, "irq");
    assert_int_equal(report->crashed.trace.exceptions[0].r[14], 0x9101);
}

static void version_1_2(void **state)
{
    struct report *report = read_device_log(*state, "wild-1.2.log");

    expect_old(report, "1.2", 9);
    assert_string_equal(report->cause, "data-abort");
    assert_int_equal(report->status[1].value, 0xdead0000);
    assert_int_equal(report->crashed.r[13], 0x6082fce8);
    assert_int_equal(report->crashed.trace.frames[8].pc, 0x600138c4);
    assert_int_equal(report->memory[0].words_count, 206);
}

/* How many of the frames of REPORT are in the lines of LOG. */
static size_t frames_in(const struct report *report, const struct device_log *log)
{
    const struct backtrace *trace = &report->crashed.trace;
    size_t found = 0;

    for (size_t i = 0; i < trace->frames_count; i++) {
        char frame[80];
        bool is_there = false;
        snprintf(frame, sizeof(frame), " frame %u pc=%08x sp=%08x ", trace->frames[i].number,
                 trace->frames[i].pc, trace->frames[i].sp);
        for (size_t line = 0; line < log->count; line++)
            is_there |= strstr(log->lines[line], frame) != NULL;
        found += is_there;
    }
    return found;
}

/* A report that seems complete must have the frames and the stack words of one crash. */
static void expect_not_joined(struct fixture *fixture, const struct device_log *head,
                              const struct device_log *tail)
{
    for (size_t i = 0; i < fixture->log.count; i++) {
        const struct report *report = &fixture->log.reports[i];
        size_t frames = report->crashed.trace.frames_count;
        assert_false(report_is_identified(report));
        if (!report_is_damaged(report))
            assert_true(frames == frames_in(report, head) || frames == frames_in(report, tail));
    }
}

static void read_again(struct fixture *fixture)
{
    FILE *in;

    fclose(fixture->out);
    in = fmemopen(fixture->text, fixture->size, "r");
    assert_int_equal(report_log_read(&fixture->log, in, "log"), STATUS_GOOD);
    fclose(in);
}

static void begin_again(struct fixture *fixture)
{
    report_log_free(&fixture->log);
    free(fixture->text);
    fixture->out = open_memstream(&fixture->text, &fixture->size);
}

/* The first lines of one crash, then the rest of another one, with nothing between them. */
static void joined_reports_are_not_certain(void **state)
{
    struct device_log logs[2];
    struct fixture *fixture = *state;
    size_t doubts = 0;

    read_lines(&logs[0], "wild-1.2.log");
    read_lines(&logs[1], "undefined-1.2.log");
    for (size_t first = 0; first < 2; first++)
        for (size_t lines = 1; lines < logs[first].count; lines++) {
            struct device_log *head = &logs[first], *tail = &logs[1 - first];
            put_lines(fixture, head, 0, lines);
            put_lines(fixture, tail, lines, tail->count);
            read_again(fixture);
            expect_not_joined(fixture, head, tail);
            for (size_t i = 0; i < fixture->log.count; i++)
                doubts += fixture->log.reports[i].doubt != NULL;
            begin_again(fixture);
        }
    assert_true(doubts > 10);
    fclose(fixture->out);
    free_lines(&logs[0]);
    free_lines(&logs[1]);
}

/* Lines that cannot be of one crash. Line NUMBER of a sound report is replaced. */
static void each_contradiction_is_a_doubt(void **state)
{
    static const char *const sound[] = {
        "report 1.2 x",
        "cause user pc=8010 : text",
        "regs r13=20000100 r15=8010",
        "frame 0 pc=8010 sp=20000100 interrupted context",
        "frame 1 pc=8020 sp=20000108 call table",
        "frame 2 pc=8030 sp=20000118 call table",
        "stop outermost value=0 frames=3",
        "stack 20000100 1 2 3 4 5 8031 7 8",
        "end lines=9",
    };
    static const struct {
        size_t number;
        const char *line;
        bool is_doubtful;
    } cases[] = {
        {0, "report 1.2 x", false},
        {1, "cause user pc=8014 : text", true},
        {3, "frame 0 pc=8014 sp=20000100 interrupted context", true},
        {3, "frame 0 pc=8010 sp=20000104 interrupted context", true},
        {4, "frame 1 pc=8020 sp=200000f8 call table", true},
        {5, "frame 2 pc=8040 sp=20000118 call table", true},
        {5, "frame 2 pc=8030 sp=20000114 call table", true},
        {6, "stop outermost value=0 frames=4", true},
        {7, "stack 20000100 1 2 3 4 5 8033 7 8", true},
        {7, "stack 20000100 1 2 3 4", false},
    };
    struct fixture *fixture = *state;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (size_t line = 0; line < sizeof(sound) / sizeof(sound[0]); line++) {
            fixture->sequence = (uint32_t)line;
            put(fixture, line == cases[i].number ? cases[i].line : sound[line]);
        }
        read_again(fixture);
        assert_int_equal(fixture->log.count, 1);
        assert_int_equal(fixture->log.reports->doubt != NULL, cases[i].is_doubtful);
        assert_int_equal(report_is_damaged(fixture->log.reports), cases[i].is_doubtful);
        begin_again(fixture);
    }
    fclose(fixture->out);
}

static void a_gap_is_a_doubt(void **state)
{
    struct device_log log;
    struct fixture *fixture = *state;
    struct report *report;

    read_lines(&log, "wild-1.2.log");
    put_lines(fixture, &log, 0, 12);
    put_lines(fixture, &log, 14, log.count);
    free_lines(&log);
    report = read_log(fixture, 1);
    assert_int_equal(report->lines_missing, 2);
    assert_non_null(report->doubt);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LOG(version_1_0),
        WITH_LOG(version_1_1),
        WITH_LOG(version_1_2),
        WITH_LOG(joined_reports_are_not_certain),
        WITH_LOG(each_contradiction_is_a_doubt),
        WITH_LOG(a_gap_is_a_doubt),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
