/* SPDX-License-Identifier: MIT */
/*
 * What an instruction is said to do to a frame (core/shape.h) is what the full decoder says of it (core/code.h), which
 * is checked elsewhere against a disassembler and an emulator; and what that knows of prologues and epilogues is told.
 * Where the two need not agree is listed with the reason (shape_exempt.c), and each must occur. Besides, instructions
 * as compilers make them, worked out by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "shape_exempt.h"

#define SP BOBBIN_SP
#define LR BOBBIN_VALID_R(BOBBIN_LR)
#define PC BOBBIN_VALID_R(BOBBIN_PC)

/*
 * ADD and SUB of Thumb with a constant of 8 bits turned round or repeated: core/shape.c takes its 12 bits as they are.
 */
static bool is_turned(const struct told *it)
{
    uint32_t operation = it->word >> 16 & 0xfbe0;

    return is_wide(it) && (operation == 0xf100 || operation == 0xf1a0) && (it->word & 0x04007000);
}

/* ---- what has a shape is that ------------------------------------------------------------------ */

static bool is_transfer(const struct told *it, enum code_kind kind, int32_t offset,
                        int32_t writeback)
{
    uint32_t registers = it->op.registers;

    if (it->thumb && !is_wide(it) && (registers & PC)) /* of 16 bits, that is what lr stands for */
        registers ^= PC | LR;
    return it->op.kind == kind && it->op.base == SP && it->op.offset == offset &&
           it->op.writeback == writeback && registers == shape_registers(it->shape);
}

static bool is_doubles(const struct told *it, enum code_kind kind)
{
    return it->op.kind == kind && it->op.base == SP && it->op.registers >> 16 &&
           !(it->op.registers & 0xffff) && it->op.writeback &&
           (it->op.writeback < 0) == (kind == CODE_STORE);
}

/* Constants of 256 bytes and more have 12 bits. */
static bool is_add(const struct told *it, uint32_t target, uint32_t base, int32_t offset)
{
    if (is_turned(it)) /* repeated, it is no addition to the decoder */
        return it->op.kind != CODE_ADD || (it->op.target == target && it->op.base == base);
    if (it->op.kind != CODE_ADD || it->op.target != target || it->op.base != base)
        return false;
    return it->op.offset > -256 && it->op.offset < 256
               ? it->op.offset == offset
               : !(((uint32_t)it->op.offset ^ (uint32_t)offset) & 0xfffu);
}

static uint32_t the_register(const struct told *it)
{
    uint32_t registers = shape_registers(it->shape);

    assert_true(registers && !(registers & (registers - 1)));
    return (uint32_t)__builtin_ctz(registers);
}

static bool is_right(const struct told *it)
{
    int32_t bytes = (int32_t)shape_bytes(it->shape);
    const struct code_op *op = &it->op;

    switch (kind_of(it)) {
    case SHAPE_NONE:
        return true;
    case SHAPE_HOLDS:
        return op->kind == CODE_CALL || op->kind == CODE_STOP;
    case SHAPE_LEAVE:
        return op->kind == CODE_JUMP;
    case SHAPE_BRANCH:
        return op->kind == CODE_BRANCH && op->condition == CODE_ALWAYS &&
               op->offset == (int32_t)shape_distance(it->shape);
    case SHAPE_PUSH:
        return is_transfer(it, CODE_STORE, -bytes, -bytes);
    case SHAPE_POP:
        return is_transfer(it, CODE_LOAD, 0, bytes);
    case SHAPE_STORE:
        return is_transfer(it, CODE_STORE, bytes, 0);
    case SHAPE_PUSH_DOUBLES:
        return is_doubles(it, CODE_STORE);
    case SHAPE_POP_DOUBLES:
        return is_doubles(it, CODE_LOAD);
    case SHAPE_DOWN:
        return is_add(it, SP, SP, -bytes);
    case SHAPE_UP:
        return is_add(it, SP, SP, bytes);
    case SHAPE_FRAME:
        return is_add(it, the_register(it), SP, bytes);
    case SHAPE_UNFRAME:
        return is_add(it, SP, the_register(it), (int32_t)shape_less((uint32_t)bytes));
    case SHAPE_MOVE:
        return is_turned(it) ||
               (op->kind == CODE_ADD && op->target == the_register(it) && op->base == op->target);
    default:
        return false;
    }
}

