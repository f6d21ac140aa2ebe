/* SPDX-License-Identifier: MIT */
/* Each step of a crossing's program, as core/format/crossing_format.h defines it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "crossed.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* The last steps of a program: the interrupted code runs in System mode at CROSSED_CODE. */
#define TO_CODE                                                                                    \
    CROSS_WORD(AT_PSR, CROSSED_SYS), CROSS_WORD(AT_PC, CROSSED_CODE), CROSS_END(0u, 0u, IRQ, 6u, 0u)

/* Crosses from IRQ mode, or from MODE (bits 3..0), with PROGRAM. */
static void cross_in(struct crossed *crossed, uint32_t mode, const uint32_t *program,
                     uint32_t words_count)
{
    crossed_set_up(crossed, mode, program, words_count);
    crossed->cpsr = 0x10 | mode;
    crossed_begin(crossed, CROSSED_HANDLER);
    crossed_step(crossed);
}

#define CROSS_WITH(crossed, mode, ...)                                                             \
    do {                                                                                           \
        const uint32_t program[] = {__VA_ARGS__};                                                  \
        cross_in(crossed, mode, program, COUNT(program));                                          \
    } while (0)

/* What the register of PLACE is after the crossing from IRQ to System mode. */
static uint32_t value_at(const struct crossed *crossed, uint32_t place, bool *is_known)
{
    uint32_t bank;

    if (place == 13 || place == 14)
        place = (place == 13 ? AT_SP : AT_LR) + IRQ;
    else if (place == AT_SP + USR || place == AT_LR + USR)
        place = place == AT_SP + USR ? 13 : 14;
    if (place < 16) {
        *is_known = crossed->cursor.valid >> place & 1;
        return crossed->cursor.r[place];
    }
    *is_known = crossed->banks.state[place - AT_OTHER] == BOBBIN_BANKED_KNOWN;
    if (place < AT_SP)
        return crossed->banks.r8[place - AT_OTHER];
    bank = (place - AT_SP) % BANKS;
    if (place < AT_LR)
        return crossed->banks.sp[bank];
    return place < AT_SPSR ? crossed->banks.lr[bank] : crossed->banks.spsr[bank];
}

/*
 * Registers that a program of IRQ mode may set and that END neither reads nor loses. Its sp and lr
 * are 13 and 14 only.
 */
static bool is_plain(uint32_t place)
{
    return place < 14 || (place >= AT_OTHER && place < AT_SP) ||
           (place >= AT_SP && place < AT_BASE && (place - AT_SP) % BANKS != IRQ);
}

/* ---- registers ------------------------------------------------------------------------------- */

static void expect_place(uint32_t place, uint32_t step, uint32_t word, uint32_t expected)
{
    const bool has_word = (step >> 6 & 3) == BY_WORD;
    const uint32_t with[] = {step, word, TO_CODE}, without[] = {step, TO_CODE};
    struct crossed crossed;
    bool is_known;

    cross_in(&crossed, 2, has_word ? with : without, COUNT(with) - !has_word);
    assert_int_equal(value_at(&crossed, place, &is_known), expected);
    assert_true(is_known);
}

static void a_register_is_set_by_each_kind(void **state)
{
    (void)state;
    for (uint32_t place = 0; place < PLUS; place++) {
        if (!is_plain(place))
            continue;
        expect_place(place, CROSS(place, BY_SLOT, 12), 0, crossed_slot(3));
        expect_place(place, CROSS(place, BY_SLOT, -8), 0, crossed_slot(-2));
        expect_place(place, CROSS_WORD(place, 0x20000040), 0x20000040);
        expect_place(place, CROSS(place, BY_NUMBER, 20), 0, crossed_slot(5));
        expect_place(place, CROSS(place, BY_NUMBER, -4), 0, crossed_slot(-1));
    }
}

