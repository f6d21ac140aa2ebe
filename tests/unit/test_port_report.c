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
    bobbin_line_put(&report, " lines=");
    bobbin_line_number(&report, "", report.lines + 1);
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
    assert_memory_equal(port_log_line(REPORT_TYPE_STATUS, 0), " dfsr=00000805 word a5 *", 24);
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

/* The CRC must still fit, and the line must not be longer than a reader accepts. */
static void long_text_is_cut(void **state)
{
    char text[1000];

    (void)state;
    memset(text, 'x', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    begin(&plain);
    bobbin_report_note(&report, text);
    assert_int_equal(strlen(port_log_line(REPORT_TYPE_NOTE, 0)),
                     REPORT_LINE_MAX - strlen(REPORT_MARK "0 " REPORT_TYPE_NOTE));
    end_lines();
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
        cmocka_unit_test(long_text_is_cut),
        cmocka_unit_test(control_characters_are_replaced),
        cmocka_unit_test(each_line_kicks),
        cmocka_unit_test(time_budget),
        cmocka_unit_test(no_time_budget),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