/* ---- what the decoder knows has a shape -------------------------------------------------------- */

static bool should_have_one(const struct told *it)
{
    const struct code_op *op = &it->op;
    uint32_t core = op->registers & 0xffff;
    bool is_saved = core & LR || core & (core - 1); /* as one by one, behind the first */

    switch (op->kind) {
    case CODE_STORE:
        return op->base == SP && ((op->writeback < 0 && op->offset == op->writeback) ||
                                  (!op->writeback && op->offset >= 0 && is_saved));
    case CODE_LOAD:
        return op->base == SP && op->writeback > 0 && !op->offset;
    case CODE_ADD:
        return op->target == SP || op->base == SP || op->target == op->base;
    case CODE_BRANCH:
        return op->condition == CODE_ALWAYS;
    case CODE_CALL:
    case CODE_JUMP:
        return true;
    default:
        return false;
    }
}

/* So many of each kind have been seen, in ARM and in Thumb state. */
static uint32_t kinds[2][SHAPE_MOVE + 1];

static void check(uint32_t word, uint32_t thumb)
{
    struct told it = {.word = word, .thumb = thumb};

    if (!thumb || !shape_is_none(word >> 16))
        it.shape = shape_of(word, thumb);
    code_decode(word, &it.op, thumb);
    kinds[thumb != 0][kind_of(&it)]++;
    if (it.shape ? is_right(&it) : !should_have_one(&it))
        return;
    if (!shape_is_exempt(&it))
        fail_msg("%s %08x: shape %08x; decoded: kind %u, base %u, target %u, registers %08x, "
                 "offset %d, writeback %d",
                 thumb ? "Thumb" : "ARM", word, it.shape, it.op.kind, it.op.base, it.op.target,
                 it.op.registers, it.op.offset, it.op.writeback);
}

/* ---- which instructions ------------------------------------------------------------------------- */

static uint32_t random_word(void)
{
    static uint32_t state = 1;

    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static void all_of_16_bits(void **state)
{
    (void)state;

    for (uint32_t half = 0; half < 0xe800; half++) {
        check(half << 16, BOBBIN_CPSR_T);
        if (!shape_is_none(half) && half >> 8 != 0x46 && !shape_of(half << 16, BOBBIN_CPSR_T))
            fail_msg("%04x has no shape", half); /* MOV has one only with sp and pc */
    }
    for (uint32_t half = 0xe800; half <= 0xffff; half++)
        assert_false(shape_is_none(half));
}

/* Behind each first half; all of them behind one with sp. */
static void thumb_of_32_bits(void **state)
{
    (void)state;

    for (uint32_t first = 0xe800; first <= 0xffff; first++) {
        uint32_t step = (first & 15) == SP ? 1 : 0x35;
        for (uint32_t second = first % step; second <= 0xffff; second += step)
            check(first << 16 | second, BOBBIN_CPSR_T);
    }
    for (uint32_t i = 0; i < 1 << 22; i++)
        check(random_word() | 0xe8000000, BOBBIN_CPSR_T);
}

/* Each operation on each two registers with each bits 11 to 4, and the lowest in turn; any word. */
static void arm_words(void **state)
{
    (void)state;

    for (uint32_t high = 0; high < 1 << 16; high++)
        for (uint32_t low = 0; low < 1 << 8; low++)
            check(14u << 28 | high << 12 | low << 4 | ((high ^ low * 5) & 15), 0);
    for (uint32_t i = 0; i < 1 << 23; i++)
        check(random_word(), 0);
    for (uint32_t i = 0; i < 1 << 12; i++) { /* MOV pc, BX, BLX and what is beside them */
        check(i << 20 | 0xf000 | (i >> 4 & 15), 0);
        for (uint32_t low = 0xff00; low <= 0xffff; low++)
            check(i << 20 | 0xf0000 | low, 0);
    }
    for (uint32_t high = 0; high < 1 << 12; high++) /* on sp, under any condition */
        for (uint32_t i = 0; i < 1 << 10; i++)
            check(high << 20 | SP << 16 | (random_word() & 0xffff), 0);
}

static void each_exemption_occurs(void **state)
{
    (void)state;

    if (shape_exemption_unseen())
        fail_msg("never: %s", shape_exemption_unseen());
    for (uint32_t kind = SHAPE_NONE; kind <= SHAPE_MOVE; kind++)
        if (kinds[0][kind] < 100 || kinds[1][kind] < 100)
            fail_msg("kind %u: %u, %u", kind, kinds[0][kind], kinds[1][kind]);
}

#define R(number) BOBBIN_VALID_R(number)
#define SHAPE(kind, bytes, registers)                                                              \
    ((uint32_t)(bytes) << 20 | (uint32_t)(registers) << 4 | (kind))
#define BRANCH(offset) ((uint32_t)(offset) << 4 | SHAPE_BRANCH)

struct example {
    uint32_t word, shape;
};

/* What does not matter to a kind may be anything. */
static bool is_shape(uint32_t shape, uint32_t expected)
{
    switch (shape_kind(expected)) {
    case SHAPE_HOLDS:
    case SHAPE_LEAVE:
    case SHAPE_PUSH_DOUBLES:
    case SHAPE_POP_DOUBLES:
        return shape_kind(shape) == shape_kind(expected);
    case SHAPE_MOVE:
        return shape << 12 == expected << 12;
    case SHAPE_DOWN:
    case SHAPE_UP:
        return !((shape ^ expected) & 0xfff0000f);
    default:
        return shape == expected;
    }
}

static void expect(const struct example *examples, size_t count, uint32_t thumb)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = examples[i].word;
        uint32_t shape = thumb && shape_is_none(word >> 16) ? 0 : shape_of(word, thumb);
        if (!is_shape(shape, examples[i].shape))
            fail_msg("%08x: %08x, expected %08x", word, shape, examples[i].shape);
    }
}

