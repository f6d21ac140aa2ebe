/* SPDX-License-Identifier: MIT */
/*
 * Which instructions before a return address make it one. The encodings are written by hand from
 * the ARM ARM.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

/* In SAVED_LR, the function has saved lr. In LEAF, lr has the return address of the function. */
#define SAVED_LR (WORLD_CODE + 0x20)
#define LEAF     (WORLD_CODE + 0x60)

static const struct handmade_entry rows[] = {ENTRY(32, 0), ENTRY(32, 1)};
static const struct handmade_range range[] = {RANGE(WORLD_CODE, rows, 2)};
static const uint32_t rules[] = {RULE_R4_LR, RULE_LEAF};
static const struct handmade table = {
    .ranges = range, .ranges_count = 1, .rules = rules, .rules_count = 2};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define HALVES_MAX   8

/* Puts COUNT halfwords before RETURN_ADDRESS, and the cursor at that return address. */
static void return_to(struct world *world, uint32_t return_address, bool thumb,
                      const uint16_t *halves, size_t count)
{
    world_set_up(world, &table);
    world_begin(world, WORLD_CODE);
    memcpy(world->code + (return_address - WORLD_CODE) - 2 * count, halves, 2 * count);
    world->cursor.kind = BOBBIN_KIND_CALL;
    world->cursor.r[BOBBIN_PC] = return_address;
    world->cursor.cpsr = thumb ? BOBBIN_CPSR_T : 0;
}

static void expect_call(struct world *world)
{
    assert_true(bobbin_follows_call(&world->cursor, &world->env));
    assert_int_equal(world->cursor.stop, BOBBIN_STOP_NONE);
    assert_int_equal(world->cursor.kind, BOBBIN_KIND_CALL);
}

static void expect_no_call(struct world *world)
{
    uint32_t pc = world->cursor.r[BOBBIN_PC];

    assert_false(bobbin_follows_call(&world->cursor, &world->env));
    world_expect_stop(world, BOBBIN_STOP_NO_CALL, pc);
}

/* Code with its return address at the end. COUNT 0 ends a list. */
struct thumb_code {
    uint16_t half[HALVES_MAX];
    uint8_t count;
};

struct arm_code {
    uint32_t word[HALVES_MAX / 2];
    uint8_t count;
};

static void check_thumb(const struct thumb_code *code, uint32_t return_address,
                        void (*expect)(struct world *world))
{
    struct world world;

    for (; code->count; code++) {
        return_to(&world, return_address, true, code->half, code->count);
        expect(&world);
    }
}

static void check_arm(const struct arm_code *code, uint32_t return_address,
                      void (*expect)(struct world *world))
{
    struct world world;

    for (; code->count; code++) {
        uint16_t halves[HALVES_MAX];
        for (size_t i = 0; i < 2u * code->count; i++)
            halves[i] = (uint16_t)(code->word[i / 2] >> 16 * (i % 2));
        return_to(&world, return_address, false, halves, 2u * code->count);
        expect(&world);
    }
}

static void calls_are_found(void **state)
{
    (void)state;
    static const struct thumb_code thumb[] = {
        {{0xf000, 0xf800}, 2}, /* BL */
        {{0xf7ff, 0xffff}, 2},
        {{0xf000, 0xd000}, 2}, /* BL with J1 and J2 0 */
        {{0xf000, 0xe800}, 2}, /* BLX (immediate) */
        {{0xf7ff, 0xeffe}, 2},
        {{0x4780}, 1}, /* BLX r0 */
        {{0x47f0}, 1}, /* BLX lr */
        {{0}, 0},
    };
    static const struct arm_code arm[] = {
        {{0xeb000000}, 1},                    /* BL */
        {{0x1bfffffe}, 1},                    /* BLNE */
        {{0xfa000000}, 1},                    /* BLX (immediate) */
        {{0xfbffffff}, 1}, {{0xe12fff33}, 1}, /* BLX r3 */
        {{0x012fff30}, 1},                    /* BLXEQ r0 */
        {{0}, 0},
    };

    check_thumb(thumb, SAVED_LR, expect_call);
    check_thumb(thumb, LEAF, expect_call);
    check_arm(arm, SAVED_LR, expect_call);
    check_arm(arm, LEAF, expect_call);
}

