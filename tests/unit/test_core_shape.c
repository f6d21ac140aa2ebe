/* SPDX-License-Identifier: MIT */
/*
 * Compares the shape of every instruction (core/unwind/shape.h) with the full decoder
 * (core/insn/code.h). The decoder has its own tests against a disassembler and an emulator.
 *
 * A shape must be right. Every instruction of prologues and epilogues that the decoder knows must
 * have a shape. shape_exempt.c lists the exceptions with reasons, and each reason must occur. Also
 * tests instructions as compilers write them, with shapes derived by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/unwind/reading.h"
#include "handmade.h"
#include "shape_exempt.h"

#define SP BOBBIN_SP
#define LR BOBBIN_VALID_R(BOBBIN_LR)
#define PC BOBBIN_VALID_R(BOBBIN_PC)

/* True if a 12-bit constant of an addition or of an access to sp has bits above its low 8. */
static bool has_more_bits(const struct told *it)
{
    uint32_t first = it->word >> 16;

    if (!it->thumb)
        return it->word & 0xf00;
    if (!is_wide(it))
        return false;
    return first >> 11 == 0xf000 >> 11 ? it->word & 0x04007000 : it->word & 0xf00;
}

/* ---- an instruction with a shape must match it ----------------------------------------------- */

/*
 * By how many bytes a load or store moves sp according to its shape. A list moves sp by all its
 * registers.
 */
static uint32_t moved(const struct told *it)
{
    uint32_t first = it->word >> 16;
    bool is_list =
        it->thumb ? !is_wide(it) || (first & 0xfe00) == 0xe800 : (first & 0x0e00) == 0x0800;

    if (!is_list)
        return it->shape.bytes + 4;
    return 4 * (uint32_t)__builtin_popcount(it->shape.registers);
}

/* For a list, the bytes of the registers that need not be kept. */
static bool has_right_bytes(const struct told *it)
{
    uint32_t room = 4 * (uint32_t)__builtin_popcount(it->shape.registers & 0x100f);

    return it->shape.bytes == room || moved(it) == it->shape.bytes + 4;
}

static bool is_transfer(const struct told *it, enum code_kind kind, uint32_t offset,
                        uint32_t writeback)
{
    uint32_t registers = it->op.registers;
    uint32_t first = it->word >> 16;
    uint32_t differs =
        ((uint32_t)it->op.offset ^ offset) | ((uint32_t)it->op.writeback ^ writeback);

    if (it->thumb && !is_wide(it) && (registers & PC)) /* the shape has lr for pc */
        registers ^= PC | LR;
    if (!it->thumb && (first & 0x0e00) == 0x0400 && has_more_bits(it)) /* LDR, STR: 12 bits */
        differs &= 0xff;
    return it->op.kind == kind && it->op.base == SP && !differs && registers == it->shape.registers;
}

static bool is_doubles(const struct told *it, enum code_kind kind)
{
    return it->op.kind == kind && it->op.base == SP && it->op.registers >> 16 &&
           !(it->op.registers & 0xffff) && it->op.writeback &&
           (it->op.writeback < 0) == (kind == CODE_STORE);
}

/*
 * The instruction sets TARGET to BASE + BYTES. If its constant has more than 8 bits, BYTES has only
 * the low 8. The decoder takes no addition of a repeated byte as an addition.
 */
static bool is_add(const struct told *it, uint32_t target, uint32_t base, uint32_t bytes)
{
    const struct code_op *op = &it->op;
    uint32_t first = it->word >> 16;
    bool subtracts;

    if (!has_more_bits(it))
        return op->kind == CODE_ADD && op->target == target && op->base == base &&
               (uint32_t)op->offset == bytes;
    subtracts = it->thumb ? first & 0x80 : (first & 0x0ff0) == 0x0240;
    if (bytes != (subtracts ? -(it->word & 0xff) : it->word & 0xff))
        return false;
    if (op->kind == CODE_ADD)
        return op->target == target && op->base == base;
    return is_wide(it) && !(first & 0x600) && !(it->word & 0x4000) &&
           (it->word >> 8 & 15) == target && (first & 15) == base;
}

