/* SPDX-License-Identifier: MIT */
/* Sums by function, callers, callees and lines, for a profile that can be counted by hand. */
#include "profile/profile_calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "profile/output/outputs.h"
#include "profile/profile_lines.h"
#include "profile/profile_neighbours.h"

enum { MAIN, WORK, SORT, LEAF, TRUNCATED, FUNCTIONS };

static struct profile_function functions[FUNCTIONS] = {
    [MAIN] = {"main", "main", "main.c", "main.c", 1},
    [WORK] = {"work", "work", "work.c", "work.c", 10},
    [SORT] = {"sort<int; 2>(int*)", "_Z4sort", "sort.h", "sort.h", 20},
    [LEAF] = {"leaf", NULL, "work.c", "work.c", 30},
    [TRUNCATED] = {"[truncated: depth]", NULL, NULL, NULL, 0},
};

/*
 * Numbers of the locations. A location has its levels innermost first. INLINED is leaf, inlined
 * into sort.
 */
enum { IN_MAIN, IN_WORK, IN_WORK_2, IN_SORT, INLINED, COMPLETE, CUT };

static struct profile_level levels[] = {
    {MAIN, 2, "main.c"},  {WORK, 11, "work.c"}, {WORK, 12, "work.c"}, {SORT, 21, "sort.h"},
    {LEAF, 31, "work.c"}, {SORT, 22, "sort.h"}, {TRUNCATED, 0, NULL},
};

static struct profile_location locations[] = {
    [IN_MAIN] = {.levels_first = 0, .levels_count = 1, .key = 1ull << 32},
    [IN_WORK] = {.levels_first = 1, .levels_count = 1, .key = 1ull << 32 | 1},
    [IN_WORK_2] = {.levels_first = 2, .levels_count = 1, .key = 1ull << 32 | 2},
    [IN_SORT] = {.levels_first = 3, .levels_count = 1, .key = 1ull << 32 | 3},
    [INLINED] = {.levels_first = 4, .levels_count = 2, .key = 1ull << 32 | 4},
    [COMPLETE] = {.levels_first = 0, .levels_count = 0},
    [CUT] = {.levels_first = 6, .levels_count = 1},
};

struct fixture {
    struct profile profile;
    struct profile_names names;
    struct profile_calls calls;
    struct image_list images;
    struct named_image image;
    struct profile_totals totals;
};

/* Adds COUNT samples of a stack. STACK has locations, outermost first, and ends with -1. */
static void add(struct fixture *fixture, const int *stack, uint64_t count)
{
    struct stack_tree *stacks = &fixture->profile.stacks;
    const struct sample_context context = {.stop = stack[0] == CUT ? BOBBIN_STOP_DEPTH
                                                                   : BOBBIN_STOP_OUTERMOST};
    uint32_t at = profile_context(&fixture->profile, &context);

    fixture->names.location_of[at] = (uint32_t)stack[0];
    while (*++stack >= 0) {
        at = stack_tree_child(stacks, at, locations[*stack].key);
        fixture->names.location_of[at] = (uint32_t)*stack;
    }
    stacks->nodes[at].count += count;
}

static int setup(void **state)
{
    static uint32_t location_of[64];
    struct fixture *fixture = calloc(1, sizeof(*fixture));

    profile_init(&fixture->profile);
    fixture->image.image.path = "fw.elf";
    fixture->images = (struct image_list){&fixture->image, 1};
    fixture->names = (struct profile_names){
        .profile = &fixture->profile,
        .images = &fixture->images,
        .functions = functions,
        .functions_count = FUNCTIONS,
        .levels = levels,
        .locations = locations,
        .location_of = location_of,
    };
    add(fixture, (int[]){COMPLETE, IN_MAIN, -1}, 1);
    add(fixture, (int[]){COMPLETE, IN_MAIN, IN_WORK, -1}, 2);
    add(fixture, (int[]){COMPLETE, IN_MAIN, IN_WORK, INLINED, -1}, 4);
    add(fixture, (int[]){COMPLETE, IN_MAIN, IN_WORK, IN_SORT, IN_WORK_2, -1}, 8);
    add(fixture, (int[]){CUT, IN_SORT, INLINED, -1}, 16);
    profile_calls_make(&fixture->calls, &fixture->names);
    *state = fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *fixture = *state;

    profile_calls_free(&fixture->calls);
    profile_free(&fixture->profile);
    free(fixture);
    return 0;
}

