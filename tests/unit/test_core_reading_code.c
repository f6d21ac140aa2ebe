/* SPDX-License-Identifier: MIT */
/*
 * Reading forward: how much code is read, through which reads, where branches lead, and for which
 * rules code is read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "forward.h"

#define RA COMPACT_RA
#define R4 0x01

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define PUSH_R4_LR 0xb510
#define PUSH_W     WIDE(0xe92d4010)
#define NOP        0xbf00
#define NOP_W      WIDE(0xf3af8000)
#define ARM_PUSH   ARM(0xe92d4010)
#define ARM_NOP    ARM(0xe320f000)

#define BODY COMPACT(13, 4, R4, 0, 0, RA)

/* ---- how many instructions ------------------------------------------------------------------- */

static void six_instructions_are_looked_at(void **state)
{
    (void)state;
    static const uint16_t narrow[] = {NOP, NOP, NOP, NOP, NOP, NOP, PUSH_R4_LR};
    static const uint16_t wide[] = {NOP_W, NOP_W, NOP, NOP_W, NOP_W, NOP, PUSH_W};
    static const uint16_t arm[] = {ARM_NOP, ARM_NOP, ARM_NOP, ARM_NOP, ARM_NOP, ARM_NOP, ARM_PUSH};

    EXPECT(FORWARD_THUMB, BODY, narrow, BODY_HOLDS(0), NOTHING_SAVED(2), NOTHING_SAVED(12));
    EXPECT(FORWARD_THUMB, BODY, wide, BODY_HOLDS(0), NOTHING_SAVED(4), NOTHING_SAVED(20));
    EXPECT(FORWARD_ARM, BODY, arm, BODY_HOLDS(0), NOTHING_SAVED(4), NOTHING_SAVED(24));
}

/* Branches count as instructions, so a loop of branches ends, too. */
static void a_branch_is_one_of_the_six(void **state)
{
    (void)state;
    static const uint16_t five[] = {NOP, NOP, NOP, NOP, NOP, 0xe000 /* b 14 */, NOP, PUSH_R4_LR};
    static const uint16_t round[] = {0xe7fe /* b 0 */, PUSH_R4_LR, NOP, 0xe7fd /* b 4 */,
                                     WIDE(0xf7ffbffe) /* b.w 8 */};
    static const uint16_t arm[] = {ARM_NOP, ARM_NOP,  ARM_NOP,
                                   ARM_NOP, ARM_NOP,  ARM(0xea000000) /* b 28 */,
                                   ARM_NOP, ARM_PUSH, ARM(0xeafffffe) /* b 32 */};

    EXPECT(FORWARD_THUMB, BODY, five, BODY_HOLDS(0), NOTHING_SAVED(2), NOTHING_SAVED(10));
    EXPECT(FORWARD_THUMB, BODY, round, BODY_HOLDS(0), BODY_HOLDS(4), BODY_HOLDS(8));
    EXPECT(FORWARD_ARM, BODY, arm, BODY_HOLDS(0), NOTHING_SAVED(4), NOTHING_SAVED(20),
           BODY_HOLDS(32));
}

/* The fifth instruction sets the cfa register. A push after it counts if it is the sixth. */
static void what_the_frame_pointer_tells_is_one_of_the_six(void **state)
{
    (void)state;
    static const uint16_t code[] = {
        NOP, NOP, NOP, NOP, 0xaf00 /* add r7, sp, #0 */, WIDE(0xed2d8b02) /* vpush {d8} */};
    static const uint16_t too_far[] = {
        NOP, NOP, NOP, NOP, NOP, 0xaf00 /* add r7, sp, #0 */, WIDE(0xed2d8b02) /* vpush {d8} */};

    EXPECT(FORWARD_THUMB, COMPACT(7, 2, 0x08, 1, 0, RA), code, HELD(0, 8, 0x08, 0, 0, RA));
    EXPECT(FORWARD_THUMB, COMPACT(7, 2, 0x08, 1, 0, RA), too_far, HELD(0, 8, 0x08, 1, 0, RA),
           HELD(2, 8, 0x08, 0, 0, RA));
}