static bool is_right(const struct told *it)
{
    const struct code_op *op = &it->op;
    const struct shape *shape = &it->shape;
    uint32_t bytes = shape->bytes;
    bool is_short = it->thumb && !is_wide(it);

    switch (shape->kind) {
    case SHAPE_HOLDS:
        return op->kind == CODE_CALL || (op->kind == CODE_STOP && is_wide(it));
    case SHAPE_LEAVE:
        return op->kind == CODE_JUMP;
    case SHAPE_BRANCH:
        return op->kind == CODE_BRANCH && op->condition == CODE_ALWAYS &&
               (uint32_t)op->offset == bytes;
    case SHAPE_PUSH:
        return is_transfer(it, CODE_STORE, -moved(it), -moved(it));
    case SHAPE_POP:
        return has_right_bytes(it) && is_transfer(it, CODE_LOAD, 0, moved(it));
    case SHAPE_PUSH_DOUBLES:
        return is_doubles(it, CODE_STORE);
    case SHAPE_POP_DOUBLES:
        return is_doubles(it, CODE_LOAD);
    case SHAPE_DOWN:
        return is_short
                   ? op->kind == CODE_ADD && op->target == SP && op->base == SP && op->offset <= 0
                   : (int32_t)bytes < 0 && is_add(it, SP, SP, bytes);
    case SHAPE_UP:
        return (int32_t)bytes >= 0 && is_add(it, SP, SP, bytes);
    case SHAPE_FRAME:
        return shape->registers != SP && is_add(it, shape->registers, SP, bytes);
    case SHAPE_UNFRAME:
        return shape->registers != SP && is_add(it, SP, shape->registers, bytes);
    default:
        return false;
    }
}

/* ---- an instruction of a prologue or epilogue must have a shape ------------------------------ */

static bool should_have_one(const struct told *it)
{
    const struct code_op *op = &it->op;

    switch (op->kind) {
    case CODE_STORE:
        return op->base == SP && ((op->writeback < 0 && op->offset == op->writeback) ||
                                  (!op->writeback && op->offset >= 0 && (op->registers & 0xffff)));
    case CODE_LOAD:
        return op->base == SP && op->writeback > 0 && !op->offset;
    case CODE_ADD:
        return op->target == SP || op->base == SP || (op->target == op->base && op->offset);
    case CODE_BRANCH:
        return op->condition == CODE_ALWAYS;
    case CODE_CALL:
    case CODE_JUMP:
        return true;
    default:
        return false;
    }
}

/* The number of checked instructions of each kind, in ARM and in Thumb state. */
static uint32_t kinds[2][SHAPE_PUSH_DOUBLES + 1];
static uint32_t passed; /* skipped by shape_is_none */

static void fail_of(const struct told *it, const char *what)
{
    fail_msg("%s: %s %08x: shape %u, registers %08x, bytes %08x; decoded: kind %u, base %u, "
             "target %u, registers %08x, offset %d, writeback %d",
             what, it->thumb ? "Thumb" : "ARM", it->word, it->shape.kind, it->shape.registers,
             it->shape.bytes, it->op.kind, it->op.base, it->op.target, it->op.registers,
             it->op.offset, it->op.writeback);
}

static void check(uint32_t word, uint32_t thumb)
{
    struct told it = {.word = word, .thumb = thumb};

    shape_of_word(&it.shape, word, thumb);
    code_decode(word, &it.op, thumb);
    assert_in_range(it.shape.kind, SHAPE_NONE, SHAPE_PUSH_DOUBLES);
    kinds[thumb != 0][it.shape.kind]++;
    /* An instruction that shape_is_none skips must be 16 bits wide. */
    if (thumb && shape_is_none(word >> 16)) {
        passed++;
        assert_true(word < 0xe8000000);
    }
    if (it.shape.kind != SHAPE_NONE ? is_right(&it) : !should_have_one(&it))
        return;
    if (!shape_is_exempt(&it))
        fail_of(&it, "shape and decoder differ");
}

