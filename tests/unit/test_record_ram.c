/* SPDX-License-Identifier: MIT */
/*
 * Records in RAM that a reset leaves alone: the test keeps or damages the memory between boots as
 * boards do, and compares what comes back with what was sent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "port/record/handover.c"
#include "port/record/record.c"
#include "port/record/retained_ram.c"
#include "sample_report.h"

static uint8_t memory[BOBBIN_RECORD_RAM_BYTES] __attribute__((aligned(64)));
static const struct bobbin_record_ram ram = {memory, memory + sizeof(memory), NULL};

static char sent[16384];
static uint32_t sent_bytes, calls, fault_after;
static jmp_buf fault;

static void put(const char *bytes, uint32_t size_bytes)
{
    if (calls++ == fault_after)
        longjmp(fault, 1);
    assert_true(sent_bytes + size_bytes < sizeof(sent));
    memcpy(sent + sent_bytes, bytes, size_bytes);
    sent_bytes += size_bytes;
    sent[sent_bytes] = '\0';
}

const struct bobbin_record_config bobbin_record_config = {
    .sink = &bobbin_record_in_ram, .device = &ram, .put = put};

static void clear_sent(void)
{
    sent_bytes = 0;
    sent[0] = '\0';
    calls = 0;
    fault_after = ~0u;
}

static int power_on(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof(memory); i++)
        memory[i] = (uint8_t)(i * 167 + i / 64);
    memset(&recorder, 0, sizeof(recorder));
    clear_sent();
    return 0;
}

/* A reset: .bss is cleared, the memory of the record stays. */
static enum bobbin_record_memory reboot(void)
{
    memset(&recorder, 0, sizeof(recorder));
    clear_sent();
    return bobbin_record_boot(BOBBIN_RESET_UNKNOWN);
}

static void put_lines(const char *token, uint32_t count)
{
    char line[SAMPLE_LINE_BYTES + 2];

    for (uint32_t i = 0; i < count && sample_report[i]; i++) {
        uint32_t length = sample_line(line, token, i, sample_report[i], '*');

        memcpy(line + length, "\r\n", 2);
        bobbin_record_put(line, length + 2);
    }
}

static void crash(const char *token)
{
    put_lines(token, ~0u);
}

/* What the last report is as text, without "omitted" lines. */
static void expect_last(const char *token, uint32_t count)
{
    char line[SAMPLE_LINE_BYTES], expected[16384] = "";

    for (uint32_t i = 0; i < count && sample_report[i]; i++) {
        sample_line(line, token, i, sample_report[i], '*');
        strcat(strcat(expected, line), "\r\n");
    }
    clear_sent();
    assert_true(bobbin_last_report(BOBBIN_RECORD_TEXT, put));
    assert_string_equal(sent, expected);
}

static void a_report_survives_a_reset(void **state)
{
    (void)state;
    assert_int_equal(reboot(), BOBBIN_RECORD_NEW);
    assert_false(bobbin_last_report(BOBBIN_RECORD_TEXT, put));
    assert_int_equal(sent_bytes, 0);
    crash("000001.");
    assert_int_equal(reboot(), BOBBIN_RECORD_RETAINED);
    expect_last("000001.", ~0u);
    crash("000002.");
    assert_int_equal(reboot(), BOBBIN_RECORD_RETAINED);
    expect_last("000002.", ~0u);
    assert_int_equal(reboot(), BOBBIN_RECORD_RETAINED);
    expect_last("000002.", ~0u);
}

/* All lines go to the firmware's sink, as they are and in order. */
static void lines_are_passed_on(void **state)
{
    char first[SAMPLE_LINE_BYTES];

    (void)state;
    reboot();
    crash("000001.");
    sample_line(first, "000001.", 0, sample_report[0], '*');
    assert_memory_equal(sent, first, strlen(first));
    assert_int_equal(calls, 21);
    bobbin_record_put("hello\r\n", 7);
    bobbin_record_put("\r\n", 2);
    assert_int_equal(calls, 23);
}

/* The record goes as far as the line that was sent when the reset came. */
static void a_report_may_end_anywhere(void **state)
{
    (void)state;
    for (uint32_t lines = 1; lines < 21; lines++) {
        char token[8];

        power_on(NULL);
        snprintf(token, sizeof(token), "%06u.", lines);
        reboot();
        put_lines(token, lines);
        assert_int_equal(reboot(), BOBBIN_RECORD_RETAINED);
        expect_last(token, lines);
    }
}

/* A line is in the record before it is sent. */
static void a_sink_that_hangs_loses_nothing(void **state)
{
    (void)state;
    reboot();
    fault_after = 5;
    if (setjmp(fault) == 0)
        crash("000001.");
    reboot();
    expect_last("000001.", 6);
}

/* A fault in the recorder comes back with lines of another report: they are only passed on. */
static void a_fault_in_the_recorder_does_not_come_back(void **state)
{
    (void)state;
    reboot();
    put_lines("000001.", 4);
    recorder.state = RECORDER_BUSY;
    crash("000002.");
    assert_int_equal(calls, 4 + 21);
    reboot();
    expect_last("000001.", 4);
}

