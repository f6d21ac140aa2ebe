/* SPDX-License-Identifier: MIT */
/* Reads the operands of an instruction that capstone decoded. */
#include "insn/effect_operands.h"

/* ---- registers ------------------------------------------------------------------------------ */

unsigned decoded_core_number(arm_reg reg)
{
    if (reg >= ARM_REG_R0 && reg <= ARM_REG_R12)
        return (unsigned)(reg - ARM_REG_R0);
    if (reg == ARM_REG_SP)
        return 13;
    if (reg == ARM_REG_LR)
        return 14;
    return reg == ARM_REG_PC ? 15 : EFFECT_NO_REGISTER;
}

uint64_t decoded_mask(arm_reg reg)
{
    unsigned number = decoded_core_number(reg);

    if (number != EFFECT_NO_REGISTER)
        return EFFECT_BIT(number);
    if (reg >= ARM_REG_S0 && reg <= ARM_REG_S31)
        return EFFECT_BIT(EFFECT_S0 + (unsigned)(reg - ARM_REG_S0));
    if (reg >= ARM_REG_D0 && reg <= ARM_REG_D15)
        return 3ull << (EFFECT_S0 + 2 * (unsigned)(reg - ARM_REG_D0));
    if (reg >= ARM_REG_Q0 && reg <= ARM_REG_Q7)
        return 15ull << (EFFECT_S0 + 4 * (unsigned)(reg - ARM_REG_Q0));
    return 0;
}

/* ---- operands ------------------------------------------------------------------------------- */

unsigned decoded_register(const struct decoded *in, unsigned i)
{
    if (i >= in->arm->op_count || decoded_operand(in, i)->type != ARM_OP_REG)
        return EFFECT_NO_REGISTER;
    return decoded_core_number(decoded_operand(in, i)->reg);
}

uint64_t decoded_list(const struct decoded *in, unsigned first)
{
    uint64_t list = 0;

    for (unsigned i = first; i < in->arm->op_count; i++)
        if (decoded_operand(in, i)->type == ARM_OP_REG)
            list |= decoded_mask(decoded_operand(in, i)->reg);
    return list;
}

/*
 * True if operand I is memory and the instruction writes its base register. For post-indexed
 * operands such as "[r2], r3" capstone does not report writeback, so an operand after I counts as
 * writeback.
 */
static bool moves_base(const struct decoded *in, unsigned i)
{
    return decoded_operand(in, i)->type == ARM_OP_MEM &&
           (in->arm->writeback || i + 1u < in->arm->op_count);
}

/* The core register that is the base of a load or store, and moves; or EFFECT_NO_REGISTER. */
static unsigned moved_base(const struct decoded *in)
{
    for (unsigned i = 0; i < in->arm->op_count; i++)
        if (moves_base(in, i))
            return decoded_core_number(decoded_operand(in, i)->mem.base);
    return EFFECT_NO_REGISTER;
}

uint64_t decoded_written(const struct decoded *in)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < in->arm->op_count; i++) {
        const cs_arm_op *op = decoded_operand(in, i);
        if (op->type == ARM_OP_REG && (op->access == 0 || (op->access & CS_AC_WRITE)))
            mask |= decoded_mask(op->reg);
        if (moves_base(in, i))
            mask |= decoded_mask(op->mem.base);
    }
    return mask;
}

/*
 * The bits of the core registers r0-r14 that are operands and are read. Of bases that move, only sp
 * counts: what is loaded from it may be anything that the frame has saved.
 */
static uint64_t read_words(const struct decoded *in)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < in->arm->op_count; i++) {
        const cs_arm_op *op = decoded_operand(in, i);
        if (op->type == ARM_OP_REG && op->access != CS_AC_WRITE)
            mask |= decoded_mask(op->reg);
        if (moves_base(in, i) && op->mem.base == ARM_REG_SP)
            mask |= EFFECT_BIT(BOBBIN_SP);
    }
    return mask & (EFFECT_BIT(15) - 1);
}

void decoded_destroy(const struct decoded *in, struct effect *effect)
{
    effect->kind = EFFECT_OTHER;
    effect->writes = decoded_written(in);
    effect->reads = read_words(in);
    effect->moves = moved_base(in) != EFFECT_NO_REGISTER;
    if (effect->moves)
        effect->rn = (uint8_t)moved_base(in);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static const struct {
    unsigned id;
    struct list_access access;
} list_accesses[] = {
    {ARM_INS_PUSH, {.store = true, .stack = true, .before = true, .down = true}},
    {ARM_INS_VPUSH, {.store = true, .stack = true, .before = true, .down = true}},
    {ARM_INS_POP, {.stack = true}},
    {ARM_INS_VPOP, {.stack = true}},
    {ARM_INS_STM, {.store = true}},
    {ARM_INS_VSTMIA, {.store = true}},
    {ARM_INS_STMDB, {.store = true, .before = true, .down = true}},
    {ARM_INS_VSTMDB, {.store = true, .before = true, .down = true}},
    {ARM_INS_STMIB, {.store = true, .before = true}},
    {ARM_INS_STMDA, {.store = true, .down = true}},
    {ARM_INS_LDM, {0}},
    {ARM_INS_VLDMIA, {0}},
    {ARM_INS_LDMDB, {.before = true, .down = true}},
    {ARM_INS_VLDMDB, {.before = true, .down = true}},
    {ARM_INS_LDMIB, {.before = true}},
    {ARM_INS_LDMDA, {.down = true}},
};

bool decoded_list_access(const cs_insn *insn, struct list_access *access)
{
    for (size_t i = 0; i < sizeof(list_accesses) / sizeof(list_accesses[0]); i++) {
        if (list_accesses[i].id != insn->id)
            continue;
        *access = list_accesses[i].access;
        return true;
    }
    return false;
}