static void a_register_is_set_to_any_register(void **state)
{
    (void)state;
    static const uint32_t modes[BANKS] = {0x10, 0x11, 0x12, 0x13, 0x16, 0x17, 0x1a, 0x1b};

    for (uint32_t from = 0; from < PLUS; from++) {
        uint32_t expected = 0x100 + from;
        if (!is_plain(from))
            continue;
        if (from == 13)
            expected = crossed_slot(0);
        else if (from >= AT_SP)
            expected = crossed_banked(modes[(from - AT_SP) % BANKS],
                                      13 + (from - AT_SP) / 8 + (from >= AT_SPSR));
        else if (from >= AT_OTHER)
            expected = crossed_banked(0x11, 8 + from - AT_OTHER);
        expect_place(3, CROSS(3, BY_REGISTER, from), 0, expected);
    }
}

static void steps_see_what_steps_before_them_have_set(void **state)
{
    (void)state;
    struct crossed crossed;

    CROSS_WITH(&crossed, 2, CROSS(0, BY_REGISTER, 1), CROSS(2, BY_REGISTER, 0),
               CROSS(13, BY_NUMBER, 4), CROSS(4, BY_REGISTER, 13), CROSS(AT_SP + SVC, BY_NUMBER, 8),
               CROSS(5, BY_REGISTER, AT_SP + SVC), TO_CODE);
    assert_int_equal(crossed.cursor.r[2], 0x101);
    assert_int_equal(crossed.cursor.r[4], crossed_slot(1));
    assert_int_equal(crossed.cursor.r[5], crossed_slot(2));
    assert_int_equal(crossed.banks.sp[IRQ], crossed_slot(1)); /* 13 is sp of the code's bank */
}

static void pc_and_psr_are_set_by_each_kind(void **state)
{
    (void)state;
    static const uint32_t programs[][5] = {
        {CROSS(AT_PSR, BY_SLOT, 0), CROSS(AT_PC, BY_SLOT, 4), CROSS_END(0u, 2u, IRQ, 6u, 0u)},
        {CROSS_WORD(AT_PSR, 0x33), CROSS_WORD(AT_PC, CROSSED_CODE + 8),
         CROSS_END(0u, 2u, IRQ, 6u, 0u)},
        {CROSS(AT_PSR, BY_REGISTER, 4), CROSS(AT_PC, BY_REGISTER, 5),
         CROSS_END(0u, 2u, IRQ, 6u, 0u)},
    };

    for (uint32_t i = 0; i < COUNT(programs); i++) {
        struct crossed crossed;
        crossed_set_up(&crossed, 2, programs[i], 5);
        crossed.r[4] = crossed.stack[CROSSED_STACK_WORDS / 2] = 0x33;
        crossed.r[5] = crossed.stack[CROSSED_STACK_WORDS / 2 + 1] = CROSSED_CODE + 8;
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_step(&crossed);
        assert_int_equal(crossed.cursor.cpsr, 0x33);
        assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 6);
        assert_int_equal(crossed.cursor.r[13], crossed_banked(0x13, 13));
    }
}

/* An unknown register makes another one unknown. pc and psr must be known. */
static void what_comes_from_an_unknown_register_is_unknown(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS(0, BY_REGISTER, 4), CROSS(AT_SP + SVC, BY_REGISTER, 4),
                                       TO_CODE};
    static const uint32_t pc[] = {CROSS(AT_PC, BY_REGISTER, 4), TO_CODE};
    static const uint32_t psr[] = {CROSS(AT_PSR, BY_REGISTER, 4), CROSS_END(4u, 4u, IRQ, 6u, 0u)};
    static const uint32_t base[] = {CROSS(AT_BASE, BY_REGISTER, 4), TO_CODE};
    static const struct {
        const uint32_t *program;
        uint32_t count;
    } refused[] = {{pc, COUNT(pc)}, {psr, COUNT(psr)}, {base, COUNT(base)}};
    struct crossed crossed;

    crossed_set_up(&crossed, 2, program, COUNT(program));
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed.cursor.valid &= ~BOBBIN_VALID_R(4);
    crossed_step(&crossed);
    assert_int_equal(crossed.cursor.valid, 0xdffee);
    assert_int_equal(crossed.banks.state[BOBBIN_BANKED_SP(SVC)], BOBBIN_BANKED_LOST);
    for (uint32_t i = 0; i < COUNT(refused); i++) {
        crossed_set_up(&crossed, 2, refused[i].program, refused[i].count);
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed.cursor.valid &= ~BOBBIN_VALID_R(4);
        crossed_expect_stop(&crossed, BOBBIN_STOP_LOST, 4);
    }
}

