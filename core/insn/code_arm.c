/* SPDX-License-Identifier: MIT */
#include "code_parts.h"

/*
 * A5.2.12: miscellaneous instructions; also MOVW, MOVT and MSR. They use the encodings in which
 * TST, TEQ, CMP and CMN would not set flags.
 */
static uint32_t decode_arm_miscellaneous(uint32_t word, struct code_op *op)
{
    if (word & 1u << 25)
        return code_stop_if(bytes_field(word, 12, 4) == BOBBIN_SP);
    if ((word & 0x004000d0) == 0x10)
        return code_jump(word & 15, op, word & 0x20);
    return code_stop_if((word & 0xb0) == 0x20); /* BXJ, ERET */
}

/* A5.2.1 to A5.2.3. ADD and SUB of an immediate, and MOV between registers. */
static uint32_t decode_data(uint32_t word, struct code_op *op)
{
    uint32_t operation = bytes_field(word, 21, 5);
    uint32_t target = bytes_field(word, 12, 4);
    uint32_t imm = code_rotate(word & 0xff, bytes_field(word, 8, 4) * 2);

    if ((word & 0x01900000) == 0x01000000)
        return decode_arm_miscellaneous(word, op);
    if ((word & 0x03ef0ff0) == 0x01a00000) {
        if (target != BOBBIN_PC)
            return code_add(target, op, word & 15, 0);
        if (!(word & 1u << 20))
            return code_jump(word & 15, op, false);
    }
    if (target == BOBBIN_PC)
        return CODE_STOP;
    if (operation == 0x12)
        imm = -imm;
    else if (operation != 0x14)
        return code_stop_if(target == BOBBIN_SP);
    return code_add(target, op, bytes_field(word, 16, 4), imm);
}

/* WORD, with W set if the access is post-indexed (P clear): the base is always written then. */
static uint32_t word_of_index(uint32_t word)
{
    return word & CODE_P ? word : word | CODE_W;
}

/* A5.3 */
static uint32_t decode_arm_single(uint32_t word, struct code_op *op)
{
    if (!(word & (1u << 25 | 1u << 22)))
        return code_single(word_of_index(word), op, word & 0xfff);
    return code_load(word);
}

/*
 * A5.2.8: LDRD and STRD with an immediate. Bit 5 is set for a store, whereas other encodings have L
 * in bit 20.
 */
static uint32_t decode_dual(uint32_t word, struct code_op *op)
{
    uint32_t distance = (word & 15) | bytes_field(word, 8, 4) << 4;

    if ((word & 0x005000d0) != 0x004000d0)
        return CODE_OTHER;
    word |= (~word & 0x20) << 15;
    op->length_bytes = 8;
    return code_transfer(word_of_index(word), op, 3u << bytes_field(word, 12, 4), distance);
}

uint32_t code_arm(uint32_t word, struct code_op *op)
{
    uint32_t class = bytes_field(word, 25, 3);

    if (word >> 28 > CODE_ALWAYS) {
        if (class == 5) /* BLX */
            return CODE_CALL;
        return code_stop_if(class == 4); /* RFE, SRS */
    }
    op->condition = (uint8_t)(word >> 28);
    switch (class) {
    case 0:
        if ((word & 0x90) == 0x90)
            return decode_dual(word, op);
        /* fallthrough */
    case 1:
        return decode_data(word, op);
    case 3: /* media instructions; BFC is one that aligns sp */
        if (word & 0x10)
            return code_stop_if(bytes_field(word, 12, 4) == BOBBIN_SP);
        /* fallthrough */
    case 2:
        return decode_arm_single(word, op);
    case 4:
        if (word & 1u << 22) /* user registers, or a return from an exception */
            return CODE_STOP;
        return code_multiple(word, op);
    case 5:
        op->offset = 8 + 4 * code_signed(word, 24);
        return word & 1u << 24 ? CODE_CALL : CODE_BRANCH;
    case 6:
        return code_vfp(word, op);
    default:
        return CODE_OTHER;
    }
}
