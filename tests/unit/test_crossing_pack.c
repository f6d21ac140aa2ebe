/* SPDX-License-Identifier: MIT */
/* The short form of the programs of crossings: what it joins, what it must not join, and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "handmade_crossings.h"
#include "rows/crossing_pack.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))
#define IN_SVC       3u
#define END_IRQ      CROSS_END(4u, 4u, IRQ, 6u, 0u)
#define END_SVC      CROSS_END(0u, 0u, SVC, 2u, 1u)

static void expect_packed(const uint32_t *program, uint32_t count, const uint32_t *expected,
                          uint32_t expected_count)
{
    uint32_t packed[CROSSING_PACK_MAX];

    assert_int_equal(crossing_pack(program, count, IN_SVC, packed), expected_count);
    for (uint32_t i = 0; i < expected_count; i++)
        assert_int_equal(packed[i], expected[i]);
}

#define EXPECT(program, ...)                                                                       \
    do {                                                                                           \
        const uint32_t expected[] = {__VA_ARGS__};                                                 \
        expect_packed(program, COUNT(program), expected, COUNT(expected));                         \
    } while (0)

static void sp_and_lr_of_the_mode_are_13_and_14(void **state)
{
    (void)state;
    static const uint32_t program[] = {
        CROSS(AT_SP + SVC, BY_NUMBER, 8), CROSS(AT_LR + SVC, BY_REGISTER, AT_SP + SVC),
        CROSS(AT_SP + IRQ, BY_REGISTER, AT_LR + SVC), CROSS_WORD(0, AT_SP + SVC), END_IRQ};
    uint32_t packed[CROSSING_PACK_MAX];

    EXPECT(program, CROSS(13, BY_NUMBER, 8), CROSS(14, BY_REGISTER, 13),
           CROSS(AT_SP + IRQ, BY_REGISTER, 14), CROSS_WORD(0, AT_SP + SVC), END_IRQ);
    /* In code of several modes no bank is that of the mode. */
    assert_int_equal(crossing_pack(program, COUNT(program), CROSS_ANY, packed), COUNT(program));
    assert_memory_equal(packed, program, sizeof(program));
}

static void a_return_is_one_list(void **state)
{
    (void)state;
    static const uint32_t pair[] = {CROSS(AT_PC, BY_SLOT, 8), CROSS(AT_PSR, BY_SLOT, 12),
                                    CROSS(AT_SP + SVC, BY_NUMBER, 16), END_IRQ};
    static const uint32_t list[] = {CROSS(PLUS, BY_SLOT, 0), CROSS_LIST(LIST_LOAD, 0xd00fu, 2),
                                    CROSS(AT_PSR, BY_SLOT, 36), CROSS(AT_SP + SVC, BY_NUMBER, 40),
                                    END_IRQ};
    static const uint32_t apart[] = {CROSS_LIST(LIST_LOAD, 0x100fu, 0),
                                     CROSS(AT_BASE, BY_NUMBER, 20),
                                     CROSS(AT_PC, BY_SLOT, 0),
                                     CROSS(AT_BASE, BY_NUMBER, 4),
                                     CROSS(AT_PSR, BY_SLOT, 0),
                                     CROSS(AT_SP + SVC, BY_NUMBER, 4),
                                     END_IRQ};

    EXPECT(pair, CROSS_LIST(LIST_LOAD, 0x1a000u, 2), END_IRQ);
    EXPECT(list, CROSS(PLUS, BY_SLOT, 0), CROSS_LIST(LIST_LOAD, 0x1f00fu, 2), END_IRQ);
    EXPECT(apart, CROSS_LIST(LIST_LOAD, 0x1b00fu, 0), END_IRQ);
}

static void a_list_sets_sp_after_it(void **state)
{
    (void)state;
    static const uint32_t list[] = {CROSS_LIST(LIST_LOAD, 0x900fu, 1),
                                    CROSS(AT_SP + SVC, BY_NUMBER, 28), END_IRQ};
    static const uint32_t lower[] = {CROSS_LIST(LIST_LOAD, 0x900fu, 1),
                                     CROSS(AT_SP + SVC, BY_NUMBER, 24), END_IRQ};
    static const uint32_t skipped[] = {CROSS_SKIP(SKIP_ZERO, BY_SLOT, 0, 1),
                                       CROSS_LIST(LIST_LOAD, 0x900fu, 1),
                                       CROSS(AT_SP + SVC, BY_NUMBER, 28), END_IRQ};
    uint32_t packed[] = {CROSS_LIST(LIST_LOAD, 0xb00fu, 1), END_IRQ}, word[6];

    EXPECT(list, CROSS_LIST(LIST_LOAD, 0xb00fu, 1), END_IRQ);
    EXPECT(lower, CROSS_LIST(LIST_LOAD, 0x900fu, 1), CROSS(13, BY_NUMBER, 24), END_IRQ);
    EXPECT(skipped, CROSS_SKIP(SKIP_ZERO, BY_SLOT, 0, 1), CROSS_LIST(LIST_LOAD, 0x900fu, 1),
           CROSS(13, BY_NUMBER, 28), END_IRQ);
    assert_int_equal(crossing_unpack(packed, 2, IN_SVC, word), COUNT(list));
    assert_memory_equal(word, list, sizeof(list));
}