/* ---- the instructions ------------------------------------------------------------------------ */

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

    for (uint32_t half = 0; half < 0xe800; half++)
        for (uint32_t second = 0; second < 2; second++) /* the second halfword does not matter */
            check(half << 16 | (second ? random_word() & 0xffff : 0), BOBBIN_CPSR_T);
}

/* Many second halfwords for each first halfword. All of them for a first halfword with sp. */
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

/*
 * Every operation on every pair of registers with every value of bits 11-4, with varying bits 3-0.
 * Then random words.
 */
static void arm_words(void **state)
{
    (void)state;

    for (uint32_t high = 0; high < 1 << 16; high++)
        for (uint32_t low = 0; low < 1 << 8; low++)
            check(14u << 28 | high << 12 | low << 4 | ((high ^ low * 5) & 15), 0);
    for (uint32_t i = 0; i < 1 << 23; i++)
        check(random_word(), 0);
    for (uint32_t i = 0; i < 1 << 12; i++) { /* MOV pc, BX, BLX and similar encodings */
        check(i << 20 | 0xf000 | (i >> 4 & 15), 0);
        for (uint32_t low = 0xff00; low <= 0xffff; low++)
            check(i << 20 | 0xf0000 | low, 0);
    }
    for (uint32_t high = 0; high < 1 << 12; high++) /* accesses on sp with any condition */
        for (uint32_t i = 0; i < 1 << 10; i++)
            check(high << 20 | SP << 16 | (random_word() & 0xffff), 0);
}

/* ---- with and without a window --------------------------------------------------------------- */

/*
 * New instructions at the pc in each round. The code around it, in reach of 16-bit branches, stays.
 */
enum { CODE_AT = 0x8000, CODE_AROUND = 2048, CODE_NEW = 16, CODE_HALVES = 2 * CODE_AROUND };

static bool read_code(void *context, enum bobbin_space space, uint32_t address, void *out,
                      uint32_t size_bytes)
{
    uint32_t at = address - CODE_AT;

    if (space != BOBBIN_SPACE_CODE || at >= 2 * CODE_HALVES || size_bytes > 2 * CODE_HALVES - at)
        return false;
    memcpy(out, (const uint8_t *)context + at, size_bytes);
    return true;
}

/* Reads forward from the pc around BODY. SIZE_BYTES of CODE are in the window. */
static enum bobbin_stop read_with(struct bobbin_cursor *cursor, const uint16_t *code,
                                  uint32_t size_bytes, uint32_t body)
{
    const struct bobbin_table table = {0};
    struct bobbin_env env = {.read = read_code};
    enum bobbin_stop stop;

    env.context = (void *)(uintptr_t)code;
    env.window[BOBBIN_SPACE_CODE].bytes = code;
    env.window[BOBBIN_SPACE_CODE].start = CODE_AT;
    env.window[BOBBIN_SPACE_CODE].size_bytes = size_bytes;
    memset(cursor, 0, sizeof(*cursor));
    cursor->r[BOBBIN_PC] = CODE_AT + 2 * CODE_AROUND;
    cursor->cpsr = BOBBIN_CPSR_T | 0x1f;
    cursor->reading.env = &env;
    cursor->reading.table = &table;
    cursor->reading.word = body;
    cursor->reading.cfa_offset = 36;
    cursor->reading.trust = BOBBIN_TRUST_TABLE;
    stop = reading_forward(cursor);
    cursor->reading.env = NULL;
    cursor->reading.table = NULL;
    return stop;
}

/*
 * Half of the instructions are 32 bits wide. Half of these are calls, branches or operations with
 * constants, and some are on sp.
 */
