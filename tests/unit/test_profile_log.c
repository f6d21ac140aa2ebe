/* SPDX-License-Identifier: MIT */
/* Captures in text logs. */
#include "profile/capture_files.h"
#include "profile/capture_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "made_capture.h"
#include "util/base64.h"

enum { LINES_MAX = 128, NODES = 30, NODES_ON_LINE = 7 };

/* A capture as log lines. */
struct lines {
    char *text;
    char *line[LINES_MAX];
    size_t count;
};

struct found {
    size_t whole, damaged, unusable;
    uint32_t nodes; /* readable node records of the last capture */
};

static void make_lines(struct lines *lines, uint32_t run, bool old)
{
    struct made_capture made = {.run = run};
    const struct made_context context = {.stop = 1};
    struct buffer capture = {0};
    size_t size;
    FILE *out = open_memstream(&lines->text, &size);

    made_context_add(&made, &context);
    for (uint32_t i = 0; i < NODES; i++)
        made_node_add(&made, PROFILE_AT_CONTEXT, 0x1000 + 4 * i, run + i);
    made_capture_write(&made, 0, &capture);
    made_capture_log(capture.bytes, capture.size, old, out);
    fclose(out);
    lines->count = 0;
    for (char *line = strtok(lines->text, "\r\n"); line; line = strtok(NULL, "\r\n"))
        lines->line[lines->count++] = line;
    made_capture_free(&made);
    free(capture.bytes);
}

static void count(void *context, const struct capture *capture, const char *why)
{
    struct found *found = context;

    found->unusable += why != NULL;
    found->damaged += !why && capture->damaged;
    found->whole += !why && !capture->damaged;
    for (uint32_t i = found->nodes = 0; !why && i < capture->nodes.count; i++)
        found->nodes += capture_record(&capture->nodes, i) != NULL;
}

static struct found read_log(char *text)
{
    struct found found = {0};
    struct capture_visitor visitor = {&found, count, NULL};
    struct capture_file file = {
        .path = "log", .bytes = (uint8_t *)text, .size_bytes = strlen(text)};

    capture_log_read(&file, &visitor);
    free(text);
    return found;
}

/* Reads the log without line NUMBER and with line AGAIN repeated. */
static struct found read_without(const struct lines *lines, size_t number, size_t again)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    for (size_t i = 0; i < lines->count; i++) {
        if (i != number)
            fprintf(out, "[  12.5] %s\nhello\n", lines->line[i]);
        if (i == again)
            fprintf(out, "%s\r", lines->line[i]);
    }
    fclose(out);
    return read_log(text);
}

static void all_lines_are_a_capture(void **state)
{
    struct lines lines;
    struct found found;

    (void)state;
    for (int old = 0; old < 2; old++) {
        make_lines(&lines, 1, old);
        found = read_without(&lines, LINES_MAX, LINES_MAX);
        assert_int_equal(found.whole, 1);
        assert_int_equal(found.damaged + found.unusable, 0);
        assert_int_equal(found.nodes, NODES);
        free(lines.text);
    }
}

/* The lines of the header are sent twice, so that one of them may be lost. */
static void a_lost_line_costs_what_it_had(void **state)
{
    struct lines lines;

    (void)state;
    for (int old = 0; old < 2; old++) {
        /* The first time, a line may have the end of the header and what comes after it. */
        size_t first = old ? 1 : 6, last = old ? 2 : 7;
        make_lines(&lines, 1, old);
        for (size_t i = 0; i < lines.count; i++) {
            struct found found = read_without(&lines, i, LINES_MAX);
            bool twice = i < first || i >= lines.count - last;
            assert_int_equal(found.whole, twice);
            assert_int_equal(found.damaged, !twice);
            assert_in_range(found.nodes, twice ? NODES : NODES - NODES_ON_LINE, NODES);
        }
        free(lines.text);
    }
}

static void repeated_lines_change_nothing(void **state)
{
    struct lines lines;

    (void)state;
    make_lines(&lines, 1, false);
    for (size_t i = 0; i < lines.count; i++) {
        struct found found = read_without(&lines, LINES_MAX, i);
        assert_int_equal(found.whole, 1);
        assert_int_equal(found.damaged + found.unusable, 0);
    }
    free(lines.text);
}

