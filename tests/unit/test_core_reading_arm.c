/* SPDX-License-Identifier: MIT */
/* Reading forward in ARM code (TABLE.md 7.4). test_core_reading.c has the same for Thumb code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "forward.h"

#define RA COMPACT_RA

/* Bits of a mask. */
#define R4  0x01
#define R5  0x02
#define R11 0x80

#define PUSH_R4_LR ARM(0xe92d4010)
#define POP_R4_PC  ARM(0xe8bd8010)
#define PUSH_LR    ARM(0xe52de004) /* str lr, [sp, #-4]! */
#define POP_PC     ARM(0xe49df004) /* ldr pc, [sp], #4 */
#define SUB_SP_8   ARM(0xe24dd008)
#define ADD_SP_8   ARM(0xe28dd008)
#define BX_LR      ARM(0xe12fff1e)
#define BL         ARM(0xebfffffe)
#define NOP        ARM(0xe320f000)

#define OF_R4(cfa_words) COMPACT(13, cfa_words, R4, 0, 0, RA)

static void a_function_is_read_at_each_instruction(void **state)
{
    (void)state;
    static const uint16_t code[] = {PUSH_R4_LR, SUB_SP_8, BL, ADD_SP_8, POP_R4_PC};
    static const uint16_t lr_alone[] = {PUSH_LR, SUB_SP_8, BL, ADD_SP_8, POP_PC};

    EXPECT(FORWARD_ARM, OF_R4(4), code, NOTHING_SAVED(0), HELD(4, 8, R4, 0, 0, RA), BODY_HOLDS(8),
           BODY_HOLDS(12), HELD(16, 8, R4, 0, 0, RA));
    EXPECT(FORWARD_ARM, COMPACT(13, 3, 0, 0, 0, RA), lr_alone, NOTHING_SAVED(0),
           HELD(4, 4, 0, 0, 0, RA), BODY_HOLDS(8), BODY_HOLDS(12), HELD(16, 4, 0, 0, 0, RA));
}

static void doubles_lie_below(void **state)
{
    (void)state;
    static const uint16_t code[] = {PUSH_R4_LR, ARM(0xed2d8b04) /* vpush {d8, d9} */, SUB_SP_8, BL,
                                    ADD_SP_8,   ARM(0xecbd8b04) /* vpop {d8, d9} */,  POP_R4_PC};

    EXPECT(FORWARD_ARM, COMPACT(13, 8, R4, 2, 0, RA), code, NOTHING_SAVED(0),
           HELD(4, 8, R4, 0, 0, RA), HELD(8, 24, R4, 2, 0, RA), BODY_HOLDS(12), BODY_HOLDS(16),
           HELD(20, 24, R4, 2, 0, RA), HELD(24, 8, R4, 0, 0, RA));
}

static void a_home_is_above_what_is_saved(void **state)
{
    (void)state;
    static const uint16_t code[] = {ARM(0xe92d000f) /* push {r0-r3} */,
                                    PUSH_R4_LR,
                                    SUB_SP_8,
                                    BL,
                                    ADD_SP_8,
                                    ARM(0xe8bd4010) /* pop {r4, lr} */,
                                    ARM(0xe28dd010) /* add sp, sp, #16 */,
                                    BX_LR};
    static const uint16_t by_sub[] = {ARM(0xe24dd00c) /* sub sp, sp, #12 */,
                                      PUSH_LR,
                                      SUB_SP_8,
                                      BL,
                                      ADD_SP_8,
                                      ARM(0xe49de004) /* pop {lr} */,
                                      ARM(0xe28dd00c) /* add sp, sp, #12 */,
                                      BX_LR};

    EXPECT(FORWARD_ARM, COMPACT(13, 8, R4, 0, 4, RA), code, NOTHING_SAVED(0),
           HELD(4, 16, 0, 0, 4, 0), HELD(8, 24, R4, 0, 4, RA), BODY_HOLDS(12), BODY_HOLDS(16),
           HELD(20, 24, R4, 0, 4, RA), HELD(24, 16, 0, 0, 4, 0), NOTHING_SAVED(28));
    /*
     * A SUB as the first instruction is not taken for a home area. The answer is wrong, and the
     * generator writes a row.
     */
    EXPECT(FORWARD_ARM, COMPACT(13, 6, 0, 0, 3, RA), by_sub, HELD(0, 16, 0, 0, 3, RA),
           HELD(4, 12, 0, 0, 3, 0), HELD(8, 16, 0, 0, 3, RA), BODY_HOLDS(12), BODY_HOLDS(16),
           HELD(20, 16, 0, 0, 3, RA), HELD(24, 12, 0, 0, 3, 0), NOTHING_SAVED(28));
}

