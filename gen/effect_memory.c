/* SPDX-License-Identifier: MIT */
#include "effect_decode.h"

/* Whether a list has d16 and above, of which nothing is known: then its slots are not either. */
static bool has_high_doubles(const struct decoded *in)
{
    for (unsigned i = 0; i < in->arm->op_count; i++)
        if (decoded_operand(in, i)->type == ARM_OP_REG &&
            decoded_operand(in, i)->reg >= ARM_REG_D16 &&
            decoded_operand(in, i)->reg <= ARM_REG_D31)
            return true;
    return false;
}

static int32_t list_bytes(const struct decoded *in, unsigned first)
{
    int32_t bytes = 0;

    for (unsigned i = first; i < in->arm->op_count; i++) {
        arm_reg reg = decoded_operand(in, i)->reg;
        bytes += reg >= ARM_REG_D0 && reg <= ARM_REG_D31 ? 8 : 4;
    }
    return bytes;
}

static void push_or_pop(const struct decoded *in, struct effect *effect, bool push)
{
    int32_t bytes = list_bytes(in, 0);

    effect->kind = push ? EFFECT_STORE : EFFECT_LOAD;
    effect->rn = BOBBIN_SP;
    effect->list = has_high_doubles(in) ? 0 : decoded_list(in, 0);
    effect->imm = push ? -bytes : 0;
    effect->writeback = push ? -bytes : bytes;
}

/* stm and ldm in all four modes, vstm and vldm: base first, then the list (ARM ARM A8.8, "LDM"). */
static void multiple(const struct decoded *in, struct effect *effect, bool store, bool before,
                     bool down)
{
    int32_t bytes = list_bytes(in, 1);
    int32_t start = down ? -bytes : 0;

    effect->kind = store ? EFFECT_STORE : EFFECT_LOAD;
    effect->rn = (uint8_t)decoded_register(in, 0);
    effect->list = has_high_doubles(in) ? 0 : decoded_list(in, 1);
    effect->imm = start + (before == down ? 0 : 4);
    effect->writeback = in->arm->writeback ? (down ? -bytes : bytes) : 0;
    if (in->arm->usermode && !store && (effect->list & EFFECT_BIT(BOBBIN_PC)))
        effect->flow = FLOW_EXCEPTION;
    else if (in->arm->usermode)
        effect->list = 0;
}

/* One or two words at a base and an immediate, with or without writeback. */
static void single(const struct decoded *in, struct effect *effect, bool store, unsigned registers)
{
    const cs_arm_op *memory = decoded_operand(in, registers);
    bool post = in->arm->op_count > registers + 1;
    int32_t offset = post ? decoded_operand(in, registers + 1)->imm : memory->mem.disp;

    if (memory->type != ARM_OP_MEM || memory->mem.index != ARM_REG_INVALID ||
        decoded_core_number(memory->mem.base) == EFFECT_NO_REGISTER ||
        (post && !decoded_is_imm(in, registers + 1))) {
        decoded_destroy(in, effect);
        return;
    }
    if (post && decoded_operand(in, registers + 1)->subtracted)
        offset = -offset;
    effect->kind = store ? EFFECT_STORE : EFFECT_LOAD;
    effect->rn = (uint8_t)decoded_core_number(memory->mem.base);
    effect->imm = post ? 0 : offset;
    effect->writeback = in->arm->writeback ? offset : 0;
    for (unsigned i = 0; i < registers; i++)
        effect->list |= decoded_mask(decoded_operand(in, i)->reg);
    effect->swapped = registers == 2 && decoded_register(in, 0) > decoded_register(in, 1);
    if (effect->list == 0)
        decoded_destroy(in, effect);
}

/* A store of less than a word, or a load of it: the slot is nobody's any more. */
static void narrow_store(const struct decoded *in, struct effect *effect)
{
    single(in, effect, true, 1);
    if (effect->kind == EFFECT_STORE) {
        effect->kind = EFFECT_SPOIL;
        effect->imm &= ~3;
    }
}

bool effect_memory(const struct decoded *in, struct effect *effect)
{
    switch (in->insn->id) {
    case ARM_INS_PUSH:
    case ARM_INS_VPUSH:
        push_or_pop(in, effect, true);
        return true;
    case ARM_INS_POP:
    case ARM_INS_VPOP:
        push_or_pop(in, effect, false);
        return true;
    case ARM_INS_STM:
    case ARM_INS_VSTMIA:
        multiple(in, effect, true, false, false);
        return true;
    case ARM_INS_STMDB:
    case ARM_INS_VSTMDB:
        multiple(in, effect, true, true, true);
        return true;
    case ARM_INS_STMIB:
        multiple(in, effect, true, true, false);
        return true;
    case ARM_INS_STMDA:
        multiple(in, effect, true, false, true);
        return true;
    case ARM_INS_LDM:
    case ARM_INS_VLDMIA:
        multiple(in, effect, false, false, false);
        return true;
    case ARM_INS_LDMDB:
    case ARM_INS_VLDMDB:
        multiple(in, effect, false, true, true);
        return true;
    case ARM_INS_LDMIB:
        multiple(in, effect, false, true, false);
        return true;
    case ARM_INS_LDMDA:
        multiple(in, effect, false, false, true);
        return true;
    case ARM_INS_STR:
    case ARM_INS_VSTR:
        single(in, effect, true, 1);
        return true;
    case ARM_INS_STRD:
        single(in, effect, true, 2);
        return true;
    case ARM_INS_STRB:
    case ARM_INS_STRH:
        narrow_store(in, effect);
        return true;
    case ARM_INS_LDR:
    case ARM_INS_VLDR:
        single(in, effect, false, 1);
        return true;
    case ARM_INS_LDRD:
        single(in, effect, false, 2);
        return true;
    default:
        return false;
    }
}