/* ---- through which reads --------------------------------------------------------------------- */

/*
 * Only NEEDED bytes of CODE are read, and fewer bytes make the trace stop. TOLD: the rule comes
 * from the code. No branch in CODE is taken.
 */
static void expect_to_need(uint32_t state, const uint16_t *code, size_t halfwords, uint32_t needed,
                           bool told)
{
    static struct forward forward;

    forward_set_up(&forward, state, BODY, code, halfwords);
    for (uint32_t size = 0; size <= 2 * halfwords; size += 2) {
        struct bobbin_rule rule;
        enum bobbin_trust trust;
        uint32_t stop_value;
        enum bobbin_stop stop;
        forward.size_bytes = size;
        stop = forward_ask(&forward, state, 0, &rule, &trust, &stop_value);
        assert_int_equal(stop, size < needed ? BOBBIN_STOP_UNREADABLE : BOBBIN_STOP_NONE);
        assert_int_equal(forward.reads, size < needed ? size / 2 + 1 : needed / 2);
        if (stop == BOBBIN_STOP_UNREADABLE)
            assert_int_equal(stop_value, FORWARD_PC + size);
        else
            assert_int_equal(trust, told ? BOBBIN_TRUST_CODE : BOBBIN_TRUST_TABLE);
    }
}
#define NEED(state, code, needed, told) expect_to_need(state, code, COUNT(code), needed, told)

static void code_is_read_as_far_as_it_takes(void **state)
{
    (void)state;
    static const uint16_t first[] = {PUSH_R4_LR, NOP, NOP};
    static const uint16_t fourth[] = {NOP, NOP, NOP, PUSH_R4_LR, NOP};
    static const uint16_t wide[] = {NOP, PUSH_W, NOP};
    static const uint16_t last[] = {NOP, NOP, NOP, NOP, NOP, PUSH_W, NOP};
    static const uint16_t call[] = {NOP, NOP, WIDE(0xf000f800), PUSH_R4_LR};
    static const uint16_t none[] = {NOP, NOP, NOP, NOP, NOP, NOP, PUSH_R4_LR};
    static const uint16_t none_wide[] = {NOP_W, NOP_W, NOP_W, NOP_W, NOP_W, NOP_W, PUSH_R4_LR};
    static const uint16_t arm[] = {ARM_NOP, ARM_PUSH, ARM_NOP};
    static const uint16_t arm_none[] = {ARM_NOP, ARM_NOP, ARM_NOP, ARM_NOP,
                                        ARM_NOP, ARM_NOP, ARM_PUSH};

    NEED(FORWARD_THUMB, first, 2, true);
    NEED(FORWARD_THUMB, fourth, 8, true);
    NEED(FORWARD_THUMB, wide, 6, true);
    NEED(FORWARD_THUMB, last, 14, true);
    NEED(FORWARD_THUMB, call, 8, false);
    NEED(FORWARD_THUMB, none, 12, false);
    NEED(FORWARD_THUMB, none_wide, 24, false);
    NEED(FORWARD_ARM, arm, 8, true);
    NEED(FORWARD_ARM, arm_none, 24, false);
}

static void a_budget_ends_the_trace(void **state)
{
    (void)state;
    static const uint16_t code[] = {NOP, NOP, NOP_W, PUSH_R4_LR};
    static struct forward forward;

    forward_set_up(&forward, FORWARD_THUMB, BODY, code, COUNT(code));
    for (uint32_t reads_max = 1; reads_max < 7; reads_max++) {
        struct bobbin_rule rule;
        enum bobbin_trust trust;
        uint32_t stop_value;
        enum bobbin_stop stop;
        forward.env.reads_max = reads_max;
        stop = forward_ask(&forward, FORWARD_THUMB, 0, &rule, &trust, &stop_value);
        assert_int_equal(stop, reads_max < 5 ? BOBBIN_STOP_BUDGET : BOBBIN_STOP_NONE);
        assert_int_equal(forward.reads, reads_max < 5 ? reads_max : 5);
        if (stop == BOBBIN_STOP_BUDGET)
            assert_int_equal(stop_value, FORWARD_PC + 2 * reads_max);
    }
}

