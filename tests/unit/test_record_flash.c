/* SPDX-License-Identifier: MIT */
/*
 * Records in flash whose power fails at each byte of each erase and each write. After each cut the
 * newest record is the one before or the one under way as far as one of its stages, never another
 * one. flash_model.c refuses what a flash cannot do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "flash_model.h"
#include "port/record/flash.c"
#include "port/record/handover.c"
#include "port/record/record.c"
#include "sample_report.h"

static struct bobbin_record_flash_work work;
static struct bobbin_record_flash flash = {
    .sectors = model.sectors,
    .erase = flash_model_erase,
    .program = flash_model_program,
    .read = flash_model_read,
    .work = &work,
};

static char sent[16384];
static uint32_t sent_bytes;

static void put(const char *bytes, uint32_t size_bytes)
{
    assert_true(sent_bytes + size_bytes < sizeof(sent));
    memcpy(sent + sent_bytes, bytes, size_bytes);
    sent_bytes += size_bytes;
    sent[sent_bytes] = '\0';
}

static void drop(const char *bytes, uint32_t size_bytes)
{
    (void)bytes, (void)size_bytes;
}

const struct bobbin_record_config bobbin_record_config = {
    .sink = &bobbin_record_in_flash, .device = &flash, .put = drop};

static void begin_model(uint32_t count, uint32_t sector_bytes, uint32_t program_bytes)
{
    flash_model_begin(count, sector_bytes, program_bytes);
    flash.sectors_count = count;
    flash.program_bytes = program_bytes;
}

/* A reset: RAM holds anything, then start-up clears .bss. */
static enum bobbin_record_memory reboot(void)
{
    memset(&recorder, 0, sizeof(recorder));
    memset(&work, 0, sizeof(work));
    memset(work.bytes, 0x5a, sizeof(work.bytes));
    model.until_cut = MODEL_NO_CUT;
    return bobbin_record_boot(BOBBIN_RESET_UNKNOWN);
}

static void token_of(char out[8], uint32_t crash)
{
    snprintf(out, 8, "%06u.", crash);
}

static void put_crash(uint32_t crash)
{
    char line[SAMPLE_LINE_BYTES + 2], token[8];

    token_of(token, crash);
    for (uint32_t i = 0; sample_report[i]; i++) {
        uint32_t length = sample_line(line, token, i, sample_report[i], '*');

        memcpy(line + length, "\r\n", 2);
        bobbin_record_put(line, length + 2);
    }
}

/* True if the power did not fail. */
static bool try_crash(uint32_t crash)
{
    if (setjmp(model.cut))
        return false;
    put_crash(crash);
    return true;
}

/*
 * Reads the newest record as text. Its lines must be the first ones of the report of a crash, up to
 * the end of a stage. Returns the number of the crash, or 0 if there is no record.
 */
static uint32_t last_crash(uint32_t *lines_count)
{
    char line[SAMPLE_LINE_BYTES], token[8], expected[16384] = "";
    unsigned crash;

    sent_bytes = 0;
    *lines_count = 0;
    if (!bobbin_last_report(BOBBIN_RECORD_TEXT, put))
        return 0;
    assert_int_equal(sscanf(sent, "%%bobbin %6u.", &crash), 1);
    token_of(token, crash);
    while (strlen(expected) < sent_bytes) {
        assert_non_null(sample_report[*lines_count]);
        sample_line(line, token, *lines_count, sample_report[*lines_count], '*');
        strcat(strcat(expected, line), "\r\n");
        (*lines_count)++;
    }
    assert_string_equal(sent, expected);
    return crash;
}

static void expect_last(uint32_t crash)
{
    uint32_t lines;

    assert_int_equal(last_crash(&lines), crash);
    assert_null(sample_report[lines]);
}

