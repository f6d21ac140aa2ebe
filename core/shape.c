/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include "code_parts.h"

const uint32_t shape_firsts[8] = {
    0x00000000, 0x00000101, 0x03000000, 0x00000000, 0x00000000, 0x00018c0c, 0x00000000, 0xffffffff,
};

/* How an instruction has its registers and bytes. HIGH is its first half, LOW the other one. */
enum operands {
    NOTHING,
    LIST,         /* LOW */
    LIST_NARROW,  /* bits 7..0 of HIGH, and bit 8: lr or pc */
    ONE,          /* bits 15..12 of LOW; its low 12 bits */
    ONE_NEAR,     /* the same; 8 bits, if its base is written */
    TWO,          /* bits 15..12 and 11..8 of LOW; its low 8 bits, in words */
    TWO_PAIRED,   /* bits 15..12 and the next one; 8 bits in two parts */
    WORDS_NARROW, /* the low 7 bits of HIGH, in words */
    R7_NARROW,    /* r7; the low 8 bits of HIGH, in words */
    MOVE_NARROW,
    MOVE_ARM,
    CONSTANT_OR_BRANCH,
    CONSTANT_ARM,
    BRANCH_NARROW,
    BRANCH_ARM,
    JUMP_ARM,
};

/* In a word: the high half that instructions have but for its last SHIFT bits, operands, kind. */
#define PATTERN(high, shift, kind, operands)                                                       \
    ((uint32_t)(high) << 16 | (uint32_t)(operands) << 8 | (uint32_t)(kind) << 4 | (shift))

/* Those of ARM without condition, of Thumb of 16 bits, and of 32. Each ends with 0, and begins with what is frequent. */
static const uint32_t arm[] = {
    PATTERN(0x0b00, 8, SHAPE_HOLDS, NOTHING),
    PATTERN(0x08bd, 0, SHAPE_POP, LIST),
    PATTERN(0x092d, 0, SHAPE_PUSH, LIST),
    PATTERN(0x0a00, 8, SHAPE_BRANCH, BRANCH_ARM),
    PATTERN(0x0280, 5, SHAPE_NONE, CONSTANT_ARM),
    PATTERN(0x0240, 5, SHAPE_NONE, CONSTANT_ARM),
    PATTERN(0x01a0, 0, SHAPE_NONE, MOVE_ARM),
    PATTERN(0x012f, 0, SHAPE_LEAVE, JUMP_ARM),
    PATTERN(0x049d, 0, SHAPE_POP, ONE),
    PATTERN(0x052d, 0, SHAPE_PUSH, ONE),
    PATTERN(0x058d, 0, SHAPE_STORE, ONE),
    PATTERN(0x00cd, 0, SHAPE_POP, TWO_PAIRED),
    PATTERN(0x016d, 0, SHAPE_PUSH, TWO_PAIRED),
    PATTERN(0x01cd, 0, SHAPE_STORE, TWO_PAIRED),
    PATTERN(0x0cbd, 0, SHAPE_POP_DOUBLES, NOTHING),
    PATTERN(0x0d2d, 0, SHAPE_PUSH_DOUBLES, NOTHING),
    0,
};
static const uint32_t narrow[] = {
    PATTERN(0x4600, 8, SHAPE_NONE, MOVE_NARROW),      PATTERN(0xbc00, 9, SHAPE_POP, LIST_NARROW),
    PATTERN(0xe000, 11, SHAPE_BRANCH, BRANCH_NARROW), PATTERN(0xb400, 9, SHAPE_PUSH, LIST_NARROW),
    PATTERN(0x4780, 7, SHAPE_HOLDS, NOTHING),         PATTERN(0x4700, 7, SHAPE_LEAVE, NOTHING),
    PATTERN(0xb000, 7, SHAPE_UP, WORDS_NARROW),       PATTERN(0xb080, 7, SHAPE_DOWN, WORDS_NARROW),
    PATTERN(0xaf00, 8, SHAPE_FRAME, R7_NARROW),       PATTERN(0x3700, 8, SHAPE_MOVE, R7_NARROW),
    PATTERN(0x3f00, 8, SHAPE_MOVE, R7_NARROW),        0,
};
static const uint32_t wide[] = {
    PATTERN(0xf000, 11, SHAPE_HOLDS, CONSTANT_OR_BRANCH),
    PATTERN(0xe8bd, 0, SHAPE_POP, LIST),
    PATTERN(0xe92d, 0, SHAPE_PUSH, LIST),
    PATTERN(0xf85d, 0, SHAPE_POP, ONE_NEAR),
    PATTERN(0xf84d, 0, SHAPE_PUSH, ONE_NEAR),
    PATTERN(0xed2d, 0, SHAPE_PUSH_DOUBLES, NOTHING),
    PATTERN(0xecbd, 0, SHAPE_POP_DOUBLES, NOTHING),
    PATTERN(0xe96d, 0, SHAPE_PUSH, TWO),
    PATTERN(0xe9cd, 0, SHAPE_STORE, TWO),
    PATTERN(0xe8fd, 0, SHAPE_POP, TWO),
    PATTERN(0xf8cd, 0, SHAPE_STORE, ONE),
    PATTERN(0xe8d0, 4, SHAPE_HOLDS, NOTHING),
    0,
};

