/* SPDX-License-Identifier: MIT */
#include "code.h"

static void add(struct code_op *op, uint32_t target, uint32_t base, int32_t offset)
{
    op->kind = CODE_ADD;
    op->target = (uint8_t)target;
    op->base = (uint8_t)base;
    op->offset = offset;
}

/* ---- 16 bits (ARM ARM A6.2) --------------------------------------------------------------------- */

/* A6.2.3: on any register. */
static void decode_special(uint32_t half, struct code_op *op)
{
    uint32_t target = code_field(half, 4, 4) >> 3 << 3 | (half & 7);
    uint32_t source = code_field(half, 3, 4);

    switch (code_field(half, 8, 2)) {
    case 0:
        if (target == BOBBIN_SP || target == BOBBIN_PC)
            op->kind = CODE_STOP;
        break;
    case 2:
        add(op, target, source, 0);
        if (target == BOBBIN_PC) {
            op->kind = CODE_JUMP;
            op->target = (uint8_t)source;
        }
        break;
    case 3:
        op->kind = half & 0x80 ? CODE_CALL : CODE_JUMP;
        op->target = (uint8_t)source;
        break;
    default:
        break;
    }
}

static uint32_t push_list(uint32_t half, uint32_t last)
{
    return (half & 0xff) | (half >> 8 & 1) << last;
}

/* A6.2.5 */
static void decode_miscellaneous(uint32_t half, struct code_op *op)
{
    int32_t words = (int32_t)(half & 0x7f);

    switch (code_field(half, 8, 4)) {
    case 0x0:
        add(op, BOBBIN_SP, BOBBIN_SP, half & 0x80 ? -4 * words : 4 * words);
        break;
    case 0x1:
    case 0x3:
    case 0x9:
    case 0xb:
        op->kind = CODE_BRANCH;
        op->condition = 0;
        op->offset = (int32_t)(4 + code_field(half, 3, 5) * 2 + code_field(half, 9, 1) * 64);
        break;
    case 0x4:
    case 0x5:
        code_decode_multiple(0x092d0000u | push_list(half, BOBBIN_LR), op);
        break;
    case 0xc:
    case 0xd:
        code_decode_multiple(0x08bd0000u | push_list(half, BOBBIN_PC), op);
        break;
    case 0xf:
        if (half & 0x0f) {
            op->kind = CODE_IT;
            op->offset = (int32_t)(half & 0xff);
        }
        break;
    default:
        break;
    }
}

static void decode_narrow(uint32_t half, struct code_op *op)
{
    uint32_t low = code_field(half, 8, 3);
    int32_t byte = (int32_t)(half & 0xff);

    switch (half >> 11) {
    case 0x06:
        add(op, low, low, byte);
        break;
    case 0x07:
        add(op, low, low, -byte);
        break;
    case 0x08:
        if (half & 0x400)
            decode_special(half, op);
        break;
    case 0x12:
    case 0x13:
        op->base = BOBBIN_SP;
        code_transfer(op, code_field(half, 11, 1), 1u << low, 4 * byte, 1);
        break;
    case 0x15:
        add(op, low, BOBBIN_SP, 4 * byte);
        break;
    case 0x16:
    case 0x17:
        decode_miscellaneous(half, op);
        break;
    case 0x1a:
    case 0x1b:
        op->condition = (uint8_t)code_field(half, 8, 4);
        op->kind = op->condition < CODE_ALWAYS ? CODE_BRANCH : CODE_OTHER;
        op->offset = 4 + 2 * code_signed(half, 8);
        if (op->condition == CODE_ALWAYS) /* undefined for ever */
            op->kind = CODE_STOP;
        break;
    case 0x1c:
        op->kind = CODE_BRANCH;
        op->offset = 4 + 2 * code_signed(half, 11);
        break;
    default:
        break;
    }
    if (op->kind != CODE_BRANCH)
        op->condition = CODE_ALWAYS;
}

/* ---- 32 bits (A6.3) ------------------------------------------------------------------------------ */

/* A6.3.6: LDRD and STRD, exclusives, table branches. */
static void decode_dual(uint32_t word, struct code_op *op)
{
    uint32_t indexed = code_field(word, 24, 1) | code_field(word, 21, 1) << 1;
    uint32_t first = code_field(word, 12, 4);
    uint32_t second = code_field(word, 8, 4);
    int32_t offset = (int32_t)(word & 0xff) * 4;

    if (indexed == 0) { /* exclusives; TBB and TBH */
        op->kind = (word & 0xfff0f0e0) == 0xe8d0f000 ? CODE_STOP : CODE_OTHER;
        return;
    }
    op->base = (uint8_t)code_field(word, 16, 4);
    code_transfer(op, code_field(word, 20, 1), 1u << first | 1u << second,
                  word & 1u << 23 ? offset : -offset, indexed);
    if (first >= second) /* in memory the other way round: a LOAD or STORE cannot say that */
        op->kind = op->writeback && op->base == BOBBIN_SP ? CODE_STOP : CODE_OTHER;
}

