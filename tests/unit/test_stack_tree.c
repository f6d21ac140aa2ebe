/* SPDX-License-Identifier: MIT */
#include "profile/stack_tree.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int by_key(const void *context, uint64_t a, uint64_t b)
{
    (void)context;
    return a < b ? -1 : a > b;
}

/* Adds COUNT samples. KEYS is outermost first and ends with 0. */
static void add(struct stack_tree *tree, const uint64_t *keys, uint64_t count)
{
    uint32_t at = STACK_TREE_ROOT;

    for (; *keys; keys++)
        at = stack_tree_child(tree, at, *keys);
    tree->nodes[at].count += count;
}

static const struct {
    uint64_t keys[4];
    uint64_t count;
} stacks[] = {{{7, 3}, 5}, {{2}, 1}, {{7, 1, 9}, 4}, {{7, 3}, 6}, {{7}, 2}, {{2, 7}, 0}};
#define STACKS (sizeof(stacks) / sizeof(stacks[0]))

static void add_all(struct stack_tree *tree, size_t first)
{
    stack_tree_init(tree);
    for (size_t i = 0; i < STACKS; i++)
        add(tree, stacks[(first + i) % STACKS].keys, stacks[(first + i) % STACKS].count);
}

static void a_stack_is_there_once(void **state)
{
    struct stack_tree tree;

    (void)state;
    add_all(&tree, 0);
    assert_int_equal(tree.count, 1 + 6);
    assert_int_equal(stack_tree_distinct(&tree), 4);
    stack_tree_free(&tree);
}

static void totals_are_of_all_below(void **state)
{
    struct stack_tree tree;
    uint64_t *totals;

    (void)state;
    add_all(&tree, 0);
    totals = stack_tree_totals(&tree);
    assert_int_equal(totals[STACK_TREE_ROOT], 18);
    assert_int_equal(totals[stack_tree_child(&tree, STACK_TREE_ROOT, 7)], 17);
    assert_int_equal(totals[stack_tree_child(&tree, STACK_TREE_ROOT, 2)], 1);
    free(totals);
    stack_tree_free(&tree);
}

static void sorting_makes_one_order_of_all(void **state)
{
    /* Parents before children, siblings sorted by key. The node without samples is removed. */
    static const struct stack_node expected[] = {
        {0, 0, 0}, {2, 1, 0}, {7, 2, 0}, {1, 0, 2}, {9, 4, 3}, {3, 11, 2},
    };

    (void)state;
    for (size_t first = 0; first < STACKS; first++) {
        struct stack_tree tree;
        add_all(&tree, first);
        free(stack_tree_sort(&tree, by_key, NULL));
        assert_int_equal(tree.count, sizeof(expected) / sizeof(expected[0]));
        for (size_t i = 0; i < tree.count; i++) {
            assert_int_equal(tree.nodes[i].key, expected[i].key);
            assert_int_equal(tree.nodes[i].count, expected[i].count);
            assert_int_equal(tree.nodes[i].parent, expected[i].parent);
        }
        stack_tree_free(&tree);
    }
}

static void an_empty_tree_can_be_sorted(void **state)
{
    struct stack_tree tree;

    (void)state;
    stack_tree_init(&tree);
    free(stack_tree_sort(&tree, by_key, NULL));
    assert_int_equal(tree.count, 1);
    stack_tree_free(&tree);
}

static void many_nodes_are_found_again(void **state)
{
    enum { NODES = 100000 };
    struct stack_tree tree;

    (void)state;
    stack_tree_init(&tree);
    for (uint32_t i = 0; i < NODES; i++)
        assert_int_equal(stack_tree_child(&tree, i / 3, i), i + 1);
    for (uint32_t i = 0; i < NODES; i++)
        assert_int_equal(stack_tree_child(&tree, i / 3, i), i + 1);
    assert_int_equal(tree.count, NODES + 1);
    stack_tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_is_there_once),
        cmocka_unit_test(totals_are_of_all_below),
        cmocka_unit_test(sorting_makes_one_order_of_all),
        cmocka_unit_test(an_empty_tree_can_be_sorted),
        cmocka_unit_test(many_nodes_are_found_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
