/* SPDX-License-Identifier: MIT */
/*
 * What terminals, loggers, mail and editors make of a log. Where no character of a line is lost,
 * the report is complete.
 */
#include <zstd.h>

#include "report_fixture.h"
#include "util/diag.h"
#include "util/gzip.h"

#define TOKEN "0a1b2c3d4e"

/* Reads the text and expects the whole token_report. */
static void expect_whole(const char *text, size_t size, const char *what)
{
    struct report_log log;
    FILE *in = fmemopen((void *)(uintptr_t)text, size, "r");

    assert_int_equal(report_log_read(&log, in, what), STATUS_GOOD);
    fclose(in);
    if (log.count != 1 || report_is_damaged(log.reports) || log.lines_damaged)
        fail_msg("%s: %zu reports, %u lines missing, %u damaged:\n%.*s", what, log.count,
                 log.count ? log.reports->lines_missing : 0, log.lines_damaged, (int)size, text);
    assert_string_equal(log.reports->token, TOKEN);
    assert_int_equal(log.reports->crashed.trace.frames_count, TOKEN_REPORT_FRAMES);
    assert_string_equal(log.reports->cause_text,
                        "data abort: permission fault, write : really \"so\" & <no> more");
    report_log_free(&log);
}

/* A text that grows. */
struct text {
    char *bytes;
    size_t size;
    FILE *out;
};

static void begin_text(struct text *text)
{
    text->out = open_memstream(&text->bytes, &text->size);
    assert_non_null(text->out);
}

static void expect_whole_text(struct text *text, const char *what)
{
    fclose(text->out);
    expect_whole(text->bytes, text->size, what);
    free(text->bytes);
}

static const char *line_of(uint32_t number)
{
    return sealed_with(TOKEN, number, token_report[number]);
}

/* ---- line ends ------------------------------------------------------------------------------- */

/* A terminal of any width, with and without a prompt before the first line. */
static void wrapped(void **state)
{
    static const char *const ends[] = {"\n", "\r\n"};
    char what[40];

    (void)state;
    for (uint32_t width = 1; width <= 90; width++)
        for (uint32_t end = 0; end < 2; end++) {
            struct text text;
            begin_text(&text);
            for (uint32_t i = 0; token_report[i]; i++) {
                const char *line = line_of(i);
                for (size_t at = 0; at < strlen(line); at += width)
                    fprintf(text.out, "%.*s%s", (int)width, line + at, ends[end]);
            }
            snprintf(what, sizeof(what), "width %u, end %u", width, end);
            expect_whole_text(&text, what);
        }
}

static void other_line_ends(void **state)
{
    static const char *const ends[] = {"\r",      "\n\r",    "\r\r\n", "\n\n", "\\r\\n",
                                       "   \r\n", "\" \r\n", "<br>\n", "\0\n"};

    (void)state;
    for (size_t end = 0; end < sizeof(ends) / sizeof(ends[0]); end++) {
        struct text text;
        begin_text(&text);
        for (uint32_t i = 0; token_report[i]; i++)
            fprintf(text.out, "> %s%s", line_of(i), ends[end]);
        expect_whole_text(&text, ends[end]);
    }
}

/* ---- other text ------------------------------------------------------------------------------ */

/* Another task writes in the middle of each line, at each place after the mark. */
static void text_inside(void **state)
{
    static const char *const inside[] = {"[idle] tick 8\r\n", "I (99) wifi", "~\n"};
    char what[60];

    (void)state;
    for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++)
        for (int at = 8; at < 78; at++) {
            struct text text;
            begin_text(&text);
            for (uint32_t number = 0; token_report[number]; number++) {
                const char *line = line_of(number);
                int first = at < (int)strlen(line) ? at : (int)strlen(line);
                fprintf(text.out, "%.*s%s%s\r\n", first, line, inside[i], line + first);
            }
            snprintf(what, sizeof(what), "%s at %d", inside[i], at);
            expect_whole_text(&text, what);
        }
}

/* ---- characters ------------------------------------------------------------------------------ */

/* Writes LINE with each FROM as TO. */
static void put_replaced(FILE *out, const char *line, const char *from, const char *to)
{
    const char *found;

    for (; (found = strstr(line, from)); line = found + strlen(from))
        fprintf(out, "%.*s%s", (int)(found - line), line, to);
    fprintf(out, "%s\r\n", line);
}