/* r2 of the interrupted code is not known, so it is no register of the innermost frame either. */
static void an_unknown_register_is_none_of_the_innermost_frame(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS(2, BY_REGISTER, 4), TO_CODE};
    struct crossed crossed;

    crossed_set_up(&crossed, 2, program, COUNT(program));
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed.cursor.valid &= ~BOBBIN_VALID_R(4);
    crossed_step(&crossed);
    assert_false(crossed.cursor.valid & (BOBBIN_VALID_R(2) | BOBBIN_VALID_INNER(2)));
    assert_true(crossed.cursor.valid & BOBBIN_VALID_INNER(3));
}

static void a_slot_that_cannot_be_read_ends_the_trace(void **state)
{
    (void)state;
    static const uint32_t far[] = {CROSS(0, BY_SLOT, 0x1000), TO_CODE};
    static const uint32_t odd[] = {CROSS(AT_BASE, BY_NUMBER, 2), CROSS(0, BY_SLOT, 0), TO_CODE};
    struct crossed crossed;

    for (uint32_t with_window = 0; with_window < 2; with_window++) {
        crossed_set_up(&crossed, 2, far, COUNT(far));
        if (with_window)
            crossed.env.window[BOBBIN_SPACE_STACK] =
                (struct bobbin_window){crossed.stack, CROSSED_STACK, sizeof(crossed.stack)};
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_expect_stop(&crossed, BOBBIN_STOP_UNREADABLE, crossed_slot(0x400));
        crossed_set_up(&crossed, 2, odd, COUNT(odd));
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_expect_stop(&crossed, BOBBIN_STOP_UNREADABLE, crossed_slot(0) + 2);
        assert_int_equal(crossed.reads, 0);
    }
}

static void a_window_saves_the_reads_and_a_budget_limits_them(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS(0, BY_SLOT, 0), CROSS(1, BY_SLOT, 4), TO_CODE};
    struct crossed crossed;

    crossed_set_up(&crossed, 2, program, COUNT(program));
    crossed.env.window[BOBBIN_SPACE_STACK] =
        (struct bobbin_window){crossed.stack, CROSSED_STACK, sizeof(crossed.stack)};
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_step(&crossed);
    assert_int_equal(crossed.cursor.r[1], crossed_slot(1));
    assert_int_equal(crossed.reads, 0);
    crossed.env.window[BOBBIN_SPACE_STACK].size_bytes = 0;
    crossed.env.reads_max = 1;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_expect_stop(&crossed, BOBBIN_STOP_BUDGET, crossed_slot(1));
}

/* ---- BASE ------------------------------------------------------------------------------------ */

static void base_is_set_and_changed_by_each_kind(void **state)
{
    (void)state;
    static const struct {
        uint32_t step[2], base;
    } cases[] = {
        {{CROSS(AT_BASE, BY_SLOT, 4), CROSS(7, BY_REGISTER, 7)}, 1},
        {{CROSS(AT_BASE, BY_NUMBER, -12), CROSS(7, BY_REGISTER, 7)}, (uint32_t)-3},
        {{CROSS_WORD(AT_BASE, CROSSED_STACK)}, (uint32_t) - (int32_t)CROSSED_STACK_WORDS / 2},
        {{CROSS(AT_BASE, BY_REGISTER, 13), CROSS(AT_BASE, BY_NUMBER, 8)}, 2},
        {{CROSS_WORD(PLUS, 12)}, 3},
        {{CROSS_WORD(PLUS, -12)}, (uint32_t)-3},
    };

    for (uint32_t i = 0; i < COUNT(cases); i++) {
        struct crossed crossed;
        CROSS_WITH(&crossed, 2, cases[i].step[0], cases[i].step[1], CROSS(0, BY_NUMBER, 0),
                   TO_CODE);
        assert_int_equal(crossed.cursor.r[0], crossed_slot((int32_t)cases[i].base));
    }
}