/*
 * After the end of the window, the callback reads the rest. It also reads an instruction that is
 * partly in the window.
 */
static void a_window_needs_no_reads(void **state)
{
    (void)state;
    static const uint16_t code[] = {NOP, NOP_W, NOP_W, NOP_W, NOP_W, PUSH_W};
    static struct forward forward;

    forward_set_up(&forward, FORWARD_THUMB, BODY, code, COUNT(code));
    for (uint32_t size = 0; size <= FORWARD_CODE_BYTES; size += 4) {
        struct bobbin_rule rule;
        enum bobbin_trust trust;
        uint32_t stop_value;
        forward_open_window(&forward, size);
        assert_int_equal(forward_ask(&forward, FORWARD_THUMB, 0, &rule, &trust, &stop_value),
                         BOBBIN_STOP_NONE);
        assert_int_equal(trust, BOBBIN_TRUST_CODE);
        assert_int_equal(rule.cfa_offset, 0);
        assert_int_equal(forward.reads, size == 0 ? 11 : size < 22 ? (22 - size) / 2 + 1 : 0);
    }
}

/* The code is right before the window. Nothing outside the window may be taken from it. */
static void what_stands_before_a_window_is_read(void **state)
{
    (void)state;
    static const uint16_t code[] = {NOP, PUSH_R4_LR, NOP, NOP, NOP, 0xe7fa /* b 2 */};
    static struct forward forward;

    forward_set_up(&forward, FORWARD_THUMB, BODY, code, COUNT(code));
    for (uint32_t at = 0; at <= 10; at += 2) {
        struct bobbin_rule rule;
        enum bobbin_trust trust;
        uint32_t stop_value;
        forward.env.window[BOBBIN_SPACE_CODE] =
            (struct bobbin_window){forward.code + 4, FORWARD_PC + 4, FORWARD_CODE_BYTES - 4};
        assert_int_equal(forward_ask(&forward, FORWARD_THUMB, at, &rule, &trust, &stop_value),
                         BOBBIN_STOP_NONE);
        assert_int_equal(trust, BOBBIN_TRUST_CODE);
        assert_int_equal(rule.cfa_offset, 0);
        assert_int_equal(forward.reads, at ? 1 : 2);
    }
}

/*
 * Puts FIRST, and SECOND if it is wide, before a push. The answer must be the same through reads,
 * through a window, and through a window that ends inside the instruction.
 */
static void expect_the_same(struct forward *forward, uint32_t first, uint32_t second)
{
    struct bobbin_rule rule, expected;
    enum bobbin_trust trust, its_trust;
    uint32_t stop_value, its_stop_value;
    enum bobbin_stop stop;

    memcpy(forward->code + 2, (uint16_t[]){(uint16_t)first, (uint16_t)second}, 4);
    forward_open_window(forward, 0);
    stop = forward_ask(forward, FORWARD_THUMB, 2, &expected, &its_trust, &its_stop_value);
    for (uint32_t size = 4; size <= FORWARD_CODE_BYTES; size += FORWARD_CODE_BYTES - 4) {
        forward_open_window(forward, size);
        if (forward_ask(forward, FORWARD_THUMB, 2, &rule, &trust, &stop_value) != stop ||
            (stop != BOBBIN_STOP_NONE && stop_value != its_stop_value) || trust != its_trust ||
            memcmp(&rule, &expected, sizeof(rule)) != 0)
            fail_msg("%04x %04x: the rule differs with a window of %u bytes", first, second, size);
    }
}

