/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include "code_parts.h"

/* How what is on sp has its registers and bytes in its second half. */
enum operands {
    LIST, /* a bit each */
    ONE,  /* bits 15..12; the low 8 bits */
    TWO,  /* bits 15..12 and 11..8; the low 8 bits, in words */
    PAIR, /* bits 15..12 and the next one; 8 bits in two parts */
};

/* By bits 27..16 of an ARM instruction, or the low 12 of the first half of a Thumb one: none of one is the other's. */
#define KEY(bits, kind, operands) (uint16_t)((bits) << 4 | (operands) << 2 | (kind - SHAPE_POP))
static const uint16_t keys[] = {
    KEY(0x8bd, SHAPE_POP, LIST),  /* LDM, of both */
    KEY(0x92d, SHAPE_PUSH, LIST), /* STM */
    KEY(0x85d, SHAPE_POP, ONE),   /* LDR, Thumb */
    KEY(0x49d, SHAPE_POP, ONE),   /* LDR, ARM */
    KEY(0x84d, SHAPE_PUSH, ONE),  /* STR */
    KEY(0x52d, SHAPE_PUSH, ONE),   KEY(0x8cd, SHAPE_STORE, ONE),
    KEY(0x58d, SHAPE_STORE, ONE),  KEY(0x8fd, SHAPE_POP, TWO),  /* LDRD, Thumb */
    KEY(0x96d, SHAPE_PUSH, TWO),                                /* STRD */
    KEY(0x9cd, SHAPE_STORE, TWO),  KEY(0x0cd, SHAPE_POP, PAIR), /* LDRD, ARM */
    KEY(0x16d, SHAPE_PUSH, PAIR),                               /* STRD */
    KEY(0x1cd, SHAPE_STORE, PAIR), 0,
};

/* A load or store of sp, by its KEY and its second half; others are NONE. */
static uint32_t transfer(struct shape *shape, uint32_t key, uint32_t low)
{
    const uint16_t *at = keys;
    uint32_t registers = 1u << (low >> 12);

    key &= 0xfff;
    shape->registers = 0;
    if (key == 0xd2d) /* VPUSH, VPOP */
        return SHAPE_PUSH_DOUBLES;
    if (key == 0xcbd)
        return SHAPE_POP_DOUBLES;
    while (*at >> 4 != key)
        if (!*++at)
            return SHAPE_NONE;
    switch (*at >> 2 & 3) {
    case LIST:
        registers = low;
        for (shape->bytes = 0; low; low &= low - 1)
            shape->bytes += 4;
        break;
    case TWO:
        registers |= 1u << (low >> 8 & 15);
        shape->bytes *= 4;
        break;
    case PAIR:
        if (~low & 0xd0)
            return SHAPE_NONE;
        registers *= 3;
        shape->bytes = (low >> 4 & 0xf0) | (low & 15);
        break;
    }
    shape->registers = registers;
    return (*at & 3) + SHAPE_POP;
}

/* TARGET becomes BASE and bytes. */
static uint32_t add(struct shape *shape, uint32_t target, uint32_t base)
{
    shape->registers = base;
    if (target == BOBBIN_SP) {
        if (base != BOBBIN_SP)
            return SHAPE_UNFRAME;
        return (int32_t)shape->bytes < 0 ? SHAPE_DOWN : SHAPE_UP;
    }
    shape->registers = target;
    if (base == BOBBIN_SP)
        return SHAPE_FRAME;
    return base == target && shape->bytes ? SHAPE_MOVE : SHAPE_NONE;
}

static inline uint32_t narrow(struct shape *shape, uint32_t first)
{
    uint32_t op = first >> 8;
    uint32_t low = first & 0xff;

    shape->bytes = low * 4;
    shape->registers = 7;
    if (op >= 0xe0) {
        shape->bytes = 4 + (uint32_t)code_signed(first, 11) * 2;
        return SHAPE_BRANCH;
    }
    if ((op & 0xf7) == 0x37)
        return SHAPE_MOVE;
    if (op == 0x46) {
        shape->bytes = 0;
        low = (first >> 4 & 8) | (first & 7);
        return low == BOBBIN_PC ? SHAPE_LEAVE : add(shape, low, first >> 3 & 15);
    }
    if (op == 0x47)
        return low & 0x80 ? SHAPE_HOLDS : SHAPE_LEAVE;
    if (op == 0xaf)
        return SHAPE_FRAME;
    if (op == 0xb0) {
        shape->bytes = (low & 0x7f) * 4;
        return low & 0x80 ? SHAPE_DOWN : SHAPE_UP;
    }
    low |= (first & 0x100) << 6; /* lr, also where it is pc */
    if ((op & ~1u) == 0xb4)
        return transfer(shape, 0x92d, low);
    if ((op & ~1u) == 0xbc)
        return transfer(shape, 0x8bd, low);
    return SHAPE_NONE;
}

static inline uint32_t wide(struct shape *shape, uint32_t high, uint32_t low)
{
    if (high >> 11 != 0xf000 >> 11)
        return (high & 0xfff0) == 0xe8d0 ? SHAPE_HOLDS : transfer(shape, high, low);
    if (low & 0x8000) {
        shape->bytes = 4 + ((uint32_t)code_signed(high, 11) << 12 | (low & 0x7ff) << 1);
        return shape_holds(low) ? SHAPE_HOLDS : shape_is_branch(low) ? SHAPE_BRANCH : SHAPE_NONE;
    }
    if (!shape_is_add(high))
        return SHAPE_NONE;
    if (high & 0x80)
        shape->bytes = -shape->bytes;
    return add(shape, low >> 8 & 15, high & 15);
}

static inline uint32_t arm(struct shape *shape, uint32_t high, uint32_t low)
{
    uint32_t op = high >> 4 & 0xff;

    shape->registers = 0;
    if (op >> 4 == 0xb)
        return SHAPE_HOLDS;
    if (op >> 4 == 0xa) {
        shape->bytes = 8 + (uint32_t)code_signed(high << 16 | low, 24) * 4;
        return high >> 12 == CODE_ALWAYS ? SHAPE_BRANCH : SHAPE_NONE;
    }
    if (op == 0x12)
        return low & 0x20 ? SHAPE_HOLDS : SHAPE_LEAVE;
    if (op == 0x1a) {
        shape->bytes = 0;
        high = low;
        if (low >> 12 == BOBBIN_PC)
            return SHAPE_LEAVE;
    } else if (op == 0x24) {
        shape->bytes = -shape->bytes;
    } else if (op != 0x28) {
        return transfer(shape, high, low);
    }
    return add(shape, low >> 12, high & 15);
}

void shape_find(struct shape *shape, uint32_t first, uint32_t second, uint32_t thumb)
{
    shape->bytes = (thumb ? second : first) & 0xff;
    if (!thumb)
        shape->kind = arm(shape, second, first);
    else if (code_is_wide(first))
        shape->kind = wide(shape, first, second);
    else
        shape->kind = narrow(shape, first);
}