static uint32_t branch(uint32_t offset)
{
    return offset << SHAPE_REGISTERS_SHIFT | SHAPE_BRANCH;
}

/* TARGET becomes BASE + BYTES. */
static uint32_t add(uint32_t target, uint32_t base, uint32_t bytes)
{
    uint32_t kind = SHAPE_MOVE;

    if (target == BOBBIN_SP) {
        kind = SHAPE_UNFRAME;
        target = base;
        if (base == BOBBIN_SP) {
            kind = SHAPE_UP;
            if ((int32_t)bytes < 0) {
                kind = SHAPE_DOWN;
                bytes = -bytes;
            }
        }
    } else if (base == BOBBIN_SP) {
        kind = SHAPE_FRAME;
    } else if (base != target) {
        return SHAPE_NONE;
    }
    return shape_make((enum shape_kind)kind, bytes, 1u << target);
}

/* Of 32 bits. Constants of 8 bits turned round are not told from those of 12. */
static uint32_t constant_or_branch(uint32_t high, uint32_t low)
{
    uint32_t bytes = (high << 1 & 0x800) | (low >> 4 & 0x700) | (low & 0xff);

    if (low & 0x8000) {
        if (low & 0x4000)
            return SHAPE_HOLDS;
        if (!(low & 0x1000))
            return SHAPE_NONE;
        return branch(4 + ((uint32_t)code_signed(high, 11) << 12 | (low & 0x7ff) << 1));
    }
    if (!(0x00212100u >> (high >> 5 & 31) & 1)) /* ADD, ADDW, SUB, SUBW */
        return SHAPE_NONE;
    return add(low >> 8 & 15, high & 15, high & 0x80 ? -bytes : bytes);
}

uint32_t shape_of(uint32_t instruction, uint32_t thumb)
{
    uint32_t high = instruction >> 16;
    uint32_t low = instruction & 0xffff;
    uint32_t first = low >> 12;
    uint32_t bytes = low & 0xff;
    uint32_t registers = 1u << first;
    uint32_t condition = high >> 12;
    const uint32_t *at = narrow;
    uint32_t kind;

    if (!thumb) {
        if (condition == 15)
            return high >> 9 == 0xfa00 >> 9 ? SHAPE_HOLDS : SHAPE_NONE;
        high &= 0xfff;
        at = arm;
    } else if (code_is_wide(high)) {
        at = wide;
    }
    while ((high ^ *at >> 16) >> (*at & 15))
        if (!*++at)
            return SHAPE_NONE;
    kind = *at >> 4 & 15;
    switch (*at >> 8 & 31) {
    case LIST_NARROW:
        low = (high & 0xff) | (high & 0x100) << 6;
        /* fallthrough */
    case LIST:
        registers = low;
        for (bytes = 0; low; low &= low - 1)
            bytes += 4;
        break;
    case ONE_NEAR:
        if (!(low & 0x100))
            return SHAPE_NONE;
        break;
    case ONE:
        bytes = low;
        break;
    case TWO:
        registers |= 1u << (low >> 8 & 15);
        bytes *= 4;
        break;
    case TWO_PAIRED: /* LDRD, STRD */
        if ((low & 0xf0) != (kind == SHAPE_POP ? 0xd0u : 0xf0u))
            return SHAPE_NONE;
        registers *= 3;
        bytes = (low >> 4 & 0xf0) | (low & 15);
        break;
    case WORDS_NARROW:
        bytes = (high & 0x7f) * 4;
        break;
    case R7_NARROW:
        bytes = (high & 0xff) * 4;
        registers = 1u << 7;
        break;
    case MOVE_NARROW:
        first = (high >> 4 & 8) | (high & 7);
        low = high >> 3;
        /* fallthrough */
    case MOVE_ARM:
        return first == BOBBIN_PC ? SHAPE_LEAVE : add(first, low & 15, 0);
    case CONSTANT_OR_BRANCH:
        return constant_or_branch(high, low);
    case CONSTANT_ARM:
        bytes = code_rotate(bytes, low >> 7 & 30);
        return add(first, high & 15, high & 0x40 ? -bytes : bytes);
    case BRANCH_NARROW:
        return branch(4 + (uint32_t)code_signed(high, 11) * 2);
    case BRANCH_ARM:
        return condition == 14 ? branch(8 + (uint32_t)code_signed(instruction, 24) * 4)
                               : SHAPE_NONE;
    case JUMP_ARM:
        return low & 0x20 ? SHAPE_HOLDS : SHAPE_LEAVE;
    default:
        return kind;
    }
    return shape_make((enum shape_kind)kind, bytes, registers);
}
