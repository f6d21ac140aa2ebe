/* SPDX-License-Identifier: MIT */
/* What ARM and Thumb instructions have in common. */
#include "code.h"

void code_transfer(struct code_op *op, bool load, uint32_t registers, int32_t offset, uint32_t indexed)
{
    op->kind = load ? CODE_LOAD : CODE_STORE;
    op->registers = registers;
    op->offset = indexed & 1 ? offset : 0;
    op->writeback = indexed == 1 ? 0 : offset;
    if (load && (registers & BOBBIN_VALID_R(BOBBIN_SP)))
        op->kind = CODE_STOP;
}

void code_decode_multiple(uint32_t word, struct code_op *op)
{
    uint32_t before = code_field(word, 24, 1);
    uint32_t registers = word & 0xffff;
    int32_t size = 0;

    for (uint32_t left = registers; left; left &= left - 1)
        size += 4;
    code_transfer(op, code_field(word, 20, 1), registers, 0, 1);
    op->base = (uint8_t)code_field(word, 16, 4);
    if (word & 1u << 23) {
        op->offset = before ? 4 : 0;
    } else {
        op->offset = before ? -size : 4 - size;
        size = -size;
    }
    op->writeback = word & 1u << 21 ? size : 0;
    if (word & 1u << 22) /* user registers, or a return from an exception */
        op->kind = CODE_STOP;
}

/* ARM ARM A7.6: extension register load and store; the coprocessor is 10 or 11. */
void code_decode_vfp(uint32_t word, struct code_op *op)
{
    uint32_t mode = code_field(word, 21, 1) | code_field(word, 23, 2) << 1; /* P U W */
    uint32_t first = code_field(word, 12, 4);
    bool doubles = word & 1u << 8;
    int32_t offset = (int32_t)(word & 0xff) * 4;
    uint32_t count = mode == 4 || mode == 6 ? 1 : code_field(word, 1, 7);
    uint32_t registers = 0;

    op->base = (uint8_t)code_field(word, 16, 4);
    if (mode == 0 || (word & 0x0e00) != 0x0a00) /* not a transfer with memory, or not of VFP */
        return;
    if (!doubles || (word & 1u << 22)) /* s0-s31, d16-d31: of no interest but for the base */
        count = 0;
    for (; count; count--, first++)
        registers |= first < 16 ? BOBBIN_VALID_D(first) : 0;
    if (!(mode & 2))
        offset = -offset;
    code_transfer(op, code_field(word, 20, 1), registers, offset, (mode >> 2) | (mode & 1) << 1);
    if (!registers)
        op->kind = op->writeback && op->base == BOBBIN_SP ? CODE_STOP : CODE_OTHER;
}
