/* SPDX-License-Identifier: MIT */
#include "code.h"

/* Whether a register that an instruction writes leaves the path: sp in an unknown way, or pc. */
static bool is_special(uint32_t number)
{
    return number == BOBBIN_SP || number == BOBBIN_PC;
}

/* A5.2.8: halfwords, signed bytes, doublewords. */
static void decode_extra(uint32_t word, struct code_op *op)
{
    uint32_t first = code_field(word, 12, 4);
    uint32_t indexed = code_field(word, 24, 1) | code_field(word, 21, 1) << 1;
    int32_t offset = (int32_t)((word & 15) | code_field(word, 8, 4) << 4);
    uint32_t type = code_field(word, 5, 2);
    bool dual = !(word & 1u << 20) && type >= 2;
    bool immediate = word & 1u << 22;

    if (type == 0) /* multiplications and exclusives */
        return;
    op->base = (uint8_t)code_field(word, 16, 4);
    if (dual && immediate && first < BOBBIN_SP - 1 && op->base != BOBBIN_PC)
        code_transfer(op, type == 2, 3u << first, word & 1u << 23 ? offset : -offset, indexed);
    else if (op->base == BOBBIN_SP && indexed != 1)
        op->kind = CODE_STOP;
    else if (dual && type == 2 && first >= BOBBIN_SP - 1)
        op->kind = CODE_STOP;
}

/* A5.2.12; MSR may change the mode, and with it sp. */
static void decode_miscellaneous(uint32_t word, struct code_op *op)
{
    uint32_t operation = code_field(word, 4, 4) | code_field(word, 21, 2) << 4;

    op->target = (uint8_t)(word & 15);
    switch (operation) {
    case 0x11:
        op->kind = CODE_JUMP;
        break;
    case 0x13:
        op->kind = CODE_CALL;
        break;
    case 0x10:
        if (word & 1u << 16)
            op->kind = CODE_STOP;
        break;
    case 0x12: /* BXJ */
    case 0x36: /* ERET */
        op->kind = CODE_STOP;
        break;
    default:
        break;
    }
    if ((word & 0x0fb00200) == 0x01200200 && !(operation & 15)) /* MSR of a banked register */
        op->kind = CODE_STOP;
}

static void add(uint32_t word, struct code_op *op, uint32_t base, uint32_t offset)
{
    op->kind = CODE_ADD;
    op->target = (uint8_t)code_field(word, 12, 4);
    op->base = (uint8_t)base;
    op->offset = (int32_t)offset;
}

/* A5.2.1 and A5.2.2: only a plain move matters. */
static void decode_register(uint32_t word, struct code_op *op)
{
    uint32_t operation = code_field(word, 21, 4);
    bool set_flags = word & 1u << 20;

    if ((operation & 0xc) == 0x8) {
        if (!set_flags && !(word & 0x90 && (word & 0x90) == 0x90))
            decode_miscellaneous(word, op);
        return;
    }
    if ((word & 0x0fef0ff0) == 0x01a00000 && (word & 15) != BOBBIN_PC) {
        add(word, op, word & 15, 0);
        if (op->target != BOBBIN_PC)
            return;
        op->kind = set_flags ? CODE_STOP : CODE_JUMP;
        op->target = (uint8_t)(word & 15);
    } else if (is_special(code_field(word, 12, 4))) {
        op->kind = CODE_STOP;
    }
}

/* A5.2.3 */
static void decode_immediate(uint32_t word, struct code_op *op)
{
    uint32_t operation = code_field(word, 21, 4);
    uint32_t target = code_field(word, 12, 4);
    uint32_t base = code_field(word, 16, 4);
    uint32_t imm = code_rotate(word & 0xff, code_field(word, 8, 4) * 2);
    bool set_flags = word & 1u << 20;

    if ((operation == 2 || operation == 4) && target != BOBBIN_PC && base != BOBBIN_PC)
        add(word, op, base, operation == 4 ? imm : -imm);
    else if (operation == 9 && !set_flags) /* MSR and hints; the control field has the mode */
        op->kind = base & 1 ? CODE_STOP : CODE_OTHER;
    else if ((operation & 0xc) == 0x8 && (set_flags || operation == 11))
        op->kind = CODE_OTHER;
    else if (is_special(target))
        op->kind = CODE_STOP;
}

/* A5.3: a word at an immediate offset is of interest, for others only what happens to sp and pc. */
static void decode_single(uint32_t word, struct code_op *op)
{
    uint32_t target = code_field(word, 12, 4);
    uint32_t indexed = code_field(word, 24, 1) | code_field(word, 21, 1) << 1;
    int32_t offset = (int32_t)(word & 0xfff);
    bool load = word & 1u << 20;
    bool byte = word & 1u << 22;

    op->base = (uint8_t)code_field(word, 16, 4);
    if (indexed == 2) /* LDRT: post-indexed, as user */
        indexed = 0;
    if (!(word & 1u << 25) && !byte && op->base != BOBBIN_PC)
        code_transfer(op, load, 1u << target, word & 1u << 23 ? offset : -offset, indexed);
    else if ((op->base == BOBBIN_SP && indexed != 1) || (load && is_special(target)))
        op->kind = CODE_STOP;
}

/* A5.7 */
static void decode_unconditional(uint32_t word, struct code_op *op)
{
    uint32_t class = code_field(word, 25, 3);

    op->condition = CODE_ALWAYS;
    if (class == 5)
        op->kind = CODE_CALL; /* BLX to Thumb */
    else if (class == 4 || (word & 0xfff20000) == 0xf1020000)
        op->kind = CODE_STOP; /* RFE, SRS; CPS to another mode */
    else if ((word & 0xff100000) == 0xf4000000 && code_field(word, 16, 4) == BOBBIN_SP &&
             (word & 15) != BOBBIN_PC)
        op->kind = CODE_STOP; /* A7.7 with writeback */
}

void code_decode_arm(uint32_t word, struct code_op *op)
{
    op->kind = CODE_OTHER;
    op->size_bytes = 4;
    op->condition = (uint8_t)(word >> 28);
    op->registers = 0;
    op->writeback = 0;
    if (op->condition > CODE_ALWAYS) {
        decode_unconditional(word, op);
        return;
    }
    switch (code_field(word, 25, 3)) {
    case 0:
        if ((word & 0x90) == 0x90)
            decode_extra(word, op);
        else
            decode_register(word, op);
        break;
    case 1:
        decode_immediate(word, op);
        break;
    case 3:
        if (word & 0x10) /* media */
            break;
        /* fallthrough */
    case 2:
        decode_single(word, op);
        break;
    case 4:
        code_decode_multiple(word, op);
        break;
    case 5:
        op->kind = word & 1u << 24 ? CODE_CALL : CODE_BRANCH;
        op->offset = 8 + 4 * code_signed(word, 24);
        break;
    case 6:
        code_decode_vfp(word, op);
        break;
    default:
        break;
    }
}