static void reports_survive_resets(void **state)
{
    uint32_t lines;

    (void)state;
    begin_model(2, 4096, 8);
    assert_int_equal(reboot(), BOBBIN_RECORD_NEW);
    assert_int_equal(last_crash(&lines), 0);
    for (uint32_t crash = 1; crash < 20; crash++) {
        put_crash(crash);
        assert_int_equal(reboot(), BOBBIN_RECORD_RETAINED);
        expect_last(crash);
    }
    assert_int_equal(model.erases[0], 10);
    assert_int_equal(model.erases[1], 9);
}

/* Several reports of one boot share a sector as long as they fit. */
static void reports_of_one_boot(void **state)
{
    (void)state;
    begin_model(3, 2048, 16);
    reboot();
    for (uint32_t crash = 1; crash < 30; crash++) {
        put_crash(crash);
        expect_last(crash);
    }
    reboot();
    expect_last(29);
}

/*
 * The cut comes at each byte of the operations of a crash, in each kind if KINDS is TORN_KINDS,
 * else in one kind. A record with a torn last line is valid without that line. After the cut the
 * flash works on.
 */
static uint32_t cut_everywhere(uint32_t kinds)
{
    static struct flash_model before;
    uint32_t cuts = 0, lost = 0, partial = 0;
    bool ended = false;

    reboot();
    put_crash(2);
    before = model;
    for (uint32_t cut = 0; !ended; cut++) {
        uint32_t lines, crash;

        model = before;
        model.random = cut;
        model.torn = cut % TORN_KINDS;
        reboot();
        model.until_cut = cut / kinds;
        ended = try_crash(3);
        reboot();
        crash = last_crash(&lines);
        assert_true(crash == 2 || crash == 3);
        assert_true(crash == 3 || sample_report[lines] == NULL);
        assert_true(crash == 2 || lines >= 20 || lines == 9 || lines == 10 || lines == 19);
        lost += crash == 2;
        partial += crash == 3 && sample_report[lines] != NULL;
        cuts++;
        if (cut % 13 != 0)
            continue;
        put_crash(4);
        reboot();
        expect_last(4);
    }
    assert_true(lost > 0 && partial > 0);
    return cuts;
}

static void a_cut_loses_at_most_the_newest_record(void **state)
{
    uint32_t cuts;

    (void)state;
    begin_model(2, 1536, 8);
    cuts = cut_everywhere(TORN_KINDS);
    begin_model(3, 1024, 1);
    cuts += cut_everywhere(1);
    begin_model(2, 1024, 256);
    cuts += cut_everywhere(1);
    print_message("# figure: %u power cuts\n", cuts);
    assert_true(cuts > (TORN_KINDS + 2) * 1800);
}

/* Cut after cut, also where a cut was: the last whole record stays until the next one is whole. */
static void many_cuts_in_a_row(void **state)
{
    uint32_t whole = 1;

    (void)state;
    begin_model(2, 2048, 8);
    reboot();
    put_crash(1);
    for (uint32_t crash = 2; crash < 600; crash++) {
        uint32_t lines, last;

        reboot();
        model.random = crash;
        model.torn = crash % TORN_KINDS;
        model.until_cut = crash % 10 == 0 ? MODEL_NO_CUT : crash * 7919 % 3000;
        if (try_crash(crash))
            whole = crash;
        reboot();
        last = last_crash(&lines);
        assert_true(last == crash || last == whole);
        whole = last;
    }
}

/* A sector that cannot be erased any more is skipped, if there is another one. */
static void worn_sectors_are_skipped(void **state)
{
    (void)state;
    begin_model(3, 2048, 8);
    reboot();
    model.worn[1] = true;
    for (uint32_t crash = 1; crash < 10; crash++) {
        put_crash(crash);
        reboot();
        expect_last(crash);
    }
}

/* Where no other sector can be erased, the newest record stays, and the new one is lost. */
static void the_newest_record_is_never_erased(void **state)
{
    (void)state;
    begin_model(2, 4096, 8);
    reboot();
    put_crash(1);
    reboot();
    model.worn[1] = true;
    put_crash(2);
    reboot();
    expect_last(1);

    begin_model(3, 2048, 8);
    reboot();
    put_crash(1);
    reboot();
    bobbin_record_alive();
    reboot();
    model.worn[2] = true;
    put_crash(2);
    reboot();
    expect_last(1);
}