static void make_instructions(uint16_t *code, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t word = random_word();
        uint32_t how = random_word() >> 8;
        if (i + 1 == count || (how & 1)) {
            code[i] = (uint16_t)(word % 0xe800);
            continue;
        }
        word |= how & 2 ? 0xe8000000 : 0xf0000000;
        if (!(how & 2))
            word &= 0xf7ffffff;
        if (!(how & 0x1c))
            word = (word & 0xfff0ffff) | SP << 16;
        code[i] = (uint16_t)(word >> 16);
        code[++i] = (uint16_t)word;
    }
}

/* The instruction at the pc takes all first halfwords. Random instructions follow. */
static void the_window_changes_nothing(void **state)
{
    static const uint32_t bodies[] = {
        COMPACT(13, 0, 0xf, 1, 2, COMPACT_RA),
        COMPACT(7, 0, 0xf, 0, 0, COMPACT_RA | COMPACT_SPLIT),
    };
    static _Alignas(4) uint16_t code[CODE_HALVES];
    uint16_t *first = &code[CODE_AROUND];
    uint32_t told = 0;
    (void)state;

    make_instructions(code, CODE_HALVES);
    for (uint32_t i = 0; i < 4 << 16; i++) {
        struct bobbin_cursor with, without;
        uint32_t body = bodies[random_word() >> 9 & 1];
        uint32_t size_bytes =
            i & 1 ? sizeof(code) : 2 * CODE_AROUND + 4 * (random_word() % (CODE_NEW / 2));
        enum bobbin_stop stop;
        make_instructions(first, CODE_NEW);
        first[0] = (uint16_t)(i >> 2);
        stop = read_with(&without, code, 0, body);
        assert_int_equal(read_with(&with, code, size_bytes, body), stop);
        if (stop != BOBBIN_STOP_NONE)
            continue;
        told += with.reading.trust == BOBBIN_TRUST_CODE;
        if (memcmp(&with.reading, &without.reading, sizeof(with.reading)))
            fail_msg("%04x %04x %04x %04x: %08x + %d, without a window %08x + %d", first[0],
                     first[1], first[2], first[3], with.reading.word, with.reading.cfa_offset,
                     without.reading.word, without.reading.cfa_offset);
    }
    assert_in_range(told, 1 << 14, 3 << 16);
}

/* A branch to two bytes before the window, to code that only the callback reads. */
static void before_the_window_is_none(void **state)
{
    static const _Alignas(4) uint16_t code[CODE_HALVES] = {0, 0xb510};
    const struct bobbin_table table = {0};
    uint16_t *ours = malloc(8);
    struct bobbin_env env = {.read = read_code};
    struct bobbin_cursor cursor;
    (void)state;

    assert_non_null(ours);
    memset(ours, 0, 8);
    ours[0] = 0xe7fd;
    env.context = (void *)(uintptr_t)code;
    env.window[BOBBIN_SPACE_CODE].bytes = ours;
    env.window[BOBBIN_SPACE_CODE].start = CODE_AT + 4;
    env.window[BOBBIN_SPACE_CODE].size_bytes = 8;
    memset(&cursor, 0, sizeof(cursor));
    cursor.r[BOBBIN_PC] = CODE_AT + 4;
    cursor.cpsr = BOBBIN_CPSR_T | 0x1f;
    cursor.reading.env = &env;
    cursor.reading.table = &table;
    cursor.reading.word = COMPACT(13, 2, 1, 0, 0, COMPACT_RA);
    cursor.reading.trust = BOBBIN_TRUST_TABLE;
    assert_int_equal(reading_forward(&cursor), BOBBIN_STOP_NONE);
    assert_int_equal(cursor.reading.trust, BOBBIN_TRUST_CODE);
    assert_int_equal(cursor.reading.cfa_offset, 0);
    free(ours);
}

static void each_exemption_occurs(void **state)
{
    (void)state;

    if (shape_exemption_unseen())
        fail_msg("exemption never used: %s", shape_exemption_unseen());
    for (uint32_t kind = SHAPE_NONE; kind <= SHAPE_PUSH_DOUBLES; kind++)
        if (kinds[0][kind] < 100 || kinds[1][kind] < 100)
            fail_msg("kind %u: %u, %u", kind, kinds[0][kind], kinds[1][kind]);
    assert_in_range(passed, 1000, UINT32_MAX);
}

