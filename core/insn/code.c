/* SPDX-License-Identifier: MIT */
#include "code_parts.h"

uint32_t code_add(uint32_t target, struct code_op *op, uint32_t base, uint32_t offset)
{
    op->target = (uint8_t)target;
    op->base = (uint8_t)base;
    op->offset = (int32_t)offset;
    return CODE_ADD;
}

uint32_t code_transfer(uint32_t word, struct code_op *op, uint32_t registers, uint32_t distance)
{
    if (!(word & CODE_U))
        distance = -distance;
    op->base = (uint8_t)bytes_field(word, 16, 4);
    op->registers = registers;
    if (word & CODE_P)
        op->offset = (int32_t)distance;
    if (word & CODE_W)
        op->writeback = (int16_t)distance;
    if (!registers)
        return code_stop_if((word & (CODE_W | 15u << 16)) == (CODE_W | BOBBIN_SP << 16));
    if (!(word & CODE_L))
        return CODE_STORE;
    return registers & BOBBIN_VALID_R(BOBBIN_SP) ? CODE_STOP : CODE_LOAD;
}

uint32_t code_single(uint32_t word, struct code_op *op, uint32_t distance)
{
    return code_transfer(word, op, 1u << bytes_field(word, 12, 4), distance);
}

uint32_t code_multiple(uint32_t word, struct code_op *op)
{
    uint32_t registers = word & 0xffff;
    uint32_t size = 0;

    for (uint32_t left = registers; left; left &= left - 1)
        size += 4;
    op->length_bytes = (uint8_t)size;
    if (!((word ^ word << 1) & CODE_P)) {
        if ((word & (CODE_U | CODE_W)) != CODE_U)
            return CODE_STOP;
        size = 4; /* increment before */
    }
    return code_transfer(word, op, registers, size);
}

uint32_t code_vfp(uint32_t word, struct code_op *op)
{
    uint32_t distance = (word & 0xff) * 4;
    uint32_t length = distance;
    uint32_t registers = 0;

    if ((word & (CODE_P | CODE_W)) == CODE_P)
        length = 8;
    op->length_bytes = (uint8_t)length;
    if ((word & 0x00400f00) == 0x00000b00) /* d0-d15; not 64-bit moves, which have bit 22 */
        registers = ((BOBBIN_VALID_D(0) << (length >> 3 & 31)) - BOBBIN_VALID_D(0))
                    << bytes_field(word, 12, 4);
    return code_transfer(word, op, registers, distance);
}

void code_decode(uint32_t word, struct code_op *op, uint32_t state)
{
    uint32_t kind;

    /* Sets all fields in their order in memory: the compiler merges them into few words. */
    op->kind = 0;
    op->size_bytes = 4;
    op->condition = CODE_ALWAYS;
    op->base = 0;
    op->target = 0;
    op->length_bytes = 4;
    op->writeback = 0;
    op->registers = 0;
    op->offset = 0;
    if (!state) {
        kind = code_arm(word, op);
    } else if (code_is_wide(word >> 16)) {
        kind = code_thumb_wide(word, op);
    } else {
        op->size_bytes = 2;
        kind = code_thumb_narrow(word, op);
    }
    op->kind = (uint8_t)kind;
}