/*
 * GCC saves with STRD for processors that store two words at once. Pairs and single stores have no
 * shape, so rows describe these addresses.
 */
static void pairs_and_stores_are_passed(void **state)
{
    (void)state;
    static const uint16_t code[] = {
        ARM(0xe16d41f4) /* strd r4, r5, [sp, #-20]! */, ARM(0xe1cd60f8) /* strd r6, r7, [sp, #8] */,
        ARM(0xe58de010) /* str lr, [sp, #16] */,        BL,
        ARM(0xe1cd40d0) /* ldrd r4, r5, [sp] */,        ARM(0xe1cd60d8) /* ldrd r6, r7, [sp, #8] */,
        ARM(0xe28dd010) /* add sp, sp, #16 */,          POP_PC};

    EXPECT(FORWARD_ARM, COMPACT(13, 5, 0x0f, 0, 0, RA), code, BODY_HOLDS(0), BODY_HOLDS(4),
           BODY_HOLDS(8), BODY_HOLDS(12), BODY_HOLDS(16), BODY_HOLDS(20), BODY_HOLDS(24),
           HELD(28, 4, 0, 0, 0, RA));
}

static void registers_come_back_one_after_the_other(void **state)
{
    (void)state;
    static const uint16_t code[] = {ARM(0xe0cd40d8) /* ldrd r4, r5, [sp], #8 */,
                                    ARM(0xe49d6004) /* ldr r6, [sp], #4 */,
                                    ARM(0xe49de004) /* ldr lr, [sp], #4 */, BX_LR};
    static const uint16_t filled_up[] = {ARM(0xe24dd008) /* sub sp, sp, #8 */,
                                         ARM(0xe0cd21d0) /* ldrd r2, r3, [sp], #16 */,
                                         ARM(0xe1a0f00e) /* mov pc, lr */};

    EXPECT(FORWARD_ARM, COMPACT(13, 8, 0x07, 0, 0, RA), code, HELD(0, 8, 0x04, 0, 0, RA),
           HELD(4, 8, 0x04, 0, 0, RA), HELD(8, 4, 0, 0, 0, RA), NOTHING_SAVED(12));
    EXPECT(FORWARD_ARM, COMPACT(13, 8, 0x07, 0, 0, RA), filled_up, HELD(0, 16, 0x07, 0, 0, RA),
           NOTHING_SAVED(4), NOTHING_SAVED(8));
}

/*
 * An addition to the frame pointer before this has no shape. There the answer is wrong, and the
 * generator writes a row.
 */
static void a_frame_pointer_leads_to_sp(void **state)
{
    (void)state;
    static const uint16_t code[] = {ARM(0xe92d4830) /* push {r4, r5, r11, lr} */,
                                    ARM(0xe28db00c) /* add r11, sp, #12 */,
                                    SUB_SP_8,
                                    BL,
                                    ARM(0xe24bd00c) /* sub sp, r11, #12 */,
                                    ARM(0xe8bd8830) /* pop {r4, r5, r11, pc} */};
    static const uint16_t moved[] = {ARM(0xe92d4800) /* push {r11, lr} */,
                                     ARM(0xe1a0b00d) /* mov r11, sp */,
                                     SUB_SP_8,
                                     BL,
                                     ARM(0xe1a0d00b) /* mov sp, r11 */,
                                     ARM(0xe8bd8800) /* pop {r11, pc} */};
    static const uint16_t unwound[] = {ARM(0xe28bb008) /* add r11, r11, #8 */,
                                       ARM(0xe1a0d00b) /* mov sp, r11 */, BL};

    EXPECT(FORWARD_ARM, COMPACT(11, 1, R4 | R5 | R11, 0, 0, RA), code, NOTHING_SAVED(0),
           HELD(4, 16, R4 | R5 | R11, 0, 0, RA), HELD(8, 16, R4 | R5 | R11, 0, 0, RA),
           BODY_HOLDS(12), HELD_FROM(16, 11, 4, R4 | R5 | R11, 0, 0, RA),
           HELD(20, 16, R4 | R5 | R11, 0, 0, RA));
    EXPECT(FORWARD_ARM, COMPACT(11, 2, R11, 0, 0, RA), moved, HELD(4, 8, R11, 0, 0, RA),
           HELD(8, 8, R11, 0, 0, RA), BODY_HOLDS(12), HELD_FROM(16, 11, 8, R11, 0, 0, RA),
           HELD(20, 8, R11, 0, 0, RA));
    EXPECT(FORWARD_ARM, COMPACT(11, 4, R11, 0, 0, RA), unwound, HELD_FROM(0, 11, 8, R11, 0, 0, RA),
           HELD_FROM(4, 11, 8, R11, 0, 0, RA));
}