static void thumb_as_compilers_make_it(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {0xb5100000, SHAPE(SHAPE_PUSH, 8, R(4) | R(14))},  /* push {r4, lr} */
        {0xb40f0000, SHAPE(SHAPE_PUSH, 16, 0xf)},          /* push {r0-r3} */
        {0xbdf00000, SHAPE(SHAPE_POP, 20, 0xf0 | R(14))},  /* pop {r4-r7, pc} */
        {0xe92d4ff8, SHAPE(SHAPE_PUSH, 40, 0x4ff8)},       /* push.w {r3-r11, lr} */
        {0xe8bd8110, SHAPE(SHAPE_POP, 12, 0x8110)},        /* pop.w {r4, r8, pc} */
        {0xf84d8d04, SHAPE(SHAPE_PUSH, 4, R(8))},          /* push.w {r8} */
        {0xf84ded08, SHAPE(SHAPE_PUSH, 8, R(14))},         /* str.w lr, [sp, #-8]! */
        {0xf85dfb04, SHAPE(SHAPE_POP, 4, R(15))},          /* pop.w {pc} */
        {0xf85deb14, SHAPE(SHAPE_POP, 20, R(14))},         /* ldr.w lr, [sp], #20 */
        {0xe96d4504, SHAPE(SHAPE_PUSH, 16, R(4) | R(5))},  /* strd r4, r5, [sp, #-16]! */
        {0xe9cd6e02, SHAPE(SHAPE_STORE, 8, R(6) | R(14))}, /* strd r6, lr, [sp, #8] */
        {0xf8cde010, SHAPE(SHAPE_STORE, 16, R(14))},       /* str.w lr, [sp, #16] */
        {0xf8cd8010, SHAPE(SHAPE_STORE, 16, R(8))},        /* str.w r8, [sp, #16] */
        {0xe9dd4502, 0},                                   /* ldrd r4, r5, [sp, #8] */
        {0xe8fd4504, SHAPE(SHAPE_POP, 16, R(4) | R(5))},   /* ldrd r4, r5, [sp], #16 */
        {0xed2d8b04, SHAPE(SHAPE_PUSH_DOUBLES, 0, 0)},     /* vpush {d8, d9} */
        {0xecbd8b04, SHAPE(SHAPE_POP_DOUBLES, 0, 0)},      /* vpop {d8, d9} */
        {0xb0820000, SHAPE(SHAPE_DOWN, 8, 0)},             /* sub sp, #8 */
        {0xb0020000, SHAPE(SHAPE_UP, 8, 0)},               /* add sp, #8 */
        {0xf5ad7d00, SHAPE(SHAPE_DOWN, 0xf00, 0)},         /* sub.w sp, sp, #512 */
        {0xf6ad4d0c, SHAPE(SHAPE_DOWN, 0xc0c, 0)},         /* subw sp, sp, #3084 */
        {0xebad0d03, 0},                                   /* sub.w sp, sp, r3 */
        {0x449d0000, 0},                                   /* add sp, r3 */
        {0xaf020000, SHAPE(SHAPE_FRAME, 8, R(7))},         /* add r7, sp, #8 */
        {0x466f0000, SHAPE(SHAPE_FRAME, 0, R(7))},         /* mov r7, sp */
        {0xf10d0b1c, SHAPE(SHAPE_FRAME, 28, R(11))},       /* add.w r11, sp, #28 */
        {0xa8020000, 0},                                   /* add r0, sp, #8 */
        {0x46bd0000, SHAPE(SHAPE_UNFRAME, 0, R(7))},       /* mov sp, r7 */
        {0xf1a70d10, SHAPE(SHAPE_UNFRAME, 0xff0, R(7))},   /* sub.w sp, r7, #16 */
        {0xf1070d10, SHAPE(SHAPE_UNFRAME, 16, R(7))},      /* add.w sp, r7, #16 */
        {0x37080000, SHAPE(SHAPE_MOVE, 0, R(7))},          /* adds r7, #8 */
        {0xf1070708, SHAPE(SHAPE_MOVE, 0, R(7))},          /* add.w r7, r7, #8 */
        {0x47700000, SHAPE(SHAPE_LEAVE, 0, 0)},            /* bx lr */
        {0x46f70000, SHAPE(SHAPE_LEAVE, 0, 0)},            /* mov pc, lr */
        {0x47980000, SHAPE(SHAPE_HOLDS, 0, 0)},            /* blx r3 */
        {0xf000f800, SHAPE(SHAPE_HOLDS, 0, 0)},            /* bl 4 */
        {0xf7ffeffe, SHAPE(SHAPE_HOLDS, 0, 0)},            /* blx 0 */
        {0xe8dff003, SHAPE(SHAPE_HOLDS, 0, 0)},            /* tbb [pc, r3] */
        {0xe8dff013, SHAPE(SHAPE_HOLDS, 0, 0)},            /* tbh [pc, r3, lsl #1] */
        {0xe7fe0000, BRANCH(0)},                           /* b to itself */
        {0xe0020000, BRANCH(8)},                           /* b 8 */
        {0xf7ffbffe, BRANCH(0)},                           /* b.w to itself */
        {0xf3ffbffe, BRANCH(1 << 22)},                     /* b.w 0x400000 */
        {0xf400b800, BRANCH(4 - (1 << 22))},               /* b.w -0x3ffffc */
        {0xf000b000, BRANCH(4)},                           /* b.w 0x400004: its low bits */
        {0xf7ffb7fe, BRANCH(0)},                           /* b.w -0x400000 */
        {0xd0020000, 0},                                   /* beq */
        {0xf0008004, 0},                                   /* beq.w */
        {0xb1080000, 0},                                   /* cbz r0 */
        {0xbf080000, 0},                                   /* it eq */
        {0x98020000, 0},                                   /* ldr r0, [sp, #8] */
        {0x90020000, 0},                                   /* str r0, [sp, #8] */
        {0xf3bf8f5f, 0},                                   /* dmb sy */
    };

    expect(examples, sizeof(examples) / sizeof(examples[0]), BOBBIN_CPSR_T);
}