#define R(number) BOBBIN_VALID_R(number)
#define SHAPE(of, bytes, registers)                                                                \
    {                                                                                              \
        SHAPE_##of, registers, (uint32_t)(bytes)                                                   \
    }
#define NONE                                                                                       \
    {                                                                                              \
        SHAPE_NONE, 0, 0                                                                           \
    }

struct example {
    uint32_t word;
    struct shape shape;
};

/* Compares only the fields that the kind uses. */
static bool is_shape(const struct shape *shape, const struct shape *expected)
{
    bool same_bytes = shape->bytes == expected->bytes;
    bool same_registers = shape->registers == expected->registers;

    if (shape->kind != expected->kind)
        return false;
    switch (shape->kind) {
    case SHAPE_PUSH:
        return same_registers;
    case SHAPE_BRANCH:
    case SHAPE_UP:
        return same_bytes;
    case SHAPE_FRAME:
    case SHAPE_UNFRAME:
    case SHAPE_POP:
        return same_bytes && same_registers;
    default:
        return true;
    }
}

static void expect(const struct example *examples, size_t count, uint32_t thumb)
{
    for (size_t i = 0; i < count; i++) {
        struct shape shape;
        shape_of_word(&shape, examples[i].word, thumb);
        if (!is_shape(&shape, &examples[i].shape))
            fail_msg("%08x: %u, %08x, %08x", examples[i].word, shape.kind, shape.registers,
                     shape.bytes);
    }
}