static void other_instructions_are_no_calls(void **state)
{
    (void)state;
    static const struct thumb_code thumb[] = {
        {{0x2000}, 1},                 /* MOVS r0, #0 */
        {{0x4718}, 1},                 /* BX r3 */
        {{0x4784}, 1},                 /* BLX with a bit that must be 0 */
        {{0xbd10}, 1},                 /* POP {r4, pc} */
        {{0xe7fe}, 1},                 /* B */
        {{0xd0fe}, 1},                 /* BEQ */
        {{0xf000, 0xb800}, 2},         /* B.W */
        {{0xf000, 0x8000}, 2},         /* BEQ.W */
        {{0xf000, 0xe801}, 2},         /* BLX (immediate) with bit 0 */
        {{0x2000, 0xf800}, 2},         /* only the second half of a BL */
        {{0xf000, 0xf800, 0xbf00}, 3}, /* a BL, then NOP */
        {{0xe8bd, 0x4010, 0xe7fe}, 3}, /* POP {r4, lr}; B: a tail call */
        {{0}, 0},
    };
    static const struct arm_code arm[] = {
        {{0xe3a00000}, 1},             /* MOV r0, #0 */
        {{0xea000000}, 1},             /* B */
        {{0xe12fff13}, 1},             /* BX r3 */
        {{0xf12fff33}, 1},             /* BLX (register) in the space without conditions */
        {{0xe8bd8010}, 1},             /* POP {r4, pc} */
        {{0xeb000000, 0xe320f000}, 2}, /* BL, then NOP */
        {{0xe8bd4010, 0xea000000}, 2}, /* POP {r4, lr}; B */
        {{0}, 0},
    };

    check_thumb(thumb, SAVED_LR, expect_no_call);
    check_arm(arm, SAVED_LR, expect_no_call);
}

static const struct thumb_code thumb_by_hand[] = {
    {{0x46fe, 0x4718}, 2},                                 /* MOV lr, pc; BX r3 */
    {{0x46fe, 0x469f}, 2},                                 /* MOV lr, pc; MOV pc, r3 */
    {{0x46ae, 0x4718}, 2},                                 /* MOV lr, r5; BX r3 */
    {{0x44fe, 0xe7fe}, 2},                                 /* ADD lr, pc; B */
    {{0xf20f, 0x0e05, 0x4718, 0xbf00}, 4},                 /* ADR lr; BX r3; NOP */
    {{0xf8df, 0xe004, 0xf8d3, 0xf000}, 4},                 /* LDR lr, =; LDR pc, [r3] */
    {{0xf240, 0x0e00, 0xf2c0, 0x0e00, 0xf000, 0xb800}, 6}, /* MOVW lr; MOVT lr; B.W */
    {{0}, 0},
};
static const struct arm_code arm_with_copy_of_pc[] = {
    {{0xe1a0e00f, 0xe12fff13}, 2}, /* MOV lr, pc; BX r3 */
    {{0xe1a0e00f, 0xe1a0f003}, 2}, /* MOV lr, pc; MOV pc, r3 */
    {{0xe1a0e00f, 0xe593f000}, 2}, /* MOV lr, pc; LDR pc, [r3] */
    {{0xe1a0e00f, 0xeafff1de}, 2}, /* MOV lr, pc; B: clang, for functions that never return */
    {{0}, 0},
};
static const struct arm_code arm_by_hand[] = {
    {{0xe28fe000, 0xea000000}, 2},             /* ADR lr; B */
    {{0xe59fe004, 0x112fff13, 0xe1a00000}, 3}, /* LDR lr, =; BXNE r3; NOP */
    {{0xe300e000, 0xe340e000, 0xe12fff13}, 3}, /* MOVW lr; MOVT lr; BX r3 */
    {{0}, 0},
};

/* Found by disassembling code of others: firmware and run-time libraries. */
static const struct arm_code arm_found_calls[] = {
    {{0xe08ee000, 0xe5990038, 0xea00001e}, 3}, /* U-Boot, _main: ADD lr, lr, r0; LDR r0; B */
    {{0}, 0},
};
static const struct arm_code arm_found_no_calls[] = {
    {{0x13e01000, 0x13e00000, 0xeafffffe}, 3}, /* libgcc, __aeabi_uldivmod: MVNNE; MVNNE; B */
    {{0xe1a04000, 0xe1a00004, 0xe8bd8010}, 3}, /* RTX5, osThreadGetId: MOV; MOV; POP {r4, pc} */
    {{0xe1a00001, 0xe3500000, 0x1a000000}, 3}, /* U-Boot, longjmp: MOV r0, r1; CMP; BNE */
    {{0xe9ad0003, 0xe24dd020, 0xe49df004}, 3}, /* RTX5, osRtxContextExit: STMIB; SUB; POP {pc} */
    {{0}, 0},
};
static const struct thumb_code thumb_found_no_calls[] = {
    {{0x4778, 0xe7fd}, 2},         /* a stub of GNU ld to ARM code: BX pc; B */
    {{0xf7ff, 0xfff0, 0xbd10}, 3}, /* libfdt, fdt_read_prop_cells: BL; POP {r4, pc} */
    {{0}, 0},
};

