/* SPDX-License-Identifier: MIT */
#include "claims.h"
#include "judge.h"

#define SP_BIT EFFECT_BIT(BOBBIN_SP)
#define PC_BIT EFFECT_BIT(BOBBIN_PC)

static bool leaves(const struct code_op *op)
{
    switch (op->kind) {
    case CODE_BRANCH:
    case CODE_CALL:
    case CODE_JUMP:
    case CODE_STOP:
        return true;
    case CODE_LOAD:
        return op->registers & BOBBIN_VALID_R(BOBBIN_PC);
    default:
        return false;
    }
}

static bool flow_agrees(const struct code_op *op, const struct effect *effect,
                        const struct image_instruction *at)
{
    switch (effect->flow) {
    case FLOW_JUMP:
        return op->kind == CODE_BRANCH && at->address + (uint32_t)op->offset == effect->target;
    case FLOW_CALL:
    case FLOW_CALL_INDIRECT:
        return op->kind == CODE_CALL;
    case FLOW_INDIRECT: /* BXJ is decoded as STOP */
        return op->kind == CODE_STOP || (op->kind == CODE_JUMP && op->target == effect->rn);
    case FLOW_LOADED:
        return effect->list & SP_BIT ? op->kind == CODE_STOP : op->kind == CODE_LOAD && leaves(op);
    case FLOW_TABLE:
    case FLOW_EXCEPTION:
        return op->kind == CODE_STOP;
    case FLOW_TRAP: /* no instruction follows */
        return op->kind == CODE_STOP || op->kind == CODE_OTHER;
    default:
        return !leaves(op) || (op->kind == CODE_STOP && (judge_named(effect) & (SP_BIT | PC_BIT)));
    }
}

/* A Thumb instruction without a condition has CODE_ALWAYS, and its effect has the same value. */
static bool condition_agrees(const struct code_op *op, const struct effect *effect)
{
    if (effect->condition == CONDITION_REGISTER)
        return op->condition == 0;
    return op->condition == effect->condition;
}

static bool moves_sp(const struct code_op *op)
{
    switch (op->kind) {
    case CODE_ADD:
        return op->target == BOBBIN_SP;
    case CODE_LOAD:
    case CODE_STORE:
        return op->base == BOBBIN_SP && op->writeback;
    default:
        return op->kind == CODE_STOP;
    }
}

/* STOP is also correct if the instruction changes only pc. */
static bool sp_agrees(const struct code_op *op, const struct effect *effect)
{
    bool written = (judge_named(effect) & SP_BIT) && effect->kind != EFFECT_MOVE;

    if (effect->kind == EFFECT_MOVE && effect->rd == BOBBIN_SP)
        written = effect->rn != BOBBIN_SP || effect->imm;
    if (effect->writeback == 0 && effect->rn == BOBBIN_SP && effect->kind == EFFECT_LOAD)
        written = effect->list & SP_BIT;
    return written ? moves_sp(op) : !moves_sp(op) || op->kind == CODE_STOP || op->offset == 0;
}

/* OTHER is wrong for a transfer of registers relative to sp, and for a move to or from sp. */
static bool frame_agrees(const struct code_op *op, const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_MOVE:
        return op->kind != CODE_OTHER || (effect->rd != BOBBIN_SP && effect->rn != BOBBIN_SP);
    case EFFECT_LOAD:
    case EFFECT_STORE:
        return op->kind != CODE_OTHER || effect->rn != BOBBIN_SP || effect->swapped ||
               effect->elsewhere || !effect->list;
    default:
        return true;
    }
}

enum finding claims_disassembled(const struct code_op *op, const struct effect *effect,
                                 const struct image_instruction *at)
{
    if (!flow_agrees(op, effect, at))
        return FINDING_FLOW;
    if (!condition_agrees(op, effect))
        return FINDING_CONDITION;
    if (!sp_agrees(op, effect))
        return FINDING_SP;
    return frame_agrees(op, effect) ? FINDING_NONE : FINDING_FRAME;
}
