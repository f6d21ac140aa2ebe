/* SPDX-License-Identifier: MIT */
#include "code_parts.h"

/* ---- 16 bits (ARM ARM A6.2) ----------------------------------------------------------------- */

/* A6.2.3: data instructions on any register, and BX */
static uint32_t decode_special(uint32_t half, struct code_op *op)
{
    uint32_t target = (half & 7) | (half >> 4 & 8);
    uint32_t source = bytes_field(half, 3, 4);

    if (!(half & 0x200)) /* ADD, CMP */
        return code_stop_if(!(half & 0x100) && code_is_special(target));
    if (half & 0x100)
        return code_jump(source, op, half & 0x80);
    if (target == BOBBIN_PC)
        return code_jump(source, op, 0);
    return code_add(target, op, source, 0);
}

/* A6.2.5 */
static uint32_t decode_thumb_miscellaneous(uint32_t half, struct code_op *op)
{
    uint32_t distance = (half & 0x7f) * 4;
    uint32_t list = (half & 0xff) | (half << 6 & 0x4000);

    if (half & 0x400) {
        if (!(half & 0x200)) { /* pop has pc where push has lr */
            if (half & 0x800)
                return code_multiple(0x08bd0000 | (list + (list & 0x4000)), op);
            return code_multiple(0x092d0000 | list, op);
        }
        return CODE_OTHER;
    }
    if (half & 0x100) {
        op->condition = 0;
        op->offset = (int32_t)(4 + (half >> 2 & 62) + (half >> 3 & 64));
        return CODE_BRANCH;
    }
    if (half & 0xa00)
        return CODE_OTHER;
    return code_add(BOBBIN_SP, op, BOBBIN_SP, half & 0x80 ? -distance : distance);
}

uint32_t code_thumb_narrow(uint32_t word, struct code_op *op)
{
    uint32_t half = word >> 16;
    uint32_t low = bytes_field(half, 8, 3);
    uint32_t byte = half & 0xff;
    uint32_t condition = bytes_field(half, 8, 4);
    bool second = half & 0x800;

    switch (half >> 12) {
    case 0x3:
        return code_add(low, op, low, second ? -byte : byte);
    case 0x4:
        return (half & 0xc00) == 0x400 ? decode_special(half, op) : CODE_OTHER;
    case 0x9:
        return code_single(0x058d0000 | (half & 0x800) << 9 | low << 12, op, 4 * byte);
    case 0xa:
        return code_add(low, op, second ? BOBBIN_SP : BOBBIN_PC, 4 * byte);
    case 0xb:
        return decode_thumb_miscellaneous(half, op);
    case 0xd:
        if (condition >= CODE_ALWAYS) /* permanently undefined is STOP; SVC is not */
            return code_stop_if(condition == CODE_ALWAYS);
        op->condition = (uint8_t)condition;
        op->offset = 4 + 2 * code_signed(half, 8);
        return CODE_BRANCH;
    case 0xe:
        op->offset = 4 + 2 * code_signed(half, 11);
        return CODE_BRANCH;
    default:
        return CODE_OTHER;
    }
}

/* ---- 32 bits (A6.3) ------------------------------------------------------------------------- */

/* A6.3.5, A6.3.6: LDM and STM, LDRD and STRD, exclusives, table branches. */
static uint32_t decode_several(uint32_t word, struct code_op *op)
{
    uint32_t first = 1u << bytes_field(word, 12, 4);
    uint32_t second = 1u << bytes_field(word, 8, 4);

    if (!(word & 1u << 22))
        return (word ^ word << 1) & CODE_P ? code_multiple(word, op) : CODE_STOP; /* RFE, SRS */
    if (!(word & (CODE_P | CODE_W)))
        return code_stop_if((word & 0x008000e0) == 0x00800000);
    op->length_bytes = 8;
    if (first >= second) /* a LOAD or STORE cannot describe this order in memory */
        first = second = 0;
    return code_transfer(word, op, first | second, (word & 0xff) * 4);
}

/* A6.3.7: LDR and STR. P, U and W are where ARM has them, or next to a short offset. */
static uint32_t decode_thumb_single(uint32_t word, struct code_op *op)
{
    if ((word & 0x01600000) != 0x00400000)
        return CODE_OTHER;
    if ((word & CODE_U) || (word & 0xf0000) == 0xf0000)
        return code_single(word | CODE_P, op, word & 0xfff);
    if (word & 0x800)
        return code_single(word | (word & 0x600) << 14 | (word & 0x100) << 13, op, word & 0xff);
    return code_load(word);
}

/*
 * A6.3.1 and A6.3.3: ADD and SUB with a modified immediate, ADDW and SUBW. Immediates that repeat a
 * byte (ThumbExpandImm, A6.3.2) are not decoded.
 */
static uint32_t decode_immediate(uint32_t word, struct code_op *op)
{
    uint32_t target = bytes_field(word, 8, 4);
    uint32_t imm = (word & 0xff) | bytes_field(word, 12, 3) << 8 | bytes_field(word, 26, 1) << 11;
    uint32_t operation = bytes_field(word, 21, 5);

    if (!(0x00212100u >> operation & 1) || target == BOBBIN_PC) /* a comparison */
        return code_stop_if(target == BOBBIN_SP);
    if (operation < 0x10 && imm > 0xff) {
        if (imm < 0x400)
            return code_stop_if(target == BOBBIN_SP);
        imm = code_rotate(0x80 | (imm & 0x7f), imm >> 7);
    }
    return code_add(target, op, bytes_field(word, 16, 4), operation & 1 ? -imm : imm);
}

/* A6.3.4 */
static uint32_t decode_branch(uint32_t word, struct code_op *op)
{
    uint32_t condition = bytes_field(word, 22, 4);
    uint32_t high;

    if (word & 0x4000)
        return CODE_CALL;
    if (word & 0x1000) {
        high = (uint32_t)code_signed(word >> 16, 11) ^ 0xc00 ^ (word >> 2 & 0x800) ^
               (word >> 1 & 0x400);
    } else {
        if (condition >= CODE_ALWAYS)
            return code_stop_if((word & 0x03e00000) == 0x03c00000); /* BXJ, SUBS pc */
        op->condition = (uint8_t)condition;
        high = (uint32_t)code_signed(word >> 26, 1) << 8 | (word >> 4 & 0x80) | (word >> 7 & 0x40) |
               bytes_field(word, 16, 6);
    }
    op->offset = (int32_t)(4 + (high << 12) + (word & 0x7ff) * 2);
    return CODE_BRANCH;
}

uint32_t code_thumb_wide(uint32_t word, struct code_op *op)
{
    switch (bytes_field(word, 25, 4)) {
    case 0x4: /* e8, e9 */
        return decode_several(word, op);
    case 0x5: /* ea, eb */
        return code_stop_if(bytes_field(word, 8, 4) == BOBBIN_SP);
    case 0x6: /* ec, ed */
        return code_vfp(word, op);
    case 0x8: /* f0 to f7 */
    case 0x9:
    case 0xa:
    case 0xb:
        return word & 0x8000 ? decode_branch(word, op) : decode_immediate(word, op);
    case 0xc: /* f8, f9 */
        return decode_thumb_single(word, op);
    default:
        return CODE_OTHER;
    }
}