static void captures_may_be_mixed(void **state)
{
    struct lines a, b;
    struct found found;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    make_lines(&a, 1, false);
    make_lines(&b, 2, false);
    assert_int_equal(a.count, b.count);
    for (size_t i = 0; i < a.count; i++)
        fprintf(out, "%s\n%s\n", b.line[i], a.line[i]);
    fclose(out);
    found = read_log(text);
    assert_int_equal(found.whole, 2);
    assert_int_equal(found.damaged + found.unusable, 0);
    free(a.text);
    free(b.text);
}

/* Lines of a capture that come again complete it. */
static void a_repeated_capture_is_one(void **state)
{
    struct lines lines;

    (void)state;
    make_lines(&lines, 1, false);
    for (size_t first = 1; first <= lines.count; first++) {
        struct found found;
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        for (size_t i = 0; i < first + lines.count; i++)
            fprintf(out, "%s\n", lines.line[i < first ? i : i - first]);
        fclose(out);
        found = read_log(text);
        assert_int_equal(found.whole, 1);
        assert_int_equal(found.damaged + found.unusable, 0);
    }
    free(lines.text);
}

/*
 * In grammar 1 the same name does not prove the same capture. The device restarts in the middle of
 * a capture, or sends the whole capture twice.
 */
static void one_sent_again_is_another_one(void **state)
{
    struct lines lines;

    (void)state;
    make_lines(&lines, 1, true);
    for (size_t first = 2; first <= lines.count; first++) {
        struct found found;
        char *text;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        for (size_t i = 0; i < first; i++)
            fprintf(out, "%s\n", lines.line[i]);
        for (size_t i = 0; i < lines.count; i++)
            fprintf(out, "%s\n", lines.line[i]);
        fclose(out);
        found = read_log(text);
        assert_int_equal(found.whole, first >= lines.count - 2 ? 2 : 1);
        assert_int_equal(found.whole + found.damaged, 2);
    }
    free(lines.text);
}

/*
 * More captures at the same time than any device sends. The reader closes the oldest ones and must
 * not mix them.
 */
static void many_at_a_time_stay_apart(void **state)
{
    enum { MANY = 100 };
    struct lines lines[MANY];
    struct found found;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    for (uint32_t i = 0; i < MANY; i++)
        make_lines(&lines[i], i + 1, false);
    for (size_t j = 0; j < lines[0].count; j++)
        for (size_t i = 0; i < MANY; i++)
            fprintf(out, "%s\n", lines[i].line[j]);
    fclose(out);
    found = read_log(text);
    assert_int_equal(found.whole, 0);
    for (size_t i = 0; i < MANY; i++)
        free(lines[i].text);
}

static void base64_is_read_as_it_should_be(void **state)
{
    /* RFC 4648, section 10 */
    static const char *const vectors[][2] = {
        {"", ""},        {"Zg==", "f"},        {"Zm8=", "fo"},
        {"Zm9v", "foo"}, {"Zm9vYg==", "foob"}, {"Zm9vYmFy", "foobar"}};
    static const char *const bad[] = {
        "Zg=", "Z===", "Zg==Zg==", "Z=g=", "Zm9*", "Zm9vYmFyZm9v", "===="};
    uint8_t out[8];
    size_t size;

    (void)state;
    for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
        assert_true(base64_read(vectors[i][0], out, sizeof(out), &size));
        assert_int_equal(size, strlen(vectors[i][1]));
        assert_memory_equal(out, vectors[i][1], size);
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(base64_read(bad[i], out, sizeof(out), &size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lines_are_a_capture),
        cmocka_unit_test(a_lost_line_costs_what_it_had),
        cmocka_unit_test(repeated_lines_change_nothing),
        cmocka_unit_test(captures_may_be_mixed),
        cmocka_unit_test(a_repeated_capture_is_one),
        cmocka_unit_test(one_sent_again_is_another_one),
        cmocka_unit_test(many_at_a_time_stay_apart),
        cmocka_unit_test(base64_is_read_as_it_should_be),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