static void calls_that_were_found(void **state)
{
    (void)state;

    check_arm(arm_found_calls, SAVED_LR, expect_call);
    check_arm(arm_found_no_calls, SAVED_LR, expect_no_call);
    check_arm(arm_found_no_calls, LEAF, expect_no_call);
    check_thumb(thumb_found_no_calls, SAVED_LR, expect_no_call);
    check_thumb(thumb_found_no_calls, LEAF, expect_no_call);
}

static void calls_by_hand_are_found(void **state)
{
    (void)state;

    check_thumb(thumb_by_hand, SAVED_LR, expect_call);
    check_arm(arm_by_hand, SAVED_LR, expect_call);
    check_arm(arm_with_copy_of_pc, SAVED_LR, expect_call);
}

/* The next function may start after the call, because the callee never returns. */
static void mov_lr_pc_and_a_jump_are_a_call_anywhere(void **state)
{
    (void)state;

    check_arm(arm_with_copy_of_pc, LEAF, expect_call);
}

/* The code before a thread's exit function may start threads: it sets lr, then jumps. */
static void no_call_by_hand_comes_back_to_a_function_that_has_lr(void **state)
{
    (void)state;

    check_thumb(thumb_by_hand, LEAF, expect_no_call);
    check_arm(arm_by_hand, LEAF, expect_no_call);
}

static void a_jump_needs_lr_before_it_and_near(void **state)
{
    (void)state;
    static const struct thumb_code thumb[] = {
        {{0x4718, 0x46fe}, 2},                                         /* BX r3; MOV lr, pc */
        {{0x46fe, 0xbf00}, 2},                                         /* MOV lr, pc; NOP */
        {{0x46fe, 0x4718, 0xbf00, 0xbf00, 0xbf00, 0xbf00, 0xbf00}, 7}, /* too far away */
        {{0}, 0},
    };
    static const struct arm_code arm[] = {
        {{0xe12fff13, 0xe1a0e00f}, 2},                         /* BX r3; MOV lr, pc */
        {{0xe1ce00b0, 0xe12fff13}, 2},                         /* STRH r0, [lr]; BX r3 */
        {{0xe1c0e0b0, 0xe12fff13}, 2},                         /* STRH lr, [r0]; BX r3 */
        {{0xe580e000, 0xe12fff13}, 2},                         /* STR lr, [r0]; BX r3 */
        {{0xe1a0e00f, 0xe12fff13, 0xe1a00000, 0xe1a00000}, 4}, /* too far away */
        {{0}, 0},
    };

    check_thumb(thumb, SAVED_LR, expect_no_call);
    check_arm(arm, SAVED_LR, expect_no_call);
}

static void code_that_cannot_be_read_may_be_a_call(void **state)
{
    (void)state;
    static const uint16_t none[1] = {0};
    struct world world;

    for (int thumb = 0; thumb < 2; thumb++) {
        return_to(&world, WORLD_CODE, thumb, none, 0);
        expect_call(&world);
    }
}

/* The code before these is one instruction long, and then there is no more. */
static void a_call_may_be_the_first_instruction_of_the_memory(void **state)
{
    (void)state;
    static const uint16_t blx[] = {0x4798}, mov[] = {0x2000}, bl_arm[] = {0, 0xeb00};
    struct world world;

    return_to(&world, WORLD_CODE + 2, true, blx, 1);
    expect_call(&world);
    return_to(&world, WORLD_CODE + 2, true, mov, 1);
    expect_no_call(&world);
    return_to(&world, WORLD_CODE + 4, false, bl_arm, 2);
    expect_call(&world);
}

static void arm_code_is_aligned(void **state)
{
    (void)state;
    static const uint16_t call[] = {0, 0xeb00};
    struct world world;

    return_to(&world, SAVED_LR + 2, false, call, 2);
    expect_no_call(&world);
}

static void an_interrupted_frame_is_not_checked(void **state)
{
    (void)state;
    struct world world;

    world_set_up(&world, &table);
    world_begin(&world, SAVED_LR);
    assert_true(bobbin_follows_call(&world.cursor, &world.env));
    assert_int_equal(world.reads, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_are_found),
        cmocka_unit_test(other_instructions_are_no_calls),
        cmocka_unit_test(calls_that_were_found),
        cmocka_unit_test(calls_by_hand_are_found),
        cmocka_unit_test(mov_lr_pc_and_a_jump_are_a_call_anywhere),
        cmocka_unit_test(no_call_by_hand_comes_back_to_a_function_that_has_lr),
        cmocka_unit_test(a_jump_needs_lr_before_it_and_near),
        cmocka_unit_test(code_that_cannot_be_read_may_be_a_call),
        cmocka_unit_test(a_call_may_be_the_first_instruction_of_the_memory),
        cmocka_unit_test(arm_code_is_aligned),
        cmocka_unit_test(an_interrupted_frame_is_not_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
