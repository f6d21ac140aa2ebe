/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include "code.h"

#define LR BOBBIN_VALID_R(BOBBIN_LR)

/* The low BITS of VALUE as a signed number. */
static uint32_t signed_bits(uint32_t value, uint32_t bits)
{
    return (uint32_t)((int32_t)(value << (32 - bits)) >> (32 - bits));
}

/* LDM or STM of REGISTERS. */
static __attribute__((noinline)) uint32_t several(enum shape_kind kind, uint32_t registers)
{
    uint32_t shape = shape_make(kind, 0, registers);

    for (; registers; registers &= registers - 1)
        shape += 4u << SHAPE_BYTES_SHIFT;
    return shape;
}

/* TARGET becomes BASE + BYTES; DOWN: less them. */
static uint32_t add(uint32_t target, uint32_t base, uint32_t bytes, bool down)
{
    if (target == BOBBIN_SP && base == BOBBIN_SP)
        return shape_make(down ? SHAPE_DOWN : SHAPE_UP, bytes, 0);
    if (base == BOBBIN_SP)
        return down ? SHAPE_NONE : shape_make(SHAPE_FRAME, bytes, 1u << target);
    if (target == BOBBIN_SP)
        return shape_make(SHAPE_UNFRAME, down ? -bytes : bytes, 1u << base);
    return target == base ? shape_make(SHAPE_MOVE, 0, 1u << base) : SHAPE_NONE;
}

static uint32_t move(uint32_t target, uint32_t source)
{
    if (target == BOBBIN_PC)
        return shape_make(SHAPE_LEAVE, 0, 0);
    return target == source ? SHAPE_NONE : add(target, source, 0, false);
}

static uint32_t branch(uint32_t offset)
{
    return offset << SHAPE_REGISTERS_SHIFT | SHAPE_BRANCH;
}

/* ---- Thumb, 16 bits --------------------------------------------------------------------------- */

const uint32_t shape_firsts[8] = {
    0x00000000, 0x00000101, 0x0b000000, 0x00000000, 0x00000000, 0x00018c0c, 0x00000000, 0xffffffff,
};

static uint32_t narrow(uint32_t half)
{
    uint32_t first = half >> 8;
    uint32_t pops = half >> 11 & 1;

    if (shape_is_none(half))
        return SHAPE_NONE;
    if (first >= 0xe0) /* B */
        return branch(4 + signed_bits(half, 11) * 2);
    if (first > 0xb0) /* PUSH, POP: bit 8 is lr or pc */
        return several(SHAPE_PUSH + pops, (half & 0xff) | (half & 0x100) << (6 + pops));
    if (first == 0xb0)
        return add(BOBBIN_SP, BOBBIN_SP, 4 * (half & 0x7f), half & 0x80);
    if (first == 0xaf) /* ADD r7, sp */
        return shape_make(SHAPE_FRAME, 4 * (half & 0xff), 1u << 7);
    if (first == 0x47)
        return shape_make(half & 0x80 ? SHAPE_HOLDS : SHAPE_LEAVE, 0, 0);
    if (first == 0x46)
        return move((half >> 4 & 8) | (half & 7), half >> 3 & 15);
    if (first < 0x44) /* ADDS r7, SUBS r7 */
        return shape_make(SHAPE_MOVE, 0, 1u << 7);
    /* ADD sp, register */
    return (half & 0x87) == 0x85 ? shape_make(SHAPE_UP, SHAPE_BYTES_FAR, 0) : SHAPE_NONE;
}

/* ---- what ARM and Thumb have alike -------------------------------------------------------------- */

/* How an instruction on sp has its registers and bytes. */
enum operands {
    LIST,      /* bits 15..0 */
    DOUBLES,   /* of no interest */
    ONE,       /* bits 15..12; 12 bits */
    ONE_NEAR,  /* the same; 8 bits, if it is of those that move sp */
    TWO,       /* bits 15..12 and 11..8; 8 bits, in words */
    TWO_PAIRED /* bits 15..12 and the next one; 8 bits in two parts */
};

/* Instructions on sp by their high half, that of ARM ones without their condition. */
static const struct {
    uint16_t high;
    uint8_t kind, operands;
} on_sp[] = {
    {0xe8bd, SHAPE_POP, LIST},
    {0xe92d, SHAPE_PUSH, LIST},
    {0xf85d, SHAPE_POP, ONE_NEAR},
    {0xf84d, SHAPE_PUSH, ONE_NEAR},
    {0xed2d, SHAPE_PUSH_DOUBLES, DOUBLES},
    {0xecbd, SHAPE_POP_DOUBLES, DOUBLES},
    {0xe49d, SHAPE_POP, ONE},
    {0xe52d, SHAPE_PUSH, ONE},
    {0xe8fd, SHAPE_POP, TWO},
    {0xe96d, SHAPE_PUSH, TWO},
    {0xe9cd, SHAPE_STORE, TWO},
    {0xe0cd, SHAPE_POP, TWO_PAIRED},
    {0xe16d, SHAPE_PUSH, TWO_PAIRED},
    {0xe1cd, SHAPE_STORE, TWO_PAIRED},
    {0xe58d, SHAPE_STORE, ONE},
    {0xf8cd, SHAPE_STORE, ONE},
};