static void thumb_as_compilers_make_it(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {0xb5100000, SHAPE(PUSH, 0, R(4) | R(14))},       /* push {r4, lr} */
        {0xb40f0000, SHAPE(PUSH, 0, 0xf)},                /* push {r0-r3} */
        {0xbdf00000, SHAPE(POP, 0, 0xf0 | R(14))},        /* pop {r4-r7, pc} */
        {0xe92d4ff8, SHAPE(PUSH, 0, 0x4ff8)},             /* push.w {r3-r11, lr} */
        {0xe8bd8110, SHAPE(POP, 0, 0x8110)},              /* pop.w {r4, r8, pc} */
        {0xbd180000, SHAPE(POP, 4, R(3) | R(4) | R(14))}, /* pop {r3, r4, pc} */
        {0xf84d8d04, SHAPE(PUSH, 0, R(8))},               /* push.w {r8} */
        {0xf84ded08, SHAPE(PUSH, 0, R(14))},              /* str.w lr, [sp, #-8]! */
        {0xf85dfb04, SHAPE(POP, 0, R(15))},               /* pop.w {pc} */
        {0xf85deb14, SHAPE(POP, 16, R(14))},              /* ldr.w lr, [sp], #20 */
        {0xe96d4504, NONE},                               /* strd r4, r5, [sp, #-16]! */
        {0xe9cd6e02, NONE},                               /* strd r6, lr, [sp, #8] */
        {0xf8cde010, NONE},                               /* str.w lr, [sp, #16] */
        {0xf8cd8010, NONE},                               /* str.w r8, [sp, #16] */
        {0xe9dd4502, NONE},                               /* ldrd r4, r5, [sp, #8] */
        {0xe8fd4504, NONE},                               /* ldrd r4, r5, [sp], #16 */
        {0xed2d8b04, SHAPE(PUSH_DOUBLES, 0, 0)},          /* vpush {d8, d9} */
        {0xecbd8b04, SHAPE(POP_DOUBLES, 0, 0)},           /* vpop {d8, d9} */
        {0xb0820000, SHAPE(DOWN, 8, 0)},                  /* sub sp, #8 */
        {0xb0020000, SHAPE(UP, 8, 0)},                    /* add sp, #8 */
        {0xf5ad7d00, SHAPE(UP, 0, 0)},                    /* sub.w sp, sp, #512 */
        {0xf6ad4d0c, SHAPE(DOWN, -0x0c, 0)},              /* subw sp, sp, #3084 */
        {0xebad0d03, NONE},                               /* sub.w sp, sp, r3 */
        {0x449d0000, NONE},                               /* add sp, r3 */
        {0xaf020000, SHAPE(FRAME, 8, 7)},                 /* add r7, sp, #8 */
        {0x466f0000, SHAPE(FRAME, 0, 7)},                 /* mov r7, sp */
        {0xf10d0b1c, SHAPE(FRAME, 28, 11)},               /* add.w r11, sp, #28 */
        {0xa8020000, NONE},                               /* add r0, sp, #8 */
        {0x46bd0000, SHAPE(UNFRAME, 0, 7)},               /* mov sp, r7 */
        {0xf1a70d10, SHAPE(UNFRAME, -16, 7)},             /* sub.w sp, r7, #16 */
        {0xf1070d10, SHAPE(UNFRAME, 16, 7)},              /* add.w sp, r7, #16 */
        {0x37080000, NONE},                               /* adds r7, #8 */
        {0xf1070708, NONE},                               /* add.w r7, r7, #8 */
        {0x47700000, SHAPE(LEAVE, 0, 0)},                 /* bx lr */
        {0x46f70000, SHAPE(LEAVE, 0, 0)},                 /* mov pc, lr */
        {0x47980000, SHAPE(HOLDS, 0, 0)},                 /* blx r3 */
        {0xf000f800, SHAPE(HOLDS, 0, 0)},                 /* bl 4 */
        {0xf7ffeffe, SHAPE(HOLDS, 0, 0)},                 /* blx 0 */
        {0xe8dff003, SHAPE(HOLDS, 0, 0)},                 /* tbb [pc, r3] */
        {0xe8dff013, SHAPE(HOLDS, 0, 0)},                 /* tbh [pc, r3, lsl #1] */
        {0xe7fe0000, SHAPE(BRANCH, 0, 0)},                /* b to itself */
        {0xe0020000, SHAPE(BRANCH, 8, 0)},                /* b 8 */
        {0xf7ffbffe, SHAPE(BRANCH, 0, 0)},                /* b.w to itself */
        {0xf3ffbffe, SHAPE(BRANCH, 1 << 22, 0)},          /* b.w 0x400000 */
        {0xf400b800, SHAPE(BRANCH, 4 - (1 << 22), 0)},    /* b.w -0x3ffffc */
        {0xf000b000, SHAPE(BRANCH, 4, 0)},                /* b.w 0x400004, read from its low bits */
        {0xf7ffb7fe, SHAPE(BRANCH, 0, 0)},                /* b.w -0x400000 */
        {0xd0020000, NONE},                               /* beq */
        {0xf0008004, NONE},                               /* beq.w */
        {0xb1080000, NONE},                               /* cbz r0 */
        {0xbf080000, NONE},                               /* it eq */
        {0x98020000, NONE},                               /* ldr r0, [sp, #8] */
        {0x90020000, NONE},                               /* str r0, [sp, #8] */
        {0xf3bf8f5f, NONE},                               /* dmb sy */
    };

    expect(examples, sizeof(examples) / sizeof(examples[0]), BOBBIN_CPSR_T);
}