static void base_moves_by_a_pad_in_a_slot_or_register(void **state)
{
    (void)state;
    for (uint32_t pad = 0; pad <= 4; pad += 4) {
        const uint32_t program[] = {CROSS(PLUS, BY_SLOT, 0), CROSS(0, BY_NUMBER, 0),
                                    CROSS(PLUS, BY_REGISTER, 2), CROSS(1, BY_NUMBER, 0), TO_CODE};
        struct crossed crossed;
        crossed_set_up(&crossed, 2, program, COUNT(program));
        crossed.stack[CROSSED_STACK_WORDS / 2] = pad;
        crossed.r[2] = 2 * pad;
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_step(&crossed);
        assert_int_equal(crossed.cursor.r[0], crossed_slot(0) + pad);
        assert_int_equal(crossed.cursor.r[1], crossed_slot(0) + 3 * pad);
    }
}

/* ---- SKIP and CHECK -------------------------------------------------------------------------- */

/* Marks in r8-r10 which of three steps were executed. */
#define MARKS CROSS_WORD(8, 1), CROSS_WORD(9, 1), CROSS_WORD(10, 1)

static void expect_skip(uint32_t place, uint32_t kind, uint32_t word, bool skips)
{
    for (uint32_t words = 0; words <= 6; words += 2) {
        struct crossed crossed;
        const uint32_t value = kind == BY_REGISTER ? 2 : 0;
        const uint32_t program[] = {CROSS_SKIP(place, kind, value, words), MARKS, TO_CODE};
        crossed_set_up(&crossed, 2, program, COUNT(program));
        crossed.stack[CROSSED_STACK_WORDS / 2] = word;
        crossed.r[2] = word;
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_step(&crossed);
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(crossed.cursor.r[8 + i], skips && 2 * i < words ? 0x108 + i : 1);
    }
}

static void a_skip_depends_on_its_operand(void **state)
{
    (void)state;
    for (uint32_t word = 0; word < 3; word++)
        for (uint32_t kind = BY_SLOT; kind <= BY_REGISTER; kind += BY_REGISTER) {
            expect_skip(SKIP_ZERO, kind, word, word == 0);
            expect_skip(SKIP_ONE, kind, word, word == 1);
        }
}

static void a_check_gives_no_rule(void **state)
{
    (void)state;
    for (uint32_t kind = NEVER; kind <= INNERMOST; kind++) {
        const uint32_t program[] = {CROSS(CHECK_STEP, kind, 0), TO_CODE};
        struct crossed crossed;
        crossed_set_up(&crossed, 2, program, COUNT(program));
        crossed_begin(&crossed, CROSSED_HANDLER);
        if (kind == INNERMOST)
            crossed_step(&crossed);
        else
            crossed_expect_stop(&crossed, BOBBIN_STOP_NO_RULE, CROSSED_HANDLER);
    }
}

static void the_exception_must_be_the_innermost(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS(CHECK_STEP, INNERMOST, 0),
                                       CROSS_WORD(AT_PC, CROSSED_HANDLER), CROSS_WORD(AT_PSR, 0x12),
                                       CROSS_END(0u, 0u, IRQ, 6u, 0u)};
    struct crossed crossed;

    crossed_set_up(&crossed, 2, program, COUNT(program));
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_step(&crossed);
    crossed_expect_stop(&crossed, BOBBIN_STOP_NO_RULE, CROSSED_HANDLER);
}

/* ---- LIST ------------------------------------------------------------------------------------ */

static void a_list_loads_ascending_words(void **state)
{
    (void)state;
    for (int32_t words = -3; words <= 3; words += 3) {
        struct crossed crossed;
        CROSS_WITH(&crossed, 2, CROSS_LIST(LIST_LOAD, 0x500bu, words), TO_CODE);
        assert_int_equal(crossed.cursor.r[0], crossed_slot(words));
        assert_int_equal(crossed.cursor.r[1], crossed_slot(words + 1));
        assert_int_equal(crossed.cursor.r[2], 0x102);
        assert_int_equal(crossed.cursor.r[3], crossed_slot(words + 2));
        assert_int_equal(crossed.cursor.r[12], crossed_slot(words + 3));
        assert_int_equal(crossed.banks.sp[IRQ], crossed_slot(0));
        assert_int_equal(crossed.reads, 5); /* and lr, which the exception then loses */
    }
}