/* As clang saves: lr and r4-r7 or r11, then the frame pointer is set, then the other registers. */
static void what_is_pushed_after_the_frame_pointer_is_not_there(void **state)
{
    (void)state;
    static const uint16_t code[] = {ARM(0xe92d48f0) /* push {r4-r7, r11, lr} */,
                                    ARM(0xe28db010) /* add r11, sp, #16 */,
                                    ARM(0xed2d8b04) /* vpush {d8, d9} */,
                                    SUB_SP_8,
                                    BL,
                                    ARM(0xe24bd020) /* sub sp, r11, #32 */,
                                    ARM(0xecbd8b04) /* vpop {d8, d9} */,
                                    ARM(0xe8bd88f0) /* pop {r4-r7, r11, pc} */};
    static const uint16_t split[] = {ARM(0xe92d40f0) /* push {r4-r7, lr} */,
                                     ARM(0xe28d700c) /* add r7, sp, #12 */,
                                     ARM(0xe92d0d00) /* push {r8, r10, r11} */, SUB_SP_8, BL};
    static const uint16_t single[] = {ARM(0xe92d40f0), ARM(0xe28d700c), NOP,
                                      ARM(0xe52d8004) /* str r8, [sp, #-4]! */, BL};
    const uint32_t low = 0x0f;

    EXPECT(FORWARD_ARM, COMPACT(11, 2, low | R11, 2, 0, RA), code, NOTHING_SAVED(0),
           HELD(4, 24, low | R11, 0, 0, RA), HELD(8, 24, low | R11, 0, 0, RA),
           HELD(12, 40, low | R11, 2, 0, RA), BODY_HOLDS(16),
           HELD_FROM(20, 11, 8, low | R11, 2, 0, RA), HELD(24, 40, low | R11, 2, 0, RA),
           HELD(28, 24, low | R11, 0, 0, RA));
    EXPECT(FORWARD_ARM, COMPACT(7, 2, low | 0xd0, 0, 0, RA | COMPACT_SPLIT), split,
           NOTHING_SAVED(0), HELD(4, 20, low, 0, 0, RA), HELD(8, 20, low, 0, 0, RA),
           HELD(12, 32, low | 0xd0, 0, 0, RA | COMPACT_SPLIT), BODY_HOLDS(16));
    EXPECT(FORWARD_ARM, COMPACT(7, 2, low | 0x10, 0, 0, RA | COMPACT_SPLIT), single,
           NOTHING_SAVED(0), HELD(4, 20, low, 0, 0, RA), HELD(8, 20, low, 0, 0, RA),
           HELD(12, 20, low, 0, 0, RA), BODY_HOLDS(16));
}

static void after_the_frame_pointer_pushes_count(void **state)
{
    (void)state;
    static const uint32_t ends[] = {
        0xebfffffe, /* bl */
        0xea000000, /* b 12 */
        0xeafffffe, /* b 4 */
        0xe24dd008, /* sub sp, sp, #8 */
        0xe28dd008, /* add sp, sp, #8 */
        0xe8bd0010, /* pop {r4} */
        0xecbd8b04, /* vpop {d8, d9} */
    };
    static const uint32_t passed[] = {
        0xe24bd008, /* sub sp, r11, #8 */
        0xe28bb008, /* add r11, r11, #8 */
        0xe12fff1e, /* bx lr: nothing is saved at a return, either */
    };

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        const uint16_t code[] = {ARM(0xe28db00c) /* add r11, sp, #12 */, ARM(ends[i]), PUSH_R4_LR};
        static const struct forward_held held[] = {HELD(0, 16, R4 | R5 | R11, 0, 0, RA)};
        forward_expect(FORWARD_ARM, COMPACT(11, 1, R4 | R5 | R11, 0, 0, RA), code, 6, held, 1);
    }
    for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); i++) {
        const uint16_t code[] = {ARM(0xe28db00c), ARM(passed[i]), PUSH_R4_LR};
        static const struct forward_held held[] = {HELD(0, 16, 0, 0, 0, 0)};
        forward_expect(FORWARD_ARM, COMPACT(11, 1, R4 | R5 | R11, 0, 0, RA), code, 6, held, 1);
    }
}

/*
 * Linkers write calls from ARM to Thumb code as BLX. Half of these encodings have no shape, and the
 * search continues after them.
 */