static uint32_t take_operands(enum shape_kind kind, enum operands operands, uint32_t word)
{
    uint32_t first = 1u << (word >> 12 & 15);

    switch (operands) {
    case LIST:
        return several(kind, word & 0xffff);
    case ONE:
        return kind != SHAPE_STORE || (first & LR) ? shape_make(kind, word, first) : SHAPE_NONE;
    case ONE_NEAR: /* indexed, with its base */
        return (word & 0x900) == 0x900 ? shape_make(kind, word & 0xff, first) : SHAPE_NONE;
    case TWO:
        return shape_make(kind, 4 * (word & 0xff), first | 1u << (word >> 8 & 15));
    case TWO_PAIRED: /* STRD, LDRD */
        return (word & 0xf0) == (kind == SHAPE_POP ? 0xd0u : 0xf0u)
                   ? shape_make(kind, (word >> 4 & 0xf0) | (word & 15), 3 * first)
                   : SHAPE_NONE;
    default:
        return shape_make(kind, 0, 0);
    }
}

static uint32_t find_on_sp(uint32_t high, uint32_t word)
{
    if ((high & 15) == BOBBIN_SP)
        for (uint32_t i = 0; i < sizeof(on_sp) / sizeof(on_sp[0]); i++)
            if (on_sp[i].high == high)
                return take_operands((enum shape_kind)on_sp[i].kind,
                                     (enum operands)on_sp[i].operands, word);
    return SHAPE_NONE;
}

/* ---- Thumb, 32 bits --------------------------------------------------------------------------- */

static uint32_t wide_branch(uint32_t first, uint32_t second)
{
    if (second & 0x4000)
        return shape_make(SHAPE_HOLDS, 0, 0);
    if (!(second & 0x1000))
        return SHAPE_NONE;
    if ((second & 0x2800) != 0x2800) /* by more than 4 MiB */
        return shape_make(SHAPE_LEAVE, 0, 0);
    return branch(4 + (signed_bits(first, 11) << 12 | (second & 0x7ff) << 1));
}

static uint32_t wide(uint32_t first, uint32_t second)
{
    uint32_t target = second >> 8 & 15;
    uint32_t bytes = (first << 1 & 0x800) | (second >> 4 & 0x700) | (second & 0xff);

    if (first >> 11 == 0x1e && (second & 0x8000))
        return wide_branch(first, second);
    switch (first & 0xfbe0) {
    case 0xf100: /* ADD, SUB; constants of 8 bits turned round are not told from those of 12 */
    case 0xf1a0:
    case 0xf200:
    case 0xf2a0:
        return add(target, first & 15, bytes, first & 0x80);
    case 0xeba0:
        return first == 0xebad && target == BOBBIN_SP ? shape_make(SHAPE_DOWN, SHAPE_BYTES_FAR, 0)
                                                      : SHAPE_NONE;
    case 0xe8c0: /* TBB, TBH */
        if ((second & 0xffe0) == 0xf000)
            return shape_make(SHAPE_HOLDS, 0, 0);
        break;
    default:
        break;
    }
    return find_on_sp(first, second);
}

/* ---- ARM -------------------------------------------------------------------------------------- */

static uint32_t arm(uint32_t word)
{
    uint32_t high = (word >> 16 & 0xfff) | 0xe000;
    uint32_t target = word >> 12 & 15;
    uint32_t shift = word >> 7 & 30;
    uint32_t imm = word & 0xff;

    if ((high & 0xff00) == 0xeb00 || word >> 24 == 0xfa)
        return shape_make(SHAPE_HOLDS, 0, 0);
    if (word >> 28 == 15) /* NEON and others without a condition */
        return SHAPE_NONE;
    if (word >> 24 == 0xea)
        return branch(8 + signed_bits(word, 24) * 4);
    if ((word & 0x0fffffd0) == 0x012fff10)
        return shape_make(word & 0x20 ? SHAPE_HOLDS : SHAPE_LEAVE, 0, 0);
    if ((word & 0x0fff0ff0) == 0x01a00000)
        return move(target, word & 15);
    if ((high & 0xffe0) == 0xe280 || (high & 0xffe0) == 0xe240)
        return add(target, high & 15, imm >> shift | imm << (-shift & 31), high & 0x40);
    return find_on_sp(high, word);
}

uint32_t shape_of(uint32_t instruction, uint32_t thumb)
{
    if (!thumb)
        return arm(instruction);
    if (code_is_wide(instruction >> 16))
        return wide(instruction >> 16, instruction & 0xffff);
    return narrow(instruction >> 16);
}