/* An erase that fails between two stages of a report. */
static void a_sector_fails_during_a_report(void **state)
{
    uint32_t lines;

    (void)state;
    for (uint32_t worn = 0; worn < 3; worn++) {
        begin_model(3, 512, 16);
        reboot();
        model.worn[worn] = true;
        for (uint32_t crash = 1; crash < 5; crash++) {
            put_crash(crash);
            assert_int_equal(last_crash(&lines), crash);
        }
    }
    begin_model(2, 512, 16);
    reboot();
    model.worn[1] = true;
    put_crash(1);
    put_crash(2);
    assert_int_equal(last_crash(&lines), 1);
}

static void a_prepared_sector_is_not_erased_again(void **state)
{
    uint32_t erases;

    (void)state;
    begin_model(2, 4096, 8);
    reboot();
    put_crash(1);
    reboot();
    assert_true(bobbin_record_flash_prepare(&flash));
    assert_true(bobbin_record_flash_prepare(&flash));
    erases = model.erases[0] + model.erases[1];
    put_crash(2);
    assert_int_equal(model.erases[0] + model.erases[1], erases);
    reboot();
    expect_last(2);
}

static void expect_counters(uint32_t crashes, uint32_t since_alive)
{
    struct bobbin_record_counters counters;

    bobbin_record_count(&counters);
    assert_int_equal(counters.crashes, crashes);
    assert_int_equal(counters.crashes_since_alive, since_alive);
    assert_int_equal(counters.crash_boots, since_alive);
}

static void crash_loops_are_counted(void **state)
{
    (void)state;
    begin_model(3, 2048, 8);
    for (uint32_t crash = 1; crash < 6; crash++) {
        reboot();
        put_crash(crash);
    }
    reboot();
    expect_counters(5, 5);
    bobbin_record_alive();
    bobbin_record_alive();
    expect_counters(5, 0);
    reboot();
    expect_counters(5, 0);
    expect_last(5);
    put_crash(6);
    reboot();
    expect_counters(6, 1);
    expect_last(6);
}

static bool try_alive(void)
{
    if (setjmp(model.cut))
        return false;
    bobbin_record_alive();
    return true;
}

/* A cut while the flash notes that the firmware is alive loses no record. */
static void a_cut_while_alive(void **state)
{
    bool ended = false;

    (void)state;
    for (uint32_t cut = 0; !ended; cut++) {
        begin_model(3, 1024, 8);
        model.torn = cut % TORN_KINDS;
        reboot();
        put_crash(1);
        reboot();
        put_crash(2);
        reboot();
        model.until_cut = cut;
        ended = try_alive();
        reboot();
        expect_last(2);
        put_crash(3);
        reboot();
        expect_last(3);
    }
}

/* One sector cannot keep the record before while the next one is written. */
static void one_sector_is_refused(void **state)
{
    uint32_t lines;

    (void)state;
    begin_model(1, 4096, 8);
    reboot();
    put_crash(1);
    assert_int_equal(model.erases[0], 0);
    assert_int_equal(last_crash(&lines), 0);
    assert_false(bobbin_record_flash_prepare(&flash));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_survive_resets),
        cmocka_unit_test(reports_of_one_boot),
        cmocka_unit_test(a_cut_loses_at_most_the_newest_record),
        cmocka_unit_test(many_cuts_in_a_row),
        cmocka_unit_test(worn_sectors_are_skipped),
        cmocka_unit_test(the_newest_record_is_never_erased),
        cmocka_unit_test(a_sector_fails_during_a_report),
        cmocka_unit_test(a_prepared_sector_is_not_erased_again),
        cmocka_unit_test(crash_loops_are_counted),
        cmocka_unit_test(a_cut_while_alive),
        cmocka_unit_test(one_sector_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