static void by_a_window_it_is_the_same(void **state)
{
    (void)state;
    static const uint32_t bodies[] = {COMPACT(7, 2, 0x1f, 2, 1, RA),
                                      COMPACT(13, 12, 0xff, 0, 3, RA)};
    static const uint16_t code[] = {NOP, NOP, NOP, NOP, PUSH_R4_LR};
    static const uint16_t seconds[] = {0x0d08, 0x0708, 0x4010, 0x8000,
                                       0x9000, 0xf800, 0xb80a, 0xbf00};
    static struct forward forward;

    for (uint32_t b = 0; b < COUNT(bodies); b++) {
        forward_set_up(&forward, FORWARD_THUMB, bodies[b], code, COUNT(code));
        for (uint32_t first = 0; first < 0xe800; first++)
            expect_the_same(&forward, first, PUSH_R4_LR);
        for (uint32_t first = 0xe800; first < 0x10000; first++)
            for (uint32_t i = 0; i < COUNT(seconds); i++)
                expect_the_same(&forward, first, seconds[i]);
    }
}

/* ---- where branches lead --------------------------------------------------------------------- */

/* A function, and after it another one to which it branches at its end. */
static void a_branch_is_followed_to_another_function(void **state)
{
    (void)state;
    static const uint16_t tail_call[] = {WIDE(0xe8bd4010) /* pop {r4, lr} */, 0xe001 /* b 10 */,
                                         0xbd10 /* pop {r4, pc} */, NOP, PUSH_R4_LR};
    static const uint16_t back[] = {NOP, PUSH_R4_LR, WIDE(0xe8bd4010) /* pop {r4, lr} */,
                                    WIDE(0xf7ffbffa) /* b.w 0 */};
    static const uint16_t to_a_return[] = {0xe000 /* b 4 */, PUSH_R4_LR, 0x4770 /* bx lr */};
    static const uint16_t over_several[] = {0xe002 /* b 8 */, WIDE(0xf000b802) /* b.w 10 */, NOP,
                                            0xe7fb /* b 2 */, PUSH_R4_LR};

    EXPECT(FORWARD_THUMB, COMPACT(13, 2, R4, 0, 0, RA), tail_call, HELD(0, 8, R4, 0, 0, RA),
           NOTHING_SAVED(4), NOTHING_SAVED(10));
    EXPECT(FORWARD_THUMB, COMPACT(13, 2, R4, 0, 0, RA), back, NOTHING_SAVED(0),
           HELD(4, 8, R4, 0, 0, RA), NOTHING_SAVED(8));
    EXPECT(FORWARD_THUMB, BODY, to_a_return, NOTHING_SAVED(0));
    EXPECT(FORWARD_THUMB, BODY, over_several, NOTHING_SAVED(0), NOTHING_SAVED(2), NOTHING_SAVED(8));
}

/* BRANCH is the first instruction and leads to offset TO, where no code can be read. */
static void expect_branch(uint32_t state, const uint16_t *branch, size_t halfwords, int32_t to)
{
    static struct forward forward;
    struct bobbin_rule rule;
    enum bobbin_trust trust;
    uint32_t stop_value;

    forward_set_up(&forward, state, BODY, branch, halfwords);
    for (uint32_t size = 0; size <= 4; size += 4) {
        forward_open_window(&forward, size);
        assert_int_equal(forward_ask(&forward, state, 0, &rule, &trust, &stop_value),
                         BOBBIN_STOP_UNREADABLE);
        assert_int_equal(stop_value, FORWARD_PC + (uint32_t)to);
    }
}
#define LEADS(state, to, ...)                                                                      \
    expect_branch(state, (const uint16_t[]){__VA_ARGS__},                                          \
                  sizeof((const uint16_t[]){__VA_ARGS__}) / 2, to)

/*
 * Branches over their full range (ARM ARM A8.8.18). The 32-bit Thumb branch is followed for at most
 * 4 MiB in both directions.
 */
