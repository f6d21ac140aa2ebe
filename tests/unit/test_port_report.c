/* SPDX-License-Identifier: MIT */
/*
 * The line writer must follow the grammar of core/include/bobbin/report.h, whatever text a line
 * gets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "port/common/line_writer.c"
#include "port_log.h"

static uint32_t kicks, clock_value;
static struct bobbin_report report;

static void kick(void)
{
    kicks++;
}

static uint32_t now(void)
{
    return clock_value;
}

static const struct bobbin_config plain = {.put = port_log_put};
static const struct bobbin_config named = {.put = port_log_put, .device = "pump-17"};
static const struct bobbin_config other = {.put = port_log_put, .device = "pump-18"};
static const struct bobbin_config watched = {.put = port_log_put, .kick = kick};
static const struct bobbin_config timed = {.put = port_log_put, .now = now, .time_max = 100};
static const struct bobbin_config unlimited = {.put = port_log_put, .now = now};

static void begin(const struct bobbin_config *config)
{
    port_log_clear();
    bobbin_report_begin(&report, config, 0);
}

static void end_lines(void)
{
    bobbin_line_begin(&report, REPORT_TYPE_END);
    bobbin_line_number(&report, " ", report.lines + 1);
    bobbin_line_end(&report);
    port_log_check();
}

static void numbers_and_words(void **state)
{
    (void)state;
    begin(&plain);
    bobbin_line_begin(&report, REPORT_TYPE_STATUS);
    bobbin_line_field(&report, "dfsr", 0x805);
    bobbin_line_word(&report, "word");
    bobbin_line_put(&report, " ");
    bobbin_line_put_byte(&report, 0xa5);
    bobbin_line_end(&report);
    assert_memory_equal(port_log_line(REPORT_TYPE_STATUS, 0), " dfsr=805 word a5 *", 19);
    end_lines();
}

static void expect_decimal(uint32_t value, const char *text)
{
    begin(&plain);
    bobbin_line_begin(&report, REPORT_TYPE_SKIP);
    bobbin_line_put(&report, " ");
    bobbin_line_number(&report, "", value);
    bobbin_line_end(&report);
    assert_memory_equal(port_log_line(REPORT_TYPE_SKIP, 0) + 1, text, strlen(text));
    assert_int_equal(port_log_line(REPORT_TYPE_SKIP, 0)[1 + strlen(text)], ' ');
}

static void decimals(void **state)
{
    (void)state;
    expect_decimal(0, "0");
    expect_decimal(9, "9");
    expect_decimal(10, "10");
    expect_decimal(100000, "100000");
    expect_decimal(4294967295u, "4294967295");
}

static void numbers_count_on(void **state)
{
    (void)state;
    begin(&plain);
    for (uint32_t i = 0; i < 120; i++)
        bobbin_report_note(&report, "again");
    end_lines();
}

/* No line is too long for a reader, whatever the length of the text is. */
static void long_text_goes_on(void **state)
{
    char text[400];

    (void)state;
    for (size_t length = 0; length < sizeof(text) - 1; length++) {
        const char *line;
        for (size_t i = 0; i < length; i++)
            text[i] = (char)('!' + i % 90);
        text[length] = '\0';
        begin(length % 2 ? &plain : &named);
        bobbin_report_note(&report, text);
        line = port_log_line(REPORT_TYPE_NOTE, 0);
        assert_int_equal(strlen(line), strlen(" : ") + length + REPORT_CRC_BYTES);
        assert_memory_equal(line + strlen(" : "), text, length);
        end_lines();
    }
}

/* Values of a list that do not fit stay for the next line. */
static void lists_end_with_the_line(void **state)
{
    (void)state;
    begin(&named);
    bobbin_line_begin(&report, REPORT_TYPE_STACK);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(bobbin_line_fit(&report, 0x12345678, true));
    assert_true(bobbin_line_fit(&report, 0, false));
    assert_false(bobbin_line_fit(&report, 0x12345678, true));
    bobbin_line_end(&report);
    assert_memory_equal(port_log_line(REPORT_TYPE_STACK, 0),
                        " 12345678 12345678 12345678 12345678 - *", 39);
    bobbin_line_begin(&report, REPORT_TYPE_DREGS);
    assert_true(bobbin_line_fit(&report, 0x100000000ull, true));
    assert_true(bobbin_line_fit(&report, UINT64_MAX, true));
    bobbin_line_end(&report);
    assert_memory_equal(port_log_line(REPORT_TYPE_DREGS, 0), " 100000000 ffffffffffffffff *", 28);
    assert_int_equal(port_log_lines(), 2);
    end_lines();
}

/* The digits of the report depend on the hash, those of the device on its name alone. */
static void tokens_tell_reports_apart(void **state)
{
    char tokens[3][REPORT_TOKEN_MAX];

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        port_log_clear();
        bobbin_report_begin(&report, i < 2 ? &named : &other, i == 1 ? 2 : 1);
        assert_int_equal(report.token_length, REPORT_TOKEN_MAX);
        end_lines();
        memcpy(tokens[i], port_log_token(), REPORT_TOKEN_MAX);
    }
    assert_memory_not_equal(tokens[0], tokens[1], REPORT_TOKEN_DIGITS);
    assert_memory_not_equal(tokens[0], tokens[2], REPORT_TOKEN_DIGITS);
    assert_memory_equal(tokens[0] + REPORT_TOKEN_DIGITS, tokens[1] + REPORT_TOKEN_DIGITS,
                        REPORT_TOKEN_DEVICE_DIGITS);
    assert_memory_not_equal(tokens[0] + REPORT_TOKEN_DIGITS, tokens[2] + REPORT_TOKEN_DIGITS,
                            REPORT_TOKEN_DEVICE_DIGITS);
}

static void control_characters_are_replaced(void **state)
{
    (void)state;
    begin(&plain);
    bobbin_report_note(&report, "a\r\nb\x1b[0m\xc3\xa4");
    assert_memory_equal(port_log_line(REPORT_TYPE_NOTE, 0), " : a??b?[0m?? *", 15);
    end_lines();
}

static void each_line_kicks(void **state)
{
    (void)state;
    kicks = 0;
    begin(&watched);
    bobbin_report_note(&report, "one");
    bobbin_report_note(&report, "two");
    assert_int_equal(kicks, 2);
}

/* The counter may wrap. After the time is up, it stays up. */
static void time_budget(void **state)
{
    (void)state;
    clock_value = 0xffffffc0u;
    begin(&timed);
    assert_true(bobbin_report_time_left(&report));
    clock_value += 99;
    assert_true(bobbin_report_time_left(&report));
    clock_value += 1;
    assert_false(bobbin_report_time_left(&report));
    clock_value -= 90;
    assert_false(bobbin_report_time_left(&report));
}

static void no_time_budget(void **state)
{
    (void)state;
    begin(&plain);
    assert_true(bobbin_report_time_left(&report));
    begin(&unlimited);
    clock_value += 0x7fffffffu;
    assert_true(bobbin_report_time_left(&report));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_words),
        cmocka_unit_test(decimals),
        cmocka_unit_test(numbers_count_on),
        cmocka_unit_test(long_text_goes_on),
        cmocka_unit_test(lists_end_with_the_line),
        cmocka_unit_test(tokens_tell_reports_apart),
        cmocka_unit_test(control_characters_are_replaced),
        cmocka_unit_test(each_line_kicks),
        cmocka_unit_test(time_budget),
        cmocka_unit_test(no_time_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
