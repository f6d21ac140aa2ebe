/* SPDX-License-Identifier: MIT */
/* Translates the control flow of an instruction that capstone decoded. */
#include "insn/effect_flow.h"

static void branch(const struct decoded *in, struct effect *effect, enum effect_flow flow,
                   unsigned target)
{
    effect->flow = (uint8_t)flow;
    if (decoded_is_imm(in, target)) {
        effect->target = (uint32_t)decoded_operand(in, target)->imm & ~1u;
        effect->exchanges = in->insn->id == ARM_INS_BLX;
    } else {
        effect->flow = flow == FLOW_CALL ? FLOW_CALL_INDIRECT : FLOW_INDIRECT;
        effect->rn = (uint8_t)decoded_register(in, target);
    }
}

/*
 * Sets rn to the base register of a jump table and rm to the index register. EFFECT_NO_REGISTER:
 * the base or the index is not in a single register.
 */
static void find_table(const struct decoded *in, struct effect *effect)
{
    const cs_arm_op *last = decoded_operand(in, in->arm->op_count - 1u);
    bool memory = last->type == ARM_OP_MEM;

    effect->rn = (uint8_t)(memory ? decoded_core_number(last->mem.base)
                                  : decoded_register(in, in->arm->op_count - 2u));
    effect->rm = (uint8_t)(memory ? decoded_core_number(last->mem.index)
                                  : decoded_register(in, in->arm->op_count - 1u));
}

/* Bit 0 of a constant written to pc may select Thumb state; it is not part of the target. */
static void jump_to_constant(struct effect *effect)
{
    effect->flow = FLOW_JUMP;
    effect->target = (uint32_t)effect->imm & ~1u;
    effect->kind = EFFECT_OTHER;
}

/* True for arithmetic that can write pc but whose result the analysis does not use as a target. */
static bool is_arithmetic(enum effect_kind kind)
{
    return kind == EFFECT_MOVE || kind == EFFECT_SUB || kind == EFFECT_BIC || kind == EFFECT_ORR;
}

static void jump_anywhere(struct effect *effect)
{
    effect->flow = FLOW_INDIRECT;
    effect->rn = EFFECT_NO_REGISTER;
}

void effect_flow_of_pc(const struct decoded *in, struct effect *effect)
{
    const cs_arm_op *last = decoded_operand(in, in->arm->op_count - 1u);
    bool indexed = last->type == ARM_OP_MEM && last->mem.index != ARM_REG_INVALID;

    if (effect->kind == EFFECT_MOVE && effect->imm == 0)
        effect->flow = FLOW_INDIRECT;
    else if (effect->kind == EFFECT_LOAD && effect->flow == FLOW_NEXT)
        effect->flow = FLOW_LOADED;
    else if (effect->kind == EFFECT_ADD || effect->kind == EFFECT_OTHER || indexed)
        effect->flow = FLOW_TABLE;
    else if (effect->kind == EFFECT_CONST)
        jump_to_constant(effect);
    else if (is_arithmetic(effect->kind))
        jump_anywhere(effect);
    if (effect->flow == FLOW_TABLE) {
        find_table(in, effect);
        effect->sums = !indexed;
    }
    if (effect->flow == FLOW_TABLE || effect->flow == FLOW_INDIRECT) {
        effect->kind = EFFECT_OTHER;
        effect->table_shift = 2;
    }
}

bool effect_flow(const struct decoded *in, struct effect *effect)
{
    switch (in->insn->id) {
    case ARM_INS_B:
        branch(in, effect, FLOW_JUMP, 0);
        return true;
    case ARM_INS_CBZ:
    case ARM_INS_CBNZ:
        branch(in, effect, FLOW_JUMP, 1);
        effect->condition = CONDITION_REGISTER;
        return true;
    case ARM_INS_BL:
    case ARM_INS_BLX:
        branch(in, effect, FLOW_CALL, 0);
        return true;
    case ARM_INS_BX:
    case ARM_INS_BXJ:
        branch(in, effect, FLOW_INDIRECT, 0);
        return true;
    case ARM_INS_TBB:
    case ARM_INS_TBH:
        effect->flow = FLOW_TABLE;
        effect->table_shift = in->insn->id == ARM_INS_TBH;
        find_table(in, effect);
        return true;
    case ARM_INS_UDF:
    case ARM_INS_TRAP:
        effect->flow = FLOW_TRAP;
        return true;
    default:
        return false;
    }
}