static void a_crash_before_boot_is_recorded(void **state)
{
    (void)state;
    crash("000001.");
    reboot();
    expect_last("000001.", ~0u);
}

/* The lines that are handed over are no new report, also if they go through bobbin_record_put. */
static void handing_over_records_nothing(void **state)
{
    struct bobbin_record_counters counters;

    (void)state;
    reboot();
    crash("000001.");
    reboot();
    assert_true(bobbin_last_report(BOBBIN_RECORD_TEXT, bobbin_record_put));
    bobbin_record_count(&counters);
    assert_int_equal(counters.crashes, 1);
    assert_int_equal(recorder.state, 0);
}

static void expect_counters(uint32_t boots, uint32_t crashes, uint32_t since_alive,
                            uint32_t crash_boots)
{
    struct bobbin_record_counters counters;

    bobbin_record_count(&counters);
    assert_int_equal(counters.boots, boots);
    assert_int_equal(counters.crashes, crashes);
    assert_int_equal(counters.crashes_since_alive, since_alive);
    assert_int_equal(counters.crash_boots, crash_boots);
}

static void crash_loops_are_counted(void **state)
{
    (void)state;
    reboot();
    expect_counters(1, 0, 0, 0);
    for (uint32_t i = 1; i <= 5; i++) {
        crash("000001.");
        reboot();
        expect_counters(1 + i, i, i, i);
    }
    bobbin_record_alive();
    expect_counters(6, 5, 0, 5);
    crash("000001.");
    reboot();
    expect_counters(7, 6, 1, 6);
    reboot(); /* a boot that ended without a report */
    expect_counters(8, 6, 1, 0);
    crash("000001.");
    bobbin_record_alive(); /* the firmware went on after the report */
    reboot();
    expect_counters(9, 7, 0, 0);
}

static void memory_that_is_not_retained_is_told(void **state)
{
    (void)state;
    assert_int_equal(bobbin_record_boot(BOBBIN_RESET_WARM), BOBBIN_RECORD_LOST);
    assert_int_equal(bobbin_record_boot(BOBBIN_RESET_WARM), BOBBIN_RECORD_RETAINED);
    memset(memory, 0, sizeof(memory));
    assert_int_equal(bobbin_record_boot(BOBBIN_RESET_WARM), BOBBIN_RECORD_LOST);
    memset(memory, 0xff, sizeof(memory));
    assert_int_equal(bobbin_record_boot(BOBBIN_RESET_UNKNOWN), BOBBIN_RECORD_NEW);
    assert_int_equal(bobbin_record_boot(BOBBIN_RESET_POWER_ON), BOBBIN_RECORD_NEW);
    assert_string_equal(bobbin_record_memory_text(BOBBIN_RECORD_LOST), "not retained");
}

/* Changes each byte of the memory between two boots. No change gives another record than before,
   and each one outside the record and the blocks is noticed. */
static void each_changed_byte_is_noticed(void **state)
{
    static uint8_t good[sizeof(memory)];
    struct bobbin_record_counters counters;
    const uint8_t *record;
    uint32_t size, found;

    (void)state;
    reboot();
    crash("000001.");
    memcpy(good, memory, sizeof(memory));
    record = bobbin_record_in_ram.newest(&ram, &size);
    for (uint32_t i = 0; i < sizeof(memory); i++) {
        const uint8_t *bytes;
        bool is_empty_copy = i >= COPIES_AT + copy_bytes(&ram);

        memcpy(memory, good, sizeof(memory));
        memory[i] ^= 0x10;
        if (reboot() == BOBBIN_RECORD_RETAINED)
            assert_false(is_empty_copy);
        bobbin_record_count(&counters);
        assert_true(counters.boots <= 2 && counters.crashes <= 1 && counters.crash_boots <= 1);
        bytes = bobbin_record_in_ram.newest(&ram, &found);
        if (bytes && found == size)
            assert_memory_equal(record + RECORD_HEADER_BYTES,
                                good + (record - memory) + RECORD_HEADER_BYTES,
                                size - RECORD_HEADER_BYTES);
        else if (bytes)
            assert_true(found < size && memory + i >= record + RECORD_AT_END);
        if (memory + i >= record + RECORD_CHECKED_BYTES + 16 && memory + i < record + size - 4)
            assert_true(!bytes || found < size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_report_survives_a_reset, power_on),
        cmocka_unit_test_setup(lines_are_passed_on, power_on),
        cmocka_unit_test_setup(a_report_may_end_anywhere, power_on),
        cmocka_unit_test_setup(a_sink_that_hangs_loses_nothing, power_on),
        cmocka_unit_test_setup(a_fault_in_the_recorder_does_not_come_back, power_on),
        cmocka_unit_test_setup(a_crash_before_boot_is_recorded, power_on),
        cmocka_unit_test_setup(handing_over_records_nothing, power_on),
        cmocka_unit_test_setup(crash_loops_are_counted, power_on),
        cmocka_unit_test_setup(memory_that_is_not_retained_is_told, power_on),
        cmocka_unit_test_setup(each_changed_byte_is_noticed, power_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