static void branches_lead_where_they_say(void **state)
{
    (void)state;
    LEADS(FORWARD_THUMB, -2044, 0xe400);
    LEADS(FORWARD_THUMB, -2, 0xe7fd);
    LEADS(FORWARD_THUMB, -4, 0xe7fc);
    LEADS(FORWARD_THUMB, 2050, 0xe3ff);
    LEADS(FORWARD_THUMB, -4, WIDE(0xf7ffbffc));
    LEADS(FORWARD_THUMB, 0x1004, WIDE(0xf001b800));
    LEADS(FORWARD_THUMB, 0x400002, WIDE(0xf3ffbfff));
    LEADS(FORWARD_THUMB, 4 - 0x400000, WIDE(0xf400b800));
    LEADS(FORWARD_ARM, -4, ARM(0xeafffffd));
    LEADS(FORWARD_ARM, 0x2000004, ARM(0xea7fffff));
    LEADS(FORWARD_ARM, 8 - 0x2000000, ARM(0xea800000));
}

/* ---- for which rules ------------------------------------------------------------------------- */

/*
 * RULE is the rule word of the table, and the code starts with a push. Before the push, the rule of
 * WORD must hold.
 */
static void expect_rule(uint32_t rule, uint32_t word, int32_t cfa_offset, enum bobbin_trust trust)
{
    static const uint16_t code[] = {PUSH_R4_LR};
    static struct forward forward;
    struct bobbin_rule expected, its;
    enum bobbin_trust its_trust;
    uint32_t stop_value;

    forward_set_up(&forward, FORWARD_THUMB, rule, code, COUNT(code));
    forward_rule(word, cfa_offset, &expected);
    assert_int_equal(forward_ask(&forward, FORWARD_THUMB, 0, &its, &its_trust, &stop_value),
                     BOBBIN_STOP_NONE);
    assert_int_equal(its_trust, trust);
    assert_int_equal(forward.reads, trust == BOBBIN_TRUST_CODE);
    assert_memory_equal(&its, &expected, sizeof(its));
}

/* Runs and compact words are body rules. Explicit ones hold at any pc. */
static void body_rules_alone_are_read_around(void **state)
{
    (void)state;
    static const uint32_t run = LARGE_RUN(4, 2), more = LARGE_RUN(14, 15) | 8u << 22 | 2u << 17;
    static const uint32_t home = 3u << 27;

    expect_rule(COMPACT(13, 5, 0x03, 0, 0, RA), 0, 0, BOBBIN_TRUST_CODE);
    expect_rule(COMPACT(13, 5, 0x03, 0, 0, RA | COMPACT_EXPLICIT), COMPACT(13, 0, 0x03, 0, 0, RA),
                20, BOBBIN_TRUST_TABLE);
    expect_rule(run, 0, 0, BOBBIN_TRUST_CODE);
    expect_rule(run | RUN_EXPLICIT, COMPACT(13, 0, 0x03, 0, 0, RA), 16, BOBBIN_TRUST_TABLE);
    expect_rule(more | home, COMPACT(13, 0, 0, 0, 3, 0), 12, BOBBIN_TRUST_CODE);
    expect_rule(more | home | RUN_EXPLICIT, COMPACT(13, 0, 0xff, 2, 3, RA), 14 * 4 + 12,
                BOBBIN_TRUST_TABLE);
}

/*
 * Reading around a run gives the same rules as reading around the compact word with the same slots.
 */
