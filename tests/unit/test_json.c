/* SPDX-License-Identifier: MIT */
#include "util/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* Begins a document. After json_end and fclose, its text is at *text. */
static FILE *begin(struct json *json, char **text, size_t *size)
{
    FILE *out = open_memstream(text, size);

    assert_non_null(out);
    json_begin(json, out);
    return out;
}

static void expect(struct json *json, FILE *out, char **text, const char *expected)
{
    json_end(json);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(*text, expected);
    free(*text);
}

static void empty_scopes_stay_on_one_line(void **state)
{
    struct json json;
    char *text;
    size_t size;
    FILE *out = begin(&json, &text, &size);

    (void)state;
    json_array(&json, "none");
    json_array_end(&json);
    json_object(&json, "nothing");
    json_object_end(&json);
    expect(&json, out, &text, "{\n  \"none\": [],\n  \"nothing\": {}\n}\n");
}

static void values_have_their_forms(void **state)
{
    struct json json;
    char *text;
    size_t size;
    FILE *out = begin(&json, &text, &size);

    (void)state;
    json_number(&json, "n", UINT64_MAX);
    json_bool(&json, "b", true);
    json_address(&json, "a", 0x8034);
    json_string(&json, "s", NULL);
    json_array(&json, "list");
    json_number(&json, NULL, 0);
    json_string(&json, NULL, "x");
    json_array_end(&json);
    expect(&json, out, &text,
           "{\n  \"n\": 18446744073709551615,\n  \"b\": true,\n  \"a\": \"0x00008034\",\n"
           "  \"s\": null,\n  \"list\": [\n    0,\n    \"x\"\n  ]\n}\n");
}

static void strings_are_escaped(void **state)
{
    struct json json;
    char *text;
    size_t size;
    FILE *out = begin(&json, &text, &size);

    (void)state;
    json_string(&json, "s", "a\"b\\c\nd\te\x01\x7f");
    expect(&json, out, &text, "{\n  \"s\": \"a\\\"b\\\\c\\nd\\te\\u0001\\u007f\"\n}\n");
}

/* Names in a hostile ELF file may contain any bytes, but JSON text is Unicode. */
static void bytes_that_are_no_utf8_are_replaced(void **state)
{
    static const struct {
        const char *bytes, *text;
    } cases[] = {
        {"\xc3\xa4", "\xc3\xa4"},
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
        {"\xff", "\\ufffd"},
        {"\xc0\xaf", "\\ufffd\\ufffd"},
        {"\xe0\x80\x80", "\\ufffd\\ufffd\\ufffd"},
        {"\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd"},
        {"\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"},
        {"\xe2\x82", "\\ufffd\\ufffd"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct json json;
        char *text;
        char expected[80];
        size_t size;
        FILE *out = begin(&json, &text, &size);
        json_string(&json, "s", cases[i].bytes);
        snprintf(expected, sizeof(expected), "{\n  \"s\": \"%s\"\n}\n", cases[i].text);
        expect(&json, out, &text, expected);
    }
}

static void a_document_may_be_an_array(void **state)
{
    struct json json;
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    assert_non_null(out);
    json_begin_array(&json, out);
    json_number(&json, NULL, 1);
    json_object(&json, NULL);
    json_object_end(&json);
    json_end_array(&json);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "[\n  1,\n  {}\n]\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_may_be_an_array),
        cmocka_unit_test(empty_scopes_stay_on_one_line),
        cmocka_unit_test(values_have_their_forms),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(bytes_that_are_no_utf8_are_replaced),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