/* Conditions are those of the instructions, where the mnemonic has none: always. */
static void arm_as_compilers_make_it(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {0xe92d4010, SHAPE(SHAPE_PUSH, 8, R(4) | R(14))},  /* push {r4, lr} */
        {0xe52de004, SHAPE(SHAPE_PUSH, 4, R(14))},         /* push {lr} */
        {0xe52de00c, SHAPE(SHAPE_PUSH, 12, R(14))},        /* str lr, [sp, #-12]! */
        {0xe8bd8010, SHAPE(SHAPE_POP, 8, R(4) | R(15))},   /* pop {r4, pc} */
        {0x08bd8010, SHAPE(SHAPE_POP, 8, R(4) | R(15))},   /* popeq {r4, pc} */
        {0xe49df004, SHAPE(SHAPE_POP, 4, R(15))},          /* pop {pc} */
        {0xe16d41f0, SHAPE(SHAPE_PUSH, 16, R(4) | R(5))},  /* strd r4, r5, [sp, #-16]! */
        {0xe1cd60f8, SHAPE(SHAPE_STORE, 8, R(6) | R(7))},  /* strd r6, r7, [sp, #8] */
        {0xe1cd61f0, SHAPE(SHAPE_STORE, 16, R(6) | R(7))}, /* strd r6, r7, [sp, #16] */
        {0xe58de010, SHAPE(SHAPE_STORE, 16, R(14))},       /* str lr, [sp, #16] */
        {0xe58d4010, SHAPE(SHAPE_STORE, 16, R(4))},        /* str r4, [sp, #16] */
        {0xe1cd40d8, 0},                                   /* ldrd r4, r5, [sp, #8] */
        {0xe0cd40d8, SHAPE(SHAPE_POP, 8, R(4) | R(5))},    /* ldrd r4, r5, [sp], #8 */
        {0xe0cd40f8, 0},                                   /* strd r4, r5, [sp], #8 */
        {0xe16d40d8, 0},                                   /* ldrd r4, r5, [sp, #-8]! */
        {0xed2d8b02, SHAPE(SHAPE_PUSH_DOUBLES, 0, 0)},     /* vpush {d8} */
        {0xecbd8b02, SHAPE(SHAPE_POP_DOUBLES, 0, 0)},      /* vpop {d8} */
        {0xe24dd010, SHAPE(SHAPE_DOWN, 16, 0)},            /* sub sp, sp, #16 */
        {0xe24ddf41, SHAPE(SHAPE_DOWN, 260, 0)},           /* sub sp, sp, #260 */
        {0xe28dd010, SHAPE(SHAPE_UP, 16, 0)},              /* add sp, sp, #16 */
        {0x128dd008, SHAPE(SHAPE_UP, 8, 0)},               /* addne sp, sp, #8 */
        {0xe28db004, SHAPE(SHAPE_FRAME, 4, R(11))},        /* add fp, sp, #4 */
        {0xe1a0b00d, SHAPE(SHAPE_FRAME, 0, R(11))},        /* mov fp, sp */
        {0xe24bd004, SHAPE(SHAPE_UNFRAME, 0xffc, R(11))},  /* sub sp, fp, #4 */
        {0xe1a0d00b, SHAPE(SHAPE_UNFRAME, 0, R(11))},      /* mov sp, fp */
        {0xe28bb008, SHAPE(SHAPE_MOVE, 0, R(11))},         /* add fp, fp, #8 */
        {0xe12fff1e, SHAPE(SHAPE_LEAVE, 0, 0)},            /* bx lr */
        {0x112fff1e, SHAPE(SHAPE_LEAVE, 0, 0)},            /* bxne lr */
        {0xe1a0f00e, SHAPE(SHAPE_LEAVE, 0, 0)},            /* mov pc, lr */
        {0xe12fff33, SHAPE(SHAPE_HOLDS, 0, 0)},            /* blx r3 */
        {0xebfffffe, SHAPE(SHAPE_HOLDS, 0, 0)},            /* bl */
        {0x1bfffffe, SHAPE(SHAPE_HOLDS, 0, 0)},            /* blne */
        {0xfafffffe, SHAPE(SHAPE_HOLDS, 0, 0)},            /* blx to Thumb code at a word */
        {0xfbfffffe, SHAPE(SHAPE_HOLDS, 0, 0)},            /* and between two */
        {0xeafffffe, BRANCH(0)},                           /* b to itself */
        {0xea000000, BRANCH(8)},                           /* b 8 */
        {0x0a000000, 0},                                   /* beq 8 */
        {0xf28dd01f, 0}, /* vshr.s8 d13, d15, #3, no addition to sp */
        {0xf57ff05f, 0}, /* dmb sy */
        {0xe5bd4008, 0}, /* ldr r4, [sp, #8]! */
    };

    expect(examples, sizeof(examples) / sizeof(examples[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_16_bits),
        cmocka_unit_test(thumb_of_32_bits),
        cmocka_unit_test(arm_words),
        cmocka_unit_test(each_exemption_occurs),
        cmocka_unit_test(thumb_as_compilers_make_it),
        cmocka_unit_test(arm_as_compilers_make_it),
    };
    return cmocka_run_group_tests_name("core_shape", tests, NULL, NULL);
}