static void runs_are_read_as_compact_words(void **state)
{
    (void)state;
    static const uint16_t code[] = {0xb570 /* push {r4, r5, r6, lr} */,
                                    WIDE(0xed2d8b02) /* vpush {d8} */,
                                    0xb082 /* sub sp, #8 */,
                                    WIDE(0xf000f800) /* bl */,
                                    0xb002 /* add sp, #8 */,
                                    WIDE(0xecbd8b02) /* vpop {d8} */,
                                    0xbd70 /* pop {r4, r5, r6, pc} */};
    static struct forward by_run, by_word;

    forward_set_up(&by_run, FORWARD_THUMB, LARGE_RUN(8, 15) | 3u << 22 | 1u << 17, code,
                   COUNT(code));
    forward_set_up(&by_word, FORWARD_THUMB, COMPACT(13, 8, 0x07, 1, 0, RA), code, COUNT(code));
    for (uint32_t at = 0; at < sizeof(code); at += 2) {
        struct bobbin_rule rule, expected;
        enum bobbin_trust trust, its_trust;
        uint32_t stop_value;
        forward_ask(&by_run, FORWARD_THUMB, at, &rule, &trust, &stop_value);
        forward_ask(&by_word, FORWARD_THUMB, at, &expected, &its_trust, &stop_value);
        assert_int_equal(trust, its_trust);
        assert_memory_equal(&rule, &expected, sizeof(rule));
    }
}

/* A rule with lost registers is explicit: no code is read. */
static void what_is_lost_is_explicit(void **state)
{
    (void)state;
    static const uint16_t code[] = {PUSH_R4_LR, 0xb082 /* sub sp, #8 */};
    static struct forward forward;

    forward_set_up(&forward, FORWARD_THUMB, COMPACT_LOST(4, R4, RA, 0x02), code, COUNT(code));
    for (uint32_t at = 0; at < 6; at += 2) {
        struct bobbin_rule rule, expected;
        enum bobbin_trust trust;
        uint32_t stop_value;
        forward_rule(COMPACT(13, 0, R4, 0, 0, RA), 16, &expected);
        expected.place_kind[BOBBIN_PLACE_R4 + 1] = BOBBIN_LOST;
        assert_int_equal(forward_ask(&forward, FORWARD_THUMB, at, &rule, &trust, &stop_value),
                         BOBBIN_STOP_NONE);
        assert_int_equal(trust, BOBBIN_TRUST_TABLE);
        assert_memory_equal(&rule, &expected, sizeof(rule));
    }
}

/* After a call the body rule holds, so the core does not read the code. */
static void after_a_call_nothing_is_read(void **state)
{
    (void)state;
    static const uint16_t code[] = {WIDE(0xf000f800) /* bl */, PUSH_R4_LR, 0xbd10};
    static struct forward forward;
    struct bobbin_rule rule, expected;
    enum bobbin_trust trust;

    forward_set_up(&forward, FORWARD_THUMB, BODY, code, COUNT(code));
    forward_rule(BODY, 16, &expected);
    for (uint32_t at = 2; at <= 6; at += 2) {
        memset(&rule, 0, sizeof(rule));
        assert_int_equal(bobbin_rule_at(&forward.env, FORWARD_PC + at, BOBBIN_KIND_CALL,
                                        FORWARD_THUMB | 0x1f, &rule, &trust),
                         BOBBIN_STOP_NONE);
        assert_int_equal(trust, BOBBIN_TRUST_TABLE);
        assert_memory_equal(&rule, &expected, sizeof(rule));
    }
    assert_int_equal(forward.reads, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_instructions_are_looked_at),
        cmocka_unit_test(a_branch_is_one_of_the_six),
        cmocka_unit_test(what_the_frame_pointer_tells_is_one_of_the_six),
        cmocka_unit_test(code_is_read_as_far_as_it_takes),
        cmocka_unit_test(a_budget_ends_the_trace),
        cmocka_unit_test(a_window_needs_no_reads),
        cmocka_unit_test(what_stands_before_a_window_is_read),
        cmocka_unit_test(by_a_window_it_is_the_same),
        cmocka_unit_test(a_branch_is_followed_to_another_function),
        cmocka_unit_test(branches_lead_where_they_say),
        cmocka_unit_test(body_rules_alone_are_read_around),
        cmocka_unit_test(runs_are_read_as_compact_words),
        cmocka_unit_test(what_is_lost_is_explicit),
        cmocka_unit_test(after_a_call_nothing_is_read),
    };
    return cmocka_run_group_tests_name("core_reading_code", tests, NULL, NULL);
}
