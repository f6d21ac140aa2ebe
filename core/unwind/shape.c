/* SPDX-License-Identifier: MIT */
#include "shape.h"

#include "insn_fields.h"
#include <bobbin/bobbin.h>

/*
 * The keys of loads and stores on sp: bits 27..16 of an ARM instruction, or the low 12 bits of the
 * first halfword of a Thumb one. No ARM key equals a different Thumb key. For a LIST, the second
 * half has one bit for each register. For ONE, bits 15..12 of the second half are the register, and
 * the low 8 bits are bytes.
 */
enum { LIST = 0, ONE = 8 };
#define KEY(bits, kind, operands) (uint16_t)((bits) << 4 | (operands) | (SHAPE_##kind - SHAPE_POP))
static const uint16_t keys[] = {
    KEY(0x8bd, POP, LIST),         /* LDM, ARM and Thumb */
    KEY(0x92d, PUSH, LIST),        /* STM */
    KEY(0x85d, POP, ONE),          /* LDR, Thumb */
    KEY(0x49d, POP, ONE),          /* LDR, ARM */
    KEY(0x84d, PUSH, ONE),         /* STR, Thumb */
    KEY(0x52d, PUSH, ONE),         /* STR, ARM */
    KEY(0xcbd, POP_DOUBLES, ONE),  /* VPOP, ARM and Thumb */
    KEY(0xd2d, PUSH_DOUBLES, ONE), /* VPUSH */
    0,
};

/* The size in bytes of those REGISTERS that a pop loads only to release stack: r0-r3 and r12. */
static inline uint32_t room_of(uint32_t registers)
{
    uint32_t bytes = 0;

    for (registers &= 0x100f; registers; registers &= registers - 1)
        bytes += 4;
    return bytes;
}

/* Decodes a load or store by its KEY and its second half. Returns NONE if its base is not sp. */
static uint32_t transfer(struct shape *shape, uint32_t key, uint32_t low)
{
    const uint16_t *at = keys;
    uint32_t found;

    if ((key & 15) != BOBBIN_SP) /* most loads and stores use another base */
        return SHAPE_NONE;
    do {
        found = *at++;
        if (!found)
            return SHAPE_NONE;
    } while ((found ^ key << 4) >> 4 & 0xfff);
    if (found & ONE) {
        shape->bytes = (low & 0xff) - 4;
        shape->registers = 1u << (low >> 12);
    } else {
        shape->bytes = room_of(low);
        shape->registers = low;
    }
    return (found & 7) + SHAPE_POP;
}

/* Decodes TARGET = BASE + bytes. */
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
    return SHAPE_NONE;
}

static inline uint32_t narrow(struct shape *shape, uint32_t first)
{
    uint32_t op = first >> 8;
    uint32_t low = first & 0xff;

    if (op < 0xaf) {
        shape->bytes = 0;
        if (op == 0x47)
            return low & 0x80 ? SHAPE_HOLDS : SHAPE_LEAVE;
        op = (first >> 4 & 8) | (first & 7);
        return op == BOBBIN_PC ? SHAPE_LEAVE : add(shape, op, low >> 3 & 15);
    }
    shape->bytes = low * 4;
    shape->registers = 7;
    if (op == 0xaf)
        return SHAPE_FRAME;
    if (op >= 0xe0) {
        shape->bytes = 4 + (uint32_t)code_signed(first, 11) * 2;
        return SHAPE_BRANCH;
    }
    if (op == 0xb0)
        return low & 0x80 ? SHAPE_DOWN : SHAPE_UP;
    low |= (first & 0x100) << 6; /* bit of lr: for push, and for pop of pc, which counts as lr */
    op &= ~1u;
    if (op == 0xb4)
        return transfer(shape, 0x92d, low);
    return op == 0xbc ? transfer(shape, 0x8bd, low) : SHAPE_NONE;
}

static inline uint32_t wide(struct shape *shape, uint32_t high, uint32_t low)
{
    if (high >> 11 != 0xf000 >> 11)
        return (high & 0xfff0) == 0xe8d0 ? SHAPE_HOLDS : transfer(shape, high, low);
    if (low & 0x8000) {
        shape->bytes = 4 + ((uint32_t)code_signed(high, 11) << 12 | (low & 0x7ff) << 1);
        if (low >> 14 == 3)
            return SHAPE_HOLDS;
        return (low & 0xd000) == 0x9000 ? SHAPE_BRANCH : SHAPE_NONE;
    }
    if (!(0x00212100u >> (high >> 5 & 31) & 1)) /* ADD, ADDW, SUB, SUBW */
        return SHAPE_NONE;
    if (high & 0x80)
        shape->bytes = -shape->bytes;
    return add(shape, low >> 8 & 15, high & 15);
}

static inline uint32_t arm(struct shape *shape, uint32_t high, uint32_t low)
{
    uint32_t op = high >> 4 & 0xff;

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
    shape->registers = 0;
    shape->bytes = (thumb ? second : first) & 0xff;
    if (!thumb)
        shape->kind = arm(shape, second, first);
    else if (code_is_wide(first))
        shape->kind = wide(shape, first, second);
    else
        shape->kind = narrow(shape, first);
}
