/* SPDX-License-Identifier: MIT */
/* Which captures are counted, and the messages for those that are not. */
#include "profile/profile_load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "made_capture.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

enum { FILES_MAX = 8, BUILD = 0x11, OTHER_BUILD = 0x22 };

struct fixture {
    char directory[64];
    char *names[FILES_MAX];
    size_t count;
    struct named_image image;
    struct image_list images;
    struct profile profile;
    struct profile_totals totals;
};

/* A capture and its content. */
struct one {
    uint8_t build;
    uint32_t run, epoch, processor, snapshot;
    uint32_t samples;
    uint32_t cut; /* bytes missing at its end */
    uint32_t clock_hz, period_ticks;
    uint32_t flags;
};

static int setup(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    strcpy(fixture->directory, P_tmpdir "/test_profile_load.XXXXXX");
    assert_non_null(mkdtemp(fixture->directory));
    fixture->image.image.path = "image";
    fixture->image.image.build_id_size = 4;
    memset(fixture->image.image.build_id, BUILD, 4);
    fixture->images = (struct image_list){&fixture->image, 1};
    profile_init(&fixture->profile);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;

    for (size_t i = 0; i < fixture->count; i++) {
        unlink(fixture->names[i]);
        free(fixture->names[i]);
    }
    rmdir(fixture->directory);
    profile_totals_free(&fixture->totals);
    profile_free(&fixture->profile);
    free(fixture);
    return 0;
}

static void add(struct fixture *fixture, const struct one *one)
{
    struct made_capture made = {
        .build_id_size = one->build ? 4 : 0,
        .run = one->run,
        .epoch = one->epoch,
        .processor = one->processor,
        .snapshot = one->snapshot,
        .clock_hz = one->clock_hz,
        .timer_hz = 1000000,
        .period_ticks = one->period_ticks,
        .flags = one->flags,
        .elapsed = 1000,
        .cost = 100,
    };
    const struct made_context context = {.stop = 1};
    struct buffer out = {0};
    char path[96];

    memset(made.build_id, one->build, made.build_id_size);
    made_context_add(&made, &context);
    made_node_add(&made, PROFILE_AT_CONTEXT, 0x1000, one->samples / 2);
    made_node_add(&made, PROFILE_AT_CONTEXT, 0x2000, one->samples - one->samples / 2);
    made_capture_write(&made, 0, &out);
    snprintf(path, sizeof(path), "%s/%zu", fixture->directory, fixture->count);
    fixture->names[fixture->count++] = must_strdup(path);
    assert_int_equal(output_write(path, out.bytes, out.size - one->cut, NULL), STATUS_GOOD);
    made_capture_free(&made);
    free(out.bytes);
}

static int load(struct fixture *fixture, bool force)
{
    struct profile_load_options options = {
        .paths = fixture->names, .paths_count = fixture->count, .force = force};

    return profile_load(&fixture->profile, &fixture->totals, &fixture->images, &options);
}

static void runs_are_added_up(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = BUILD, .run = 1, .samples = 100});
    add(fixture, &(struct one){.build = BUILD, .run = 2, .samples = 10});
    add(fixture, &(struct one){.build = BUILD, .run = 2, .epoch = 1, .samples = 20});
    add(fixture, &(struct one){.build = BUILD, .run = 2, .processor = 1, .samples = 30});
    add(fixture, &(struct one){.build = BUILD, .samples = 3});
    add(fixture, &(struct one){.build = BUILD, .samples = 4});
    assert_int_equal(load(fixture, false), STATUS_GOOD);
    assert_int_equal(fixture->totals.samples, 167);
    assert_int_equal(fixture->totals.captures, 6);
}

static void of_one_run_the_newest_counts(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = BUILD, .run = 1, .snapshot = 3, .samples = 100});
    add(fixture, &(struct one){.build = BUILD, .run = 1, .snapshot = 10, .samples = 300});
    add(fixture, &(struct one){.build = BUILD, .run = 1, .snapshot = 9, .samples = 200});
    assert_int_equal(load(fixture, false), STATUS_GOOD);
    assert_int_equal(fixture->totals.samples, 300);
    assert_int_equal(fixture->totals.older, 2);
}

