/* SPDX-License-Identifier: MIT */
/* Counting of reports: sets, time stamps, groups. tests/fleet/ has logs of a whole fleet. */
#include "triage/triage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "report/log_time.h"

/* ---- sets ------------------------------------------------------------------------------------ */

static void sets_are_exact_up_to_their_limit(void **state)
{
    struct hash_set set = {0};

    (void)state;
    for (uint64_t i = 0; i < 1000; i++)
        assert_true(hash_set_add(&set, hash_mix(0, i), 1000));
    for (uint64_t i = 0; i < 1000; i++)
        assert_false(hash_set_add(&set, hash_mix(0, i), 1000));
    assert_true(hash_set_add(&set, 0, SIZE_MAX));
    assert_false(hash_set_add(&set, 0, SIZE_MAX));
    assert_int_equal(hash_set_count(&set), 1001);
    assert_int_equal(set.level, 0);
    hash_set_free(&set);
}

/* Ten standard errors; the hashes are the same in each run. */
static void larger_sets_are_estimates(void **state)
{
    static const uint64_t counts[] = {2000, 30000, 400000};

    (void)state;
    for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
        struct hash_set set = {0};
        double error;
        for (int twice = 0; twice < 2; twice++)
            for (uint64_t i = 0; i < counts[c]; i++)
                hash_set_add(&set, hash_mix(1, i), 1000);
        error = (double)hash_set_count(&set) / (double)counts[c] - 1;
        assert_true(set.level > 0);
        assert_true(set.used <= 1000);
        assert_true(fabs(error) < 10 * 1.2 / sqrt(1000));
        hash_set_free(&set);
    }
}

/* ---- time stamps ----------------------------------------------------------------------------- */

/* The milliseconds are those of `date -u -d "..." +%s`. */
static void time_stamps_are_found(void **state)
{
    static const struct {
        const char *text;
        int64_t time_ms;
    } stamps[] = {
        {"2026-11-27T10:26:03Z ", 1795775163000},
        {"2026-11-27 10:26:03.5 ", 1795775163500},
        {"[2026-11-27 10:26:03,123] pump:", 1795775163123},
        {"2026/11/27 10:26:03 ", 1795775163000},
        {"<13>1 2026-11-27T12:26:03.000001+02:00 host app ", 1795775163000},
        {"2026-11-27T08:56:03-01:30", 1795775163000},
        {"1795775163.250 ", 1795775163250},
        {"1795775163: ", 1795775163000},
        {"2024-02-29T23:59:59Z", 1709251199000},
    };
    static const char *const none[] = {
        "",
        "Nov 27 10:26:03 host ",
        "[  123.456] ",
        "10:26:03 ",
        "2026-13-01 00:00:00",
        "2026-11-27",
        "12026-11-27 10:26:03",
        "17957751631 ",
        "0x1795775163ab",
    };
    int64_t time_ms;
    char text[LOG_TIME_BYTES];

    (void)state;
    for (size_t i = 0; i < sizeof(stamps) / sizeof(stamps[0]); i++) {
        time_ms = 0;
        assert_true(log_time_find(stamps[i].text, &time_ms));
        assert_int_equal(time_ms, stamps[i].time_ms);
    }
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_false(log_time_find(none[i], &time_ms));
    assert_string_equal(log_time_text(1795775163250, text), "2026-11-27T10:26:03.250Z");
}

/* ---- groups ---------------------------------------------------------------------------------- */

static const struct triage_row pump = {
    .place = {.log = "a.log", .line = 1},
    .signature = "1:abort:f",
    .device = "pump",
    .token = "0123456789",
    .build_id = "aa",
    .name = "",
    .cause = "abort",
    .cause_text = "abort called",
};

static void add(struct triage *triage, struct triage_row row, unsigned long line)
{
    row.place.line = line;
    triage_add(triage, &row);
}

static void a_report_counts_once(void **state)
{
    struct triage triage = {.exact_max = 100, .remembered_min = 100};
    struct triage_row other = pump;

    (void)state;
    add(&triage, pump, 1);
    add(&triage, pump, 20);
    other.device = "valve"; /* its token may be the same by chance */
    add(&triage, other, 30);
    other = pump;
    other.token = "";
    add(&triage, other, 40);
    add(&triage, other, 50);
    triage_sort(&triage);
    assert_int_equal(triage.groups_count, 1);
    assert_int_equal(triage.groups[0].count, 4);
    assert_int_equal(hash_set_count(&triage.groups[0].devices), 2);
    assert_int_equal(triage.repeated, 1);
    triage_free(&triage);
}

/* At least the last REMEMBERED_MIN reports are remembered; memory does not grow. */
static void old_reports_are_forgotten(void **state)
{
    struct triage triage = {.exact_max = 100, .remembered_min = 100};
    struct triage_row row = pump;
    char token[16];

    (void)state;
    row.token = token;
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(token, sizeof(token), "%u", i);
        assert_true(triage_add(&triage, &row));
        snprintf(token, sizeof(token), "%u", i < 100 ? 0 : i - 99);
        assert_false(triage_add(&triage, &row));
        assert_true(triage.newest.used <= 100 && triage.previous.used <= 100);
    }
    snprintf(token, sizeof(token), "%u", 0);
    assert_true(triage_add(&triage, &row));
    triage_free(&triage);
}

static void groups_have_places_builds_and_an_example(void **state)
{
    struct triage triage = {.exact_max = 100, .remembered_min = 100};
    struct triage_row row = pump;
    const struct triage_group *group;

    (void)state;
    row.token = "";
    row.damaged = true;
    row.place.has_time = true;
    row.place.time_ms = 5000;
    add(&triage, row, 1);
    row.damaged = false;
    row.place.time_ms = 3000;
    row.build_id = "bb";
    add(&triage, row, 2);
    row.place.time_ms = 9000;
    add(&triage, row, 3);
    row.place.has_time = false; /* says nothing about the others */
    add(&triage, row, 4);
    row.signature = "1:abort:g";
    add(&triage, row, 5);
    triage_sort(&triage);
    group = &triage.groups[0];
    assert_string_equal(group->signature, "1:abort:f");
    assert_int_equal(group->count, 4);
    assert_int_equal(group->first.line, 2);
    assert_int_equal(group->last.line, 3);
    assert_int_equal(group->example.line, 2);
    assert_int_equal(group->named_count, 2);
    assert_string_equal(group->named[1].build_id, "bb");
    assert_int_equal(group->named[1].count, 3);
    assert_int_equal(triage.groups[1].count, 1);
    assert_int_equal(triage.damaged, 1);
    triage_free(&triage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_exact_up_to_their_limit),
        cmocka_unit_test(larger_sets_are_estimates),
        cmocka_unit_test(time_stamps_are_found),
        cmocka_unit_test(a_report_counts_once),
        cmocka_unit_test(old_reports_are_forgotten),
        cmocka_unit_test(groups_have_places_builds_and_an_example),
    };

    return cmocka_run_group_tests_name("triage", tests, NULL, NULL);
}