static void a_list_loads_pc(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_LIST(LIST_LOAD, 0x8001u, 0),
                                       CROSS_WORD(AT_PSR, CROSSED_SYS),
                                       CROSS_END(0u, 0u, IRQ, 6u, 0u)};
    struct crossed crossed;

    crossed_set_up(&crossed, 2, program, COUNT(program));
    crossed.stack[CROSSED_STACK_WORDS / 2 + 1] = CROSSED_CODE + 0x20;
    crossed_begin(&crossed, CROSSED_HANDLER);
    crossed_step(&crossed);
    assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 0x20);
}

/* Like POP and RFE with writeback; the exception then loses lr of its own mode. */
static void a_list_returns_with_psr_and_sp(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_LIST(LIST_LOAD, 0x1f001u, 1),
                                       CROSS_END(4u, 2u, IRQ, 6u, 0u)};

    for (uint32_t mode = 2; mode <= 3; mode++)
        for (uint32_t with_window = 0; with_window < 2; with_window++) {
            struct crossed crossed;
            crossed_set_up(&crossed, mode, program, COUNT(program));
            crossed.cpsr = 0x10 | mode;
            crossed.stack[CROSSED_STACK_WORDS / 2 + 4] = CROSSED_CODE + 0x20;
            crossed.stack[CROSSED_STACK_WORDS / 2 + 5] = 0x13 | CROSSED_THUMB;
            if (with_window)
                crossed.env.window[BOBBIN_SPACE_STACK] =
                    (struct bobbin_window){crossed.stack, CROSSED_STACK, sizeof(crossed.stack)};
            crossed_begin(&crossed, CROSSED_HANDLER);
            crossed_step(&crossed);
            assert_int_equal(crossed.reads, with_window ? 0 : 5);
            assert_int_equal(crossed.cursor.r[0], crossed_slot(1));
            assert_int_equal(crossed.cursor.r[12], crossed_slot(2));
            assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 0x1e);
            assert_int_equal(crossed.cursor.cpsr, 0x13 | CROSSED_THUMB);
            if (mode == 2)
                assert_int_equal(crossed.banks.sp[IRQ], crossed_slot(6));
            assert_int_equal(crossed.cursor.r[13],
                             mode == 3 ? crossed_slot(6) : crossed_banked(0x13, 13));
            assert_int_equal(crossed.cursor.r[14],
                             mode == 3 ? crossed_slot(3) : crossed_banked(0x13, 14));
        }
}

/* The last words that the window has: the list is read word by word. */
static void a_list_may_pass_the_end_of_the_window(void **state)
{
    (void)state;
    static const uint32_t program[] = {CROSS_LIST(LIST_LOAD, 0x1a003u, 0),
                                       CROSS_END(0u, 0u, IRQ, 6u, 0u)};

    for (uint32_t words = 0; words <= 5; words++) {
        struct crossed crossed;
        uint32_t size = sizeof(crossed.stack) / 2 + 4 * words;
        crossed_set_up(&crossed, 2, program, COUNT(program));
        crossed.stack[CROSSED_STACK_WORDS / 2 + 2] = CROSSED_CODE + 0x20;
        crossed.stack[CROSSED_STACK_WORDS / 2 + 3] = CROSSED_SYS;
        crossed.env.window[BOBBIN_SPACE_STACK] =
            (struct bobbin_window){crossed.stack, CROSSED_STACK, size};
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_step(&crossed);
        assert_int_equal(crossed.reads, words < 4 ? 4 - words : 0);
        assert_int_equal(crossed.cursor.r[1], crossed_slot(1));
        assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 0x20);
    }
}