static void a_function_counts_once_a_sample(void **state)
{
    static const uint64_t self[] = {1, 2 + 8, 0, 4 + 16, 0};
    static const uint64_t total[] = {15, 14, 4 + 8 + 16, 4 + 16, 16};
    struct fixture *fixture = *state;

    assert_int_equal(fixture->calls.samples, 31);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        assert_int_equal(fixture->calls.self[i], self[i]);
        assert_int_equal(fixture->calls.total[i], total[i]);
    }
    assert_int_equal(fixture->calls.order[0], LEAF);
    assert_int_equal(fixture->calls.order[1], WORK);
    assert_int_equal(fixture->calls.order[2], MAIN);
}

static void expect_neighbours(const struct profile_neighbour *neighbours, size_t count,
                              const struct profile_neighbour *expected, size_t expected_count)
{
    assert_int_equal(count, expected_count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(neighbours[i].function, expected[i].function);
        assert_int_equal(neighbours[i].samples, expected[i].samples);
    }
}

static void peers_add_up_to_the_total(void **state)
{
    static const struct profile_neighbour callers[] = {{MAIN, 14}};
    static const struct profile_neighbour callees[] = {{PROFILE_UNKNOWN, 10}, {SORT, 4}};
    struct fixture *fixture = *state;
    struct profile_neighbours neighbours;

    profile_neighbours_find(&neighbours, &fixture->calls, &fixture->names, WORK);
    expect_neighbours(neighbours.callers, neighbours.callers_count, callers, 1);
    expect_neighbours(neighbours.callees, neighbours.callees_count, callees, 2);
    profile_neighbours_free(&neighbours);
}

static void recursion_has_one_caller_and_one_callee(void **state)
{
    static const struct profile_neighbour callers[] = {{TRUNCATED, 16}, {WORK, 12}};
    static const struct profile_neighbour callees[] = {{LEAF, 20}, {WORK, 8}};
    struct fixture *fixture = *state;
    struct profile_neighbours neighbours;

    profile_neighbours_find(&neighbours, &fixture->calls, &fixture->names, SORT);
    expect_neighbours(neighbours.callers, neighbours.callers_count, callers, 2);
    expect_neighbours(neighbours.callees, neighbours.callees_count, callees, 2);
    profile_neighbours_free(&neighbours);
    profile_neighbours_find(&neighbours, &fixture->calls, &fixture->names, MAIN);
    assert_int_equal(neighbours.callers[0].function, PROFILE_UNKNOWN);
    profile_neighbours_free(&neighbours);
}

static void lines_have_their_samples(void **state)
{
    struct fixture *fixture = *state;
    struct profile_lines lines;

    profile_lines_find(&lines, &fixture->names, SORT);
    assert_int_equal(lines.count, 2);
    assert_int_equal(lines.items[0].line, 21);
    assert_int_equal(lines.items[0].self, 0);
    assert_int_equal(lines.items[0].total, 8 + 16);
    assert_int_equal(lines.items[1].line, 22);
    assert_int_equal(lines.items[1].total, 4 + 16);
    profile_lines_free(&lines);
    profile_lines_find(&lines, &fixture->names, WORK);
    assert_int_equal(lines.items[0].self, 2);
    assert_int_equal(lines.items[0].total, 2 + 4 + 8);
    assert_int_equal(lines.items[1].self, 8);
    assert_int_equal(lines.items[1].total, 8);
    profile_lines_free(&lines);
}

static void facts_are_of_the_contexts(void **state)
{
    struct fixture *fixture = *state;
    struct profile_stack_counts counts = profile_stack_counts(&fixture->profile);

    assert_int_equal(counts.samples, 31);
    assert_int_equal(counts.truncated, 16);
    assert_int_equal(counts.by_stop[BOBBIN_STOP_DEPTH], 16);
    assert_int_equal(counts.distinct, 5);
}

static void folded_stacks_are_lines(void **state)
{
    struct fixture *fixture = *state;
    struct profile_report report = {false,           &fixture->profile, &fixture->totals,
                                    &fixture->names, &fixture->calls,   0};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    profile_write_folded(&report, out);
    fclose(out);
    assert_string_equal(text, "[truncated: depth];sort<int: 2>(int*);sort<int: 2>(int*);leaf 16\n"
                              "main 1\n"
                              "main;work 2\n"
                              "main;work;sort<int: 2>(int*);leaf 4\n"
                              "main;work;sort<int: 2>(int*);work 8\n");
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_function_counts_once_a_sample),
        TEST(peers_add_up_to_the_total),
        TEST(recursion_has_one_caller_and_one_callee),
        TEST(lines_have_their_samples),
        TEST(facts_are_of_the_contexts),
        TEST(folded_stacks_are_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
