/* SPDX-License-Identifier: MIT */
/*
 * Raw samples from rings. Each sample of all captures must be found once, in time order, with its
 * stack.
 */
#include "profile/profile_merge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "made_capture.h"

#define RUN 7

enum { IN_WORK, IN_MAIN, NODES }; /* numbers of the nodes */

struct fixture {
    struct profile profile;
    struct made_capture made;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    profile_init(&fixture->profile);
    fixture->profile.raw.wanted = true;
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;

    profile_free(&fixture->profile);
    free(fixture);
    return 0;
}

static void begin(struct fixture *fixture, uint32_t run, uint32_t processor, uint32_t flags)
{
    const struct made_context context = {.stop = 1};

    fixture->made = (struct made_capture){.run = run, .processor = processor, .flags = flags};
    made_context_add(&fixture->made, &context);
    made_node_add(&fixture->made, PROFILE_AT_CONTEXT, 0x1000, 2);
    made_node_add(&fixture->made, PROFILE_AT_CONTEXT, 0x2000, 3);
    fixture->made.nodes[IN_MAIN].charged = 1;
}

/* NEWEST: the stacks of this capture count, too. */
static void end(struct fixture *fixture, uint32_t written, bool newest)
{
    struct buffer bytes = {0};
    struct capture capture = {0};

    fixture->made.ring_written = written;
    made_capture_write(&fixture->made, 3, &bytes);
    assert_null(capture_open(&capture, &(struct capture_bytes){bytes.bytes, bytes.size, NULL}));
    if (newest)
        profile_merge(&fixture->profile, &capture, 0);
    else
        profile_merge_raw(&fixture->profile, &capture, 0);
    free(bytes.bytes);
    made_capture_free(&fixture->made);
}

/* The raw samples must have these NUMBERS and TIMES. */
static void check(struct fixture *fixture, const uint32_t *numbers, const uint32_t *times,
                  size_t count)
{
    const struct raw_samples *raw = &fixture->profile.raw;

    profile_sort(&fixture->profile);
    assert_int_equal(raw->count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(raw->samples[i].number, numbers[i]);
        assert_int_equal(raw->samples[i].time, times[i]);
    }
}

static uint64_t key_of(const struct fixture *fixture, size_t sample)
{
    return fixture->profile.stacks.nodes[fixture->profile.raw.samples[sample].node].key;
}

static void a_written_ring_has_the_last_ones(void **state)
{
    struct fixture *fixture = *state;

    begin(fixture, RUN, 0, 0);
    made_raw_add(&fixture->made, 10, IN_MAIN);
    made_raw_add(&fixture->made, 20, PROFILE_AT_NOWHERE);
    made_raw_add(&fixture->made, 30, IN_WORK);
    made_raw_add(&fixture->made, 40, IN_MAIN | PROFILE_AT_CHARGED);
    end(fixture, 9, true);
    check(fixture, (uint32_t[]){5, 7, 8}, (uint32_t[]){10, 30, 40}, 3);
    assert_int_equal(key_of(fixture, 0), profile_key(PROFILE_INTERRUPTED, 0x2000));
    assert_int_equal(key_of(fixture, 1), profile_key(PROFILE_INTERRUPTED, 0x1000));
    assert_int_equal(key_of(fixture, 2), profile_key(PROFILE_CHARGED, 0));
}

/* A ring of four entries after WRITTEN samples. */
static void live_ring(struct fixture *fixture, uint32_t written)
{
    begin(fixture, RUN, 0, PROFILE_FLAG_LIVE);
    for (uint32_t i = 0; i < 4; i++)
        made_raw_add(&fixture->made, i, IN_MAIN);
    end(fixture, written, true);
}

static void a_live_ring_begins_anywhere(void **state)
{
    live_ring(*state, 6);
    check(*state, (uint32_t[]){2, 3, 4, 5}, (uint32_t[]){2, 3, 0, 1}, 4);
}

static void a_live_ring_may_have_room(void **state)
{
    live_ring(*state, 2);
    check(*state, (uint32_t[]){0, 1}, (uint32_t[]){0, 1}, 2);
}

/* If captures are written often enough, no sample is missing. */
static void captures_of_a_run_go_on_from_each_other(void **state)
{
    struct fixture *fixture = *state;

    for (uint32_t last = 5; last >= 3; last--) {
        begin(fixture, RUN, 0, 0);
        for (uint32_t number = last - 2; number <= last; number++)
            made_raw_add(&fixture->made, 100 * number, IN_WORK);
        end(fixture, last + 1, last == 5);
    }
    check(fixture, (uint32_t[]){1, 2, 3, 4, 5}, (uint32_t[]){100, 200, 300, 400, 500}, 5);
}

static void other_processors_and_runs_have_their_own(void **state)
{
    static const uint32_t runs[][2] = {{RUN, 1}, {RUN, 0}, {RUN - 1, 0}, {0, 0}, {0, 0}};
    struct fixture *fixture = *state;

    for (uint32_t i = 0; i < 5; i++) {
        begin(fixture, runs[i][0], runs[i][1], 0);
        made_raw_add(&fixture->made, 10 * i, IN_MAIN);
        end(fixture, 1, true);
    }
    check(fixture, (uint32_t[]){0, 0, 0, 0, 0}, (uint32_t[]){30, 40, 20, 10, 0}, 5);
}

static void what_is_no_stack_is_left_out(void **state)
{
    struct fixture *fixture = *state;

    begin(fixture, RUN, 0, 0);
    fixture->made.nodes[IN_WORK].count = 0;
    made_raw_add(&fixture->made, 1, IN_WORK);
    made_raw_add(&fixture->made, 2, NODES);
    made_raw_add(&fixture->made, 3, PROFILE_AT_CONTEXT | 9);
    made_raw_add(&fixture->made, 4, PROFILE_AT_CONTEXT | PROFILE_AT_CHARGED);
    end(fixture, 4, true);
    check(fixture, NULL, NULL, 0);
}

static void none_are_kept_unless_wanted(void **state)
{
    struct fixture *fixture = *state;

    fixture->profile.raw.wanted = false;
    begin(fixture, RUN, 0, 0);
    made_raw_add(&fixture->made, 1, IN_WORK);
    end(fixture, 1, true);
    assert_int_equal(fixture->profile.raw.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_written_ring_has_the_last_ones, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_live_ring_begins_anywhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_live_ring_may_have_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(captures_of_a_run_go_on_from_each_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_processors_and_runs_have_their_own, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_stack_is_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(none_are_kept_unless_wanted, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