static void calls_end_it(void **state)
{
    (void)state;
    static const uint16_t code[] = {BL,
                                    PUSH_R4_LR,
                                    ARM(0xfafffffe) /* blx */,
                                    POP_R4_PC,
                                    ARM(0xfbfffffe) /* blx */,
                                    PUSH_R4_LR,
                                    ARM(0xe12fff33) /* blx r3 */,
                                    PUSH_R4_LR};

    EXPECT(FORWARD_ARM, OF_R4(4), code, BODY_HOLDS(0), NOTHING_SAVED(4), HELD(8, 8, R4, 0, 0, RA),
           BODY_HOLDS(16), BODY_HOLDS(24), NOTHING_SAVED(28));
}

static void branches(void **state)
{
    (void)state;
    static const uint16_t code[] = {ARM(0x0a000002) /* beq */, ARM(0xea000000) /* b 12 */,
                                    POP_R4_PC, ARM(0xeafffffd) /* b 8 */};
    static const uint16_t early[] = {ARM(0x0a000002), PUSH_R4_LR};
    static const uint16_t tail_call[] = {ARM(0xe8bd4010) /* pop {r4, lr} */,
                                         ARM(0xea000000) /* b 12 */, BL,
                                         ARM(0xe92d4070) /* push {r4-r6, lr} */};

    EXPECT(FORWARD_ARM, OF_R4(4), code, HELD(0, 8, R4, 0, 0, RA), HELD(4, 8, R4, 0, 0, RA),
           HELD(12, 8, R4, 0, 0, RA));
    EXPECT(FORWARD_ARM, OF_R4(4), early, NOTHING_SAVED(0));
    EXPECT(FORWARD_ARM, OF_R4(2), tail_call, HELD(0, 8, R4, 0, 0, RA), NOTHING_SAVED(4));
}

static void conditions_are_taken_to_hold(void **state)
{
    (void)state;
    static const uint16_t code[] = {ARM(0x128dd008) /* addne sp, sp, #8 */,
                                    ARM(0x18bd8010) /* popne {r4, pc} */,
                                    ARM(0x112fff1e) /* bxne lr */, BL};

    EXPECT(FORWARD_ARM, OF_R4(4), code, BODY_HOLDS(0), HELD(4, 8, R4, 0, 0, RA), NOTHING_SAVED(8));
}

/*
 * Additions of registers have no shape. If such a frame needs a row, the generator writes one.
 * Conditions are ignored, so some NEON instructions look like an addition to sp.
 */
static void what_has_no_shape_is_passed(void **state)
{
    (void)state;
    static const uint16_t code[] = {ARM(0xe04dd003) /* sub sp, sp, r3 */, NOP,
                                    ARM(0xf2811050) /* vmov d1, d0 */,
                                    ARM(0xe1cd00b8) /* strh r0, [sp, #8] */, POP_R4_PC};
    static const uint16_t half[] = {ARM(0xe1cd60b8) /* strh r6, [sp, #8] */,
                                    ARM(0xe8bd80f0) /* pop {r4-r7, pc} */};
    static const uint16_t neon[] = {ARM(0xf28dd01f) /* vshr.s8 d13, d15, #3 */, POP_R4_PC};

    EXPECT(FORWARD_ARM, OF_R4(4), code, HELD(0, 8, R4, 0, 0, RA), HELD(4, 8, R4, 0, 0, RA),
           HELD(8, 8, R4, 0, 0, RA), HELD(12, 8, R4, 0, 0, RA));
    EXPECT(FORWARD_ARM, COMPACT(13, 8, 0x0f, 0, 0, RA), half, HELD(0, 20, 0x0f, 0, 0, RA));
    EXPECT(FORWARD_ARM, OF_R4(4), neon, BODY_HOLDS(0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_read_at_each_instruction),
        cmocka_unit_test(doubles_lie_below),
        cmocka_unit_test(a_home_is_above_what_is_saved),
        cmocka_unit_test(pairs_and_stores_are_passed),
        cmocka_unit_test(registers_come_back_one_after_the_other),
        cmocka_unit_test(a_frame_pointer_leads_to_sp),
        cmocka_unit_test(what_is_pushed_after_the_frame_pointer_is_not_there),
        cmocka_unit_test(after_the_frame_pointer_pushes_count),
        cmocka_unit_test(calls_end_it),
        cmocka_unit_test(branches),
        cmocka_unit_test(conditions_are_taken_to_hold),
        cmocka_unit_test(what_has_no_shape_is_passed),
    };
    return cmocka_run_group_tests_name("core_reading_arm", tests, NULL, NULL);
}
