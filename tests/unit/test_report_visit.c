/* SPDX-License-Identifier: MIT */
/* Reports of a log that is still being written are handed over as soon as they are complete. */
#include "report_fixture.h"
#include "util/diag.h"

/* A log of which one line arrives at each read. */
struct live {
    const char *at; /* what has not arrived */
    size_t ends;    /* "end" lines that have arrived */
    size_t visited;
    unsigned long log_lines[8]; /* of the visited reports */
    bool damaged[8];
};

static ssize_t read_line(void *cookie, char *bytes, size_t size)
{
    struct live *live = cookie;
    size_t length = strcspn(live->at, "\n");

    length += live->at[length] == '\n';
    assert_true(length <= size);
    /* All reports whose last line has arrived have been handed over. */
    assert_true(live->visited >= live->ends);
    memcpy(bytes, live->at, length);
    live->ends += memmem(bytes, length, " end lines=", 11) != NULL;
    live->at += length;
    return (ssize_t)length;
}

static void visit(void *context, struct report *report)
{
    struct live *live = context;

    assert_true(live->visited < 8);
    live->log_lines[live->visited] = report->log_line;
    live->damaged[live->visited++] = report_is_damaged(report);
    assert_string_equal(report->name, "vexpress-a9");
}

/* Reads the log of FIXTURE line by line. Returns the number of damaged lines outside of reports. */
static uint32_t read_live(struct fixture *fixture, struct live *live)
{
    FILE *in = fopencookie(live, "r", (cookie_io_functions_t){.read = read_line});
    struct report_log_rest rest = {.lines_damaged = 77};

    fclose(fixture->out);
    *live = (struct live){.at = fixture->text};
    assert_non_null(in);
    assert_int_equal(report_log_follow(in, "live", visit, live, &rest), STATUS_GOOD);
    fclose(in);
    return rest.lines_damaged;
}

static void each_report_is_handed_over_when_it_is_complete(void **state)
{
    struct fixture *fixture = *state;
    struct live live;

    for (int i = 0; i < 3; i++) {
        fprintf(fixture->out, "other text\n");
        put_all(fixture, whole_report);
    }
    fprintf(fixture->out, "other text\n");
    assert_int_equal(read_live(fixture, &live), 0);
    assert_int_equal(live.visited, 3);
    assert_int_equal(live.log_lines[0], 2);
    assert_true(live.log_lines[1] < live.log_lines[2]);
    assert_false(live.damaged[0] || live.damaged[1] || live.damaged[2]);
}

static void a_report_without_end_is_handed_over_at_the_end(void **state)
{
    struct fixture *fixture = *state;
    struct live live;

    put_all(fixture, whole_report);
    fixture->sequence = 0;
    put(fixture, whole_report[0]);
    put(fixture, whole_report[1]);
    assert_int_equal(read_live(fixture, &live), 0);
    assert_int_equal(live.visited, 2);
    assert_false(live.damaged[0]);
    assert_true(live.damaged[1]);
}

static void damaged_lines_alone_are_counted(void **state)
{
    struct fixture *fixture = *state;
    struct live live;

    fprintf(fixture->out, "%%bobbin 3 frame 0 pc=0 *00000000\n%%bobbin 4 fra");
    assert_int_equal(read_live(fixture, &live), 2);
    assert_int_equal(live.visited, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_LOG(each_report_is_handed_over_when_it_is_complete),
        WITH_LOG(a_report_without_end_is_handed_over_at_the_end),
        WITH_LOG(damaged_lines_alone_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