static void a_list_of_lost_registers_reads_nothing(void **state)
{
    (void)state;
    struct crossed crossed;

    CROSS_WITH(&crossed, 2, CROSS_LIST(LIST_LOST, 0x300fu, 0), TO_CODE);
    assert_int_equal(crossed.cursor.valid, 0x1eff0);
    assert_int_equal(crossed.banks.state[BOBBIN_BANKED_SP(IRQ)], BOBBIN_BANKED_LOST);
    assert_int_equal(crossed.reads, 0);
}

/* ---- a whole program ------------------------------------------------------------------------- */

/*
 * A handler pushed lr and SPSR on the IRQ stack, went to SVC mode, pushed r0-r3, r12, the pad and
 * lr there, and aligned sp.
 */
static void two_stacks(void **state)
{
    (void)state;
    static const uint32_t program[] = {
        CROSS(14, BY_SLOT, 4),
        CROSS(PLUS, BY_SLOT, 0),
        CROSS(AT_BASE, BY_NUMBER, 8),
        CROSS_LIST(LIST_LOAD, 0x100fu, 0),
        CROSS(13, BY_NUMBER, 20),
        CROSS(AT_BASE, BY_REGISTER, AT_SP + IRQ),
        CROSS(AT_PSR, BY_SLOT, 0),
        CROSS(AT_PC, BY_SLOT, 4),
        CROSS(AT_SP + IRQ, BY_NUMBER, 8),
        CROSS_END(4u, 4u, IRQ, 6u, 0u),
    };

    for (uint32_t pad = 0; pad <= 4; pad += 4) {
        struct crossed crossed;
        crossed_set_up(&crossed, 3, program, COUNT(program));
        crossed.cpsr = 0x13;
        crossed.banked[0x12][13] = CROSSED_STACK;
        crossed.stack[0] = 0x13;
        crossed.stack[1] = CROSSED_CODE + 0x24;
        crossed.stack[CROSSED_STACK_WORDS / 2] = pad;
        crossed_begin(&crossed, CROSSED_HANDLER);
        crossed_step(&crossed);
        assert_int_equal(crossed.cursor.r[15], CROSSED_CODE + 0x20);
        assert_int_equal(crossed.cursor.r[13], crossed_slot(7) + pad);
        assert_int_equal(crossed.cursor.r[14], crossed_slot(1));
        assert_int_equal(crossed.cursor.r[0], crossed_slot(2) + pad);
        assert_int_equal(crossed.cursor.r[12], crossed_slot(6) + pad);
        assert_int_equal(crossed.banks.sp[IRQ], CROSSED_STACK + 8);
        assert_int_equal(crossed.cursor.valid, 0xdffff);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_register_is_set_by_each_kind),
        cmocka_unit_test(a_register_is_set_to_any_register),
        cmocka_unit_test(steps_see_what_steps_before_them_have_set),
        cmocka_unit_test(pc_and_psr_are_set_by_each_kind),
        cmocka_unit_test(what_comes_from_an_unknown_register_is_unknown),
        cmocka_unit_test(an_unknown_register_is_none_of_the_innermost_frame),
        cmocka_unit_test(a_slot_that_cannot_be_read_ends_the_trace),
        cmocka_unit_test(a_window_saves_the_reads_and_a_budget_limits_them),
        cmocka_unit_test(base_is_set_and_changed_by_each_kind),
        cmocka_unit_test(base_moves_by_a_pad_in_a_slot_or_register),
        cmocka_unit_test(a_skip_depends_on_its_operand),
        cmocka_unit_test(a_check_gives_no_rule),
        cmocka_unit_test(the_exception_must_be_the_innermost),
        cmocka_unit_test(a_list_loads_ascending_words),
        cmocka_unit_test(a_list_loads_pc),
        cmocka_unit_test(a_list_returns_with_psr_and_sp),
        cmocka_unit_test(a_list_may_pass_the_end_of_the_window),
        cmocka_unit_test(a_list_of_lost_registers_reads_nothing),
        cmocka_unit_test(two_stacks),
    };
    return cmocka_run_group_tests_name("core_cross_program", tests, NULL, NULL);
}