/* The condition is as in the mnemonic, else always. */
static void arm_as_compilers_make_it(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {0xe92d4010, SHAPE(PUSH, 0, R(4) | R(14))}, /* push {r4, lr} */
        {0xe52de004, SHAPE(PUSH, 0, R(14))},        /* push {lr} */
        {0xe52de00c, SHAPE(PUSH, 0, R(14))},        /* str lr, [sp, #-12]! */
        {0xe8bd8010, SHAPE(POP, 0, R(4) | R(15))},  /* pop {r4, pc} */
        {0x08bd8010, SHAPE(POP, 0, R(4) | R(15))},  /* popeq {r4, pc} */
        {0xe49df004, SHAPE(POP, 0, R(15))},         /* pop {pc} */
        {0xe16d41f0, NONE},                         /* strd r4, r5, [sp, #-16]! */
        {0xe1cd60f8, NONE},                         /* strd r6, r7, [sp, #8] */
        {0xe1cd61f0, NONE},                         /* strd r6, r7, [sp, #16] */
        {0xe58de010, NONE},                         /* str lr, [sp, #16] */
        {0xe58d4010, NONE},                         /* str r4, [sp, #16] */
        {0xe1cd40d8, NONE},                         /* ldrd r4, r5, [sp, #8] */
        {0xe0cd40d8, NONE},                         /* ldrd r4, r5, [sp], #8 */
        {0xe0cd40f8, NONE},                         /* strd r4, r5, [sp], #8 */
        {0xe16d40d8, NONE},                         /* ldrd r4, r5, [sp, #-8]! */
        {0xed2d8b02, SHAPE(PUSH_DOUBLES, 0, 0)},    /* vpush {d8} */
        {0xecbd8b02, SHAPE(POP_DOUBLES, 0, 0)},     /* vpop {d8} */
        {0xe24dd010, SHAPE(DOWN, -16, 0)},          /* sub sp, sp, #16 */
        {0xe24ddf41, SHAPE(DOWN, -0x41, 0)},        /* sub sp, sp, #260 */
        {0xe28dd010, SHAPE(UP, 16, 0)},             /* add sp, sp, #16 */
        {0x128dd008, SHAPE(UP, 8, 0)},              /* addne sp, sp, #8 */
        {0xe28db004, SHAPE(FRAME, 4, 11)},          /* add fp, sp, #4 */
        {0xe1a0b00d, SHAPE(FRAME, 0, 11)},          /* mov fp, sp */
        {0xe24bd004, SHAPE(UNFRAME, -4, 11)},       /* sub sp, fp, #4 */
        {0xe1a0d00b, SHAPE(UNFRAME, 0, 11)},        /* mov sp, fp */
        {0xe28bb008, NONE},                         /* add fp, fp, #8 */
        {0xe12fff1e, SHAPE(LEAVE, 0, 0)},           /* bx lr */
        {0x112fff1e, SHAPE(LEAVE, 0, 0)},           /* bxne lr */
        {0xe1a0f00e, SHAPE(LEAVE, 0, 0)},           /* mov pc, lr */
        {0xe12fff33, SHAPE(HOLDS, 0, 0)},           /* blx r3 */
        {0xebfffffe, SHAPE(HOLDS, 0, 0)},           /* bl */
        {0x1bfffffe, SHAPE(HOLDS, 0, 0)},           /* blne */
        {0xfafffffe, NONE},                         /* blx to Thumb code at a multiple of 4 */
        {0xfbfffffe, SHAPE(HOLDS, 0, 0)},           /* blx to Thumb code at an odd multiple of 2 */
        {0xeafffffe, SHAPE(BRANCH, 0, 0)},          /* b to itself */
        {0xea000000, SHAPE(BRANCH, 8, 0)},          /* b 8 */
        {0x0a000000, NONE},                         /* beq 8 */
        {0xf28dd01f, SHAPE(UP, 31, 0)},             /* vshr.s8 d13, d15, #3, without a condition */
        {0xf57ff05f, NONE},                         /* dmb sy */
        {0xe5bd4008, NONE},                         /* ldr r4, [sp, #8]! */
    };

    expect(examples, sizeof(examples) / sizeof(examples[0]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_16_bits),
        cmocka_unit_test(thumb_of_32_bits),
        cmocka_unit_test(arm_words),
        cmocka_unit_test(the_window_changes_nothing),
        cmocka_unit_test(before_the_window_is_none),
        cmocka_unit_test(each_exemption_occurs),
        cmocka_unit_test(thumb_as_compilers_make_it),
        cmocka_unit_test(arm_as_compilers_make_it),
    };
    return cmocka_run_group_tests_name("core_shape", tests, NULL, NULL);
}