/* A6.3.7 to A6.3.10: one word is of interest, for others only what happens to sp and pc. */
static void decode_single(uint32_t word, struct code_op *op)
{
    uint32_t target = code_field(word, 12, 4);
    bool load = word & 1u << 20;
    bool long_offset = word & 1u << 23;
    int32_t offset = (int32_t)(word & (long_offset ? 0xfff : 0xff));
    uint32_t indexed = long_offset ? 1 : code_field(word, 10, 1) | code_field(word, 8, 1) << 1;
    bool plain = long_offset || (word & 0x800);

    op->base = (uint8_t)code_field(word, 16, 4);
    if (!long_offset && !(word & 0x200))
        offset = -offset;
    if ((word & 0xff600000) == 0xf8400000 && plain && op->base != BOBBIN_PC && indexed != 0) {
        code_transfer(op, load, 1u << target, offset, indexed);
        return;
    }
    if ((word & 0xff100000) == 0xf9000000) /* A7.7: vectors; rm 15 is no writeback */
        indexed = (word & 15) == 15 ? 0 : 2;
    else if (!plain || op->base == BOBBIN_PC)
        indexed = 0;
    if ((op->base == BOBBIN_SP && (indexed & 2)) ||
        ((word & 0xff700000) == 0xf8500000 && target >= BOBBIN_SP && target != BOBBIN_LR))
        op->kind = CODE_STOP;
}

/* A6.3.1 and A6.3.3; ThumbExpandImm (A6.3.2). */
static void decode_immediate(uint32_t word, struct code_op *op)
{
    uint32_t target = code_field(word, 8, 4);
    uint32_t imm = (word & 0xff) | code_field(word, 12, 3) << 8 | code_field(word, 26, 1) << 11;
    uint32_t operation = code_field(word, 21, 5);
    bool set_flags = word & 1u << 20;
    bool subtract = operation == 0x0d || operation == 0x15;

    if (operation == 0x08 || operation == 0x0d) { /* ADD, SUB: a modified immediate */
        uint32_t byte = imm & 0xff;
        if (imm >> 10)
            imm = code_rotate(0x80 | (imm & 0x7f), imm >> 7);
        else
            imm = byte * ((uint32_t[]){1, 0x10001, 0x1000100, 0x1010101})[imm >> 8];
    } else if (operation != 0x10 && operation != 0x15) { /* not ADDW, SUBW either */
        if (target == BOBBIN_SP)
            op->kind = CODE_STOP;
        return;
    }
    if (target != BOBBIN_PC)
        add(op, target, code_field(word, 16, 4), (int32_t)(subtract ? -imm : imm));
    else if (!set_flags)
        op->kind = CODE_STOP;
    if (op->base == BOBBIN_PC && op->kind == CODE_ADD)
        op->kind = target == BOBBIN_SP ? CODE_STOP : CODE_OTHER;
}

/* A6.3.4 */
static void decode_branch(uint32_t word, struct code_op *op)
{
    uint32_t sign = code_field(word, 26, 1);
    uint32_t distance = (word & 0x7ff) << 1;

    op->kind = CODE_BRANCH;
    if (word & 0x4000) {
        op->kind = CODE_CALL;
        return;
    }
    if (word & 0x1000) {
        uint32_t i = ~(code_field(word, 13, 1) ^ sign) & 1;
        uint32_t j = ~(code_field(word, 11, 1) ^ sign) & 1;
        distance |= code_field(word, 16, 10) << 12 | j << 22 | i << 23 | sign << 24;
        op->offset = 4 + code_signed(distance, 25);
        return;
    }
    op->condition = (uint8_t)code_field(word, 22, 4);
    distance |= code_field(word, 16, 6) << 12 | code_field(word, 13, 1) << 18 |
                code_field(word, 11, 1) << 19 | sign << 20;
    op->offset = 4 + code_signed(distance, 21);
    if (op->condition < CODE_ALWAYS)
        return;
    /* Hints, barriers and MRS; the rest may change the mode and with it sp, or leave. */
    op->condition = CODE_ALWAYS;
    op->kind = CODE_STOP;
    if (((word & 0xfff0f700) == 0xf3a08000) || (word & 0xfff0f000) == 0xf3b08000 ||
        (word & 0xffe0f000) == 0xf3e08000)
        op->kind = CODE_OTHER;
}

static void decode_wide(uint32_t word, struct code_op *op)
{
    switch (code_field(word, 25, 4)) {
    case 0x4: /* e8, e9 */
        if (word & 1u << 22)
            decode_dual(word, op);
        else if ((word >> 24 & 1) != (word >> 23 & 1))
            code_decode_multiple(word, op);
        else
            op->kind = CODE_STOP; /* RFE, SRS */
        break;
    case 0x6: /* ec, ed */
        code_decode_vfp(word, op);
        break;
    case 0x8: /* f0 to f3 */
    case 0x9:
    case 0xa:
    case 0xb:
        if (word & 0x8000)
            decode_branch(word, op);
        else
            decode_immediate(word, op);
        break;
    case 0xc: /* f8, f9 */
        decode_single(word, op);
        break;
    case 0x5: /* ea, eb */
    case 0xd: /* fa, fb */
        if (code_field(word, 8, 4) == BOBBIN_SP)
            op->kind = CODE_STOP;
        break;
    default:
        break;
    }
}

void code_decode_thumb(uint32_t halfwords, struct code_op *op)
{
    op->kind = CODE_OTHER;
    op->condition = CODE_ALWAYS;
    op->registers = 0;
    op->writeback = 0;
    if (code_is_wide(halfwords >> 16)) {
        op->size_bytes = 4;
        decode_wide(halfwords, op);
    } else {
        op->size_bytes = 2;
        decode_narrow(halfwords >> 16, op);
    }
}