static void other_characters(void **state)
{
    static const char *const changes[][2] = {
        {" ", "\t"},   {" ", "\302\240"}, {" ", "\240"},    {" ", "  "},    {" ", "&nbsp;"},
        {"*", "\\*"},  {"\"", "\\\""},    {"\"", "\"\""},   {"*", ""},      {"&", "&amp;"},
        {"<", "&lt;"}, {">", "&gt;"},     {"\"", "&quot;"}, {"*", "&#42;"}, {"_", "\\_"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        struct text text;
        begin_text(&text);
        for (uint32_t number = 0; token_report[number]; number++)
            put_replaced(text.out, line_of(number), changes[i][0], changes[i][1]);
        expect_whole_text(&text, changes[i][1]);
    }
}

/* Two bytes a character, the lower one first or last. */
static void utf16(void **state)
{
    (void)state;
    for (int order = 0; order < 4; order++) {
        bool is_big = order % 2;
        struct text text;
        begin_text(&text);
        if (order >= 2)
            fwrite(is_big ? "\xfe\xff" : "\xff\xfe", 1, 2, text.out);
        for (uint32_t i = 0; token_report[i]; i++) {
            const char *line = line_of(i);
            for (size_t at = 0; at <= strlen(line); at++) {
                char c = line[at] ? line[at] : '\n';
                fputc(is_big ? 0 : c, text.out);
                fputc(is_big ? c : 0, text.out);
            }
        }
        expect_whole_text(&text, "UTF-16");
    }
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void other_order(void **state)
{
    char *lines[TOKEN_REPORT_LINES];
    struct text sorted, reversed;

    (void)state;
    begin_text(&sorted);
    begin_text(&reversed);
    for (uint32_t i = 0; i < TOKEN_REPORT_LINES; i++) {
        fprintf(reversed.out, "%s\n", line_of(TOKEN_REPORT_LINES - 1 - i));
        lines[i] = strdup(line_of(i));
    }
    qsort(lines, TOKEN_REPORT_LINES, sizeof(lines[0]), compare);
    for (uint32_t i = 0; i < TOKEN_REPORT_LINES; i++) {
        fprintf(sorted.out, "%s\n", lines[i]);
        free(lines[i]);
    }
    expect_whole_text(&sorted, "sorted");
    expect_whole_text(&reversed, "reversed");
}

/* ---- compressed ------------------------------------------------------------------------------ */

static struct buffer plain_log(void)
{
    struct buffer plain = {0};

    for (uint32_t i = 0; token_report[i]; i++) {
        const char *line = line_of(i);
        buffer_put(&plain, line, strlen(line));
        buffer_put(&plain, "\r\n", 2);
    }
    return plain;
}

/* A log in one part, and in two parts as log rotation makes them. */
static void gzip(void **state)
{
    struct buffer plain = plain_log(), packed = {0};
    struct buffer head = {.bytes = plain.bytes, .size = 300};
    struct buffer tail = {.bytes = plain.bytes + 300, .size = plain.size - 300};

    (void)state;
    gzip_write(&plain, &packed);
    expect_whole((const char *)packed.bytes, packed.size, "gzip");
    packed.size = 0;
    gzip_write(&head, &packed);
    gzip_write(&tail, &packed);
    expect_whole((const char *)packed.bytes, packed.size, "gzip in two parts");
    free(packed.bytes);
    free(plain.bytes);
}

static void zstandard(void **state)
{
    struct buffer plain = plain_log();
    char packed[8192];
    size_t size = ZSTD_compress(packed, sizeof(packed), plain.bytes, plain.size, 1);

    (void)state;
    assert_false(ZSTD_isError(size));
    expect_whole(packed, size, "Zstandard");
    free(plain.bytes);
}

/* Of a file that is cut off, what is there is read. */
static void cut_gzip(void **state)
{
    struct buffer plain = plain_log(), packed = {0};
    struct report_log log;
    FILE *in;

    (void)state;
    gzip_write(&plain, &packed);
    for (size_t size = 2; size < packed.size; size += 7) {
        in = fmemopen(packed.bytes, size, "r");
        assert_int_equal(report_log_read(&log, in, "log"), STATUS_GOOD);
        fclose(in);
        assert_in_range(log.count, 0, 1);
        report_log_free(&log);
    }
    free(packed.bytes);
    free(plain.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrapped),     cmocka_unit_test(other_line_ends),
        cmocka_unit_test(text_inside), cmocka_unit_test(other_characters),
        cmocka_unit_test(utf16),       cmocka_unit_test(other_order),
        cmocka_unit_test(gzip),        cmocka_unit_test(zstandard),
        cmocka_unit_test(cut_gzip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