static void a_whole_one_counts_before_a_damaged_one(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = BUILD, .run = 1, .snapshot = 3, .samples = 100});
    add(fixture, &(struct one){.build = BUILD, .run = 1, .snapshot = 4, .samples = 300, .cut = 20});
    assert_int_equal(load(fixture, false), STATUS_PROBLEMS);
    assert_int_equal(fixture->totals.samples, 100);
    assert_int_equal(fixture->totals.lost, 200);
}

static void what_is_cut_off_is_lost_and_counted(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = BUILD, .run = 1, .samples = 101, .cut = 20});
    assert_int_equal(load(fixture, false), STATUS_PROBLEMS);
    assert_int_equal(fixture->totals.samples, 50);
    assert_int_equal(fixture->totals.lost, 51);
    assert_int_equal(fixture->totals.damaged, 1);
}

static void other_builds_are_left_out(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = OTHER_BUILD, .run = 1, .samples = 7});
    add(fixture, &(struct one){.build = BUILD, .run = 1, .samples = 5});
    assert_int_equal(load(fixture, false), STATUS_PROBLEMS);
    assert_int_equal(fixture->totals.samples, 5);
    assert_int_equal(fixture->totals.other_builds, 1);
    assert_int_equal(fixture->totals.other_builds_samples, 7);
}

static void but_for_force(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = OTHER_BUILD, .run = 1, .samples = 7});
    add(fixture, &(struct one){.build = BUILD, .run = 1, .samples = 5});
    assert_int_equal(load(fixture, true), STATUS_PROBLEMS);
    assert_int_equal(fixture->totals.samples, 12);
}

static void no_build_id_is_the_only_image(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.samples = 7});
    assert_int_equal(load(fixture, false), STATUS_GOOD);
    assert_int_equal(fixture->totals.samples, 7);
}

static void no_samples_are_a_problem(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = BUILD});
    assert_int_equal(load(fixture, false), STATUS_PROBLEMS);
}

static void clocks_are_added_up_as_time(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = BUILD, .run = 1, .samples = 1, .clock_hz = 1000000});
    add(fixture, &(struct one){.build = BUILD, .run = 2, .samples = 1, .clock_hz = 1000});
    add(fixture, &(struct one){.build = BUILD, .run = 3, .samples = 1});
    assert_int_equal(load(fixture, false), STATUS_GOOD);
    assert_int_equal(fixture->totals.timed_ns, 1000000 + 1000000000);
    assert_int_equal(fixture->totals.cost_ns, 100000 + 100000000);
    assert_int_equal(fixture->totals.timed, 2);
}

static void one_period_is_known_and_two_are_none(void **state)
{
    struct fixture *fixture = *state;

    add(fixture, &(struct one){.build = BUILD, .run = 1, .samples = 1, .period_ticks = 1500});
    add(fixture, &(struct one){.build = BUILD, .run = 2, .samples = 1, .period_ticks = 1500});
    assert_int_equal(load(fixture, false), STATUS_GOOD);
    assert_true(fixture->totals.period_ns == 1.5e6);
    add(fixture, &(struct one){.build = BUILD, .run = 3, .samples = 1, .period_ticks = 1501});
    assert_int_equal(load(fixture, false), STATUS_GOOD);
    assert_true(fixture->totals.period_ns == 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(runs_are_added_up),
        TEST(of_one_run_the_newest_counts),
        TEST(a_whole_one_counts_before_a_damaged_one),
        TEST(what_is_cut_off_is_lost_and_counted),
        TEST(other_builds_are_left_out),
        TEST(but_for_force),
        TEST(no_build_id_is_the_only_image),
        TEST(no_samples_are_a_problem),
        TEST(clocks_are_added_up_as_time),
        TEST(one_period_is_known_and_two_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