/* The exception has overwritten lr of SVC mode, so any word may be loaded to it. */
static void a_list_may_have_an_lr_that_is_lost(void **state)
{
    (void)state;
    static const uint32_t lost[] = {CROSS_LIST(LIST_LOAD, 0x100fu, 0), CROSS(AT_PC, BY_SLOT, 24),
                                    CROSS(AT_PSR, BY_SLOT, 28), CROSS(AT_SP + SVC, BY_NUMBER, 32),
                                    END_SVC};
    static const uint32_t kept[] = {CROSS_LIST(LIST_LOAD, 0x100fu, 0), CROSS(AT_PC, BY_SLOT, 24),
                                    CROSS(AT_PSR, BY_SLOT, 28), CROSS(AT_SP + SVC, BY_NUMBER, 32),
                                    END_IRQ};

    EXPECT(lost, CROSS_LIST(LIST_LOAD, 0x1f00fu, 0), END_SVC);
    EXPECT(kept, CROSS_LIST(LIST_LOAD, 0x100fu, 0), CROSS_LIST(LIST_LOAD, 0x1a000u, 6), END_IRQ);
}

static void what_is_no_return_stays(void **state)
{
    (void)state;
    static const uint32_t programs[][4] = {
        {CROSS(AT_PC, BY_SLOT, 4), CROSS(AT_PSR, BY_SLOT, 0), CROSS(13, BY_NUMBER, 8), END_IRQ},
        {CROSS(AT_PC, BY_SLOT, 0), CROSS(AT_PSR, BY_SLOT, 8), CROSS(13, BY_NUMBER, 12), END_IRQ},
        {CROSS(AT_PC, BY_SLOT, 0), CROSS(AT_PSR, BY_SLOT, 4), CROSS(13, BY_NUMBER, 12), END_IRQ},
        {CROSS(AT_PC, BY_SLOT, 2), CROSS(AT_PSR, BY_SLOT, 6), CROSS(13, BY_NUMBER, 10), END_IRQ},
        {CROSS(AT_PC, BY_SLOT, 0), CROSS(AT_PSR, BY_SLOT, 4), CROSS(AT_SP + IRQ, BY_NUMBER, 8),
         END_IRQ},
        {CROSS(AT_PC, BY_REGISTER, 0), CROSS(AT_PSR, BY_SLOT, 4), CROSS(13, BY_NUMBER, 8), END_IRQ},
        {CROSS(AT_PC, BY_SLOT, 512), CROSS(AT_PSR, BY_SLOT, 516), CROSS(13, BY_NUMBER, 520),
         END_IRQ},
    };

    for (uint32_t i = 0; i < COUNT(programs); i++)
        expect_packed(programs[i], 4, programs[i], 4);
}

/* A step that skips to the middle of a return, or over it, forbids that it becomes one step. */
static void a_skip_to_a_return_keeps_its_steps(void **state)
{
    (void)state;
    for (uint32_t words = 0; words <= 4; words++) {
        const uint32_t program[] = {CROSS_SKIP(SKIP_ZERO, BY_SLOT, 0, words),
                                    CROSS_WORD(0, 7),
                                    CROSS(AT_PC, BY_SLOT, 0),
                                    CROSS(AT_PSR, BY_SLOT, 4),
                                    CROSS(13, BY_NUMBER, 8),
                                    END_IRQ};
        if (words > 2)
            expect_packed(program, COUNT(program), program, COUNT(program));
        else
            EXPECT(program, CROSS_SKIP(SKIP_ZERO, BY_SLOT, 0, words), CROSS_WORD(0, 7),
                   CROSS_LIST(LIST_LOAD, 0x1a000u, 0), END_IRQ);
    }
}

static void the_long_form_names_banks_and_single_steps(void **state)
{
    (void)state;
    static const uint32_t packed[] = {CROSS(14, BY_SLOT, 4), CROSS_WORD(AT_BASE, 13),
                                      CROSS_LIST(LIST_LOAD, 0x1b001u, 1), END_IRQ,
                                      CROSS(0, BY_SLOT, 0)};
    static const uint32_t expected[] = {
        CROSS(AT_LR + SVC, BY_SLOT, 4),    CROSS_WORD(AT_BASE, 13),
        CROSS_LIST(LIST_LOAD, 0x9001u, 1), CROSS(AT_PSR, BY_SLOT, 16),
        CROSS(AT_SP + SVC, BY_NUMBER, 20), END_IRQ};
    uint32_t word[3 * COUNT(packed)];

    assert_int_equal(crossing_unpack(packed, COUNT(packed), IN_SVC, word), COUNT(expected));
    assert_memory_equal(word, expected, sizeof(expected));
}

/* The program ends with its last END, to which the skip leads. */
static void the_long_form_has_both_parts_after_a_skip(void **state)
{
    (void)state;
    static const uint32_t packed[] = {CROSS_SKIP(SKIP_ZERO, BY_SLOT, 0, 2),
                                      CROSS(AT_PC, BY_SLOT, 0),
                                      END_IRQ,
                                      CROSS(AT_PC, BY_SLOT, 4),
                                      END_IRQ,
                                      CROSS(0, BY_SLOT, 0)};
    uint32_t word[3 * COUNT(packed)];

    assert_int_equal(crossing_unpack(packed, COUNT(packed), IN_SVC, word), COUNT(packed) - 1);
    assert_memory_equal(word, packed, sizeof(packed) - sizeof(*packed));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sp_and_lr_of_the_mode_are_13_and_14),
        cmocka_unit_test(a_return_is_one_list),
        cmocka_unit_test(a_list_sets_sp_after_it),
        cmocka_unit_test(a_list_may_have_an_lr_that_is_lost),
        cmocka_unit_test(what_is_no_return_stays),
        cmocka_unit_test(a_skip_to_a_return_keeps_its_steps),
        cmocka_unit_test(the_long_form_names_banks_and_single_steps),
        cmocka_unit_test(the_long_form_has_both_parts_after_a_skip),
    };
    return cmocka_run_group_tests_name("crossing_pack", tests, NULL, NULL);
}
