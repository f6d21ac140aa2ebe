/* SPDX-License-Identifier: MIT */
/*
 * Translates loads and stores that capstone decoded into effects. Memory that gets an unknown value
 * is *spoiled*: the analysis no longer expects a saved register there.
 */
#include "insn/effect_load_store.h"

/*
 * True if the list contains any of d16-d31. The analysis does not track these registers, so it
 * cannot track the slots of the list.
 */
static bool has_high_doubles(const struct decoded *in)
{
    for (unsigned i = 0; i < in->arm->op_count; i++)
        if (decoded_operand(in, i)->type == ARM_OP_REG &&
            decoded_operand(in, i)->reg >= ARM_REG_D16 &&
            decoded_operand(in, i)->reg <= ARM_REG_D31)
            return true;
    return false;
}

/* Changes a store of a register list to a store of unknown values. */
static void spoil_list(struct effect *effect, int32_t bytes)
{
    effect->kind = EFFECT_SPOIL;
    effect->list = 0;
    effect->spoiled_bytes = (uint32_t)bytes;
}

/*
 * For lists with d16-d31 or with registers of User mode: a store spoils memory, and a load gives
 * unknown values. sp and lr keep their values, because User mode has its own.
 */
static void hide_list(struct effect *effect, int32_t bytes)
{
    if (effect->kind == EFFECT_STORE)
        spoil_list(effect, bytes);
    else
        effect->writes = effect->list & ~(EFFECT_BIT(BOBBIN_SP) | EFFECT_BIT(BOBBIN_LR));
    effect->list = 0;
}

static uint32_t register_bytes(arm_reg reg)
{
    return reg >= ARM_REG_D0 && reg <= ARM_REG_D31 ? 8 : 4;
}

static int32_t list_bytes(const struct decoded *in, unsigned first)
{
    int32_t bytes = 0;

    for (unsigned i = first; i < in->arm->op_count; i++)
        bytes += (int32_t)register_bytes(decoded_operand(in, i)->reg);
    return bytes;
}

static void push_or_pop(const struct decoded *in, struct effect *effect, bool push)
{
    int32_t bytes = list_bytes(in, 0);

    effect->kind = push ? EFFECT_STORE : EFFECT_LOAD;
    effect->rn = BOBBIN_SP;
    effect->list = decoded_list(in, 0);
    effect->imm = push ? -bytes : 0;
    effect->writeback = push ? -bytes : bytes;
    if (has_high_doubles(in))
        hide_list(effect, bytes);
}

/*
 * STM and LDM in all four addressing modes, VSTM and VLDM (ARM ARM A8.8, "LDM"). Operand 0 is the
 * base; the list follows. BEFORE, DOWN: the mode is increment or decrement, before or after.
 */
static void multiple(const struct decoded *in, struct effect *effect, bool store, bool before,
                     bool down)
{
    int32_t bytes = list_bytes(in, 1);
    int32_t start = down ? -bytes : 0;

    effect->kind = store ? EFFECT_STORE : EFFECT_LOAD;
    effect->rn = (uint8_t)decoded_register(in, 0);
    effect->list = decoded_list(in, 1);
    effect->imm = start + (before == down ? 0 : 4);
    effect->writeback = in->arm->writeback ? (down ? -bytes : bytes) : 0;
    if (in->arm->usermode && !in->returns)
        hide_list(effect, bytes);
    if (has_high_doubles(in))
        hide_list(effect, bytes);
}

/* FSTMX and FLDMX transfer one word more than the registers have (ARM ARM A8.8.50). */
static void multiple_x(const struct decoded *in, struct effect *effect, bool store, bool down)
{
    multiple(in, effect, store, down, down);
    hide_list(effect, list_bytes(in, 1) + 4);
    if (down)
        effect->imm -= 4;
    if (effect->writeback)
        effect->writeback += down ? -4 : 4;
}

/* Whether VLD1 or VST1 has whole registers, not one lane or copies of it (ARM ARM A7.7). */
static bool has_whole_registers(const struct decoded *in)
{
    return !(in->insn->bytes[2] & 0x80 && !in->at->thumb) &&
           !(in->insn->bytes[0] & 0x80 && in->at->thumb);
}

/*
 * VLD1 and VST1 of whole registers: they are in memory as with VLDM and VSTM. Returns false if the
 * instruction is another one, or the base moves by a register.
 */
static bool elements(const struct decoded *in, struct effect *effect, bool store)
{
    unsigned last = in->arm->op_count - 1u;
    const cs_arm_op *memory = decoded_operand(in, last);
    int32_t bytes = 0;

    if (!has_whole_registers(in) || memory->type != ARM_OP_MEM ||
        memory->mem.index != ARM_REG_INVALID)
        return false;
    for (unsigned i = 0; i < last; i++)
        bytes += (int32_t)register_bytes(decoded_operand(in, i)->reg);
    effect->kind = store ? EFFECT_STORE : EFFECT_LOAD;
    effect->rn = (uint8_t)decoded_core_number(memory->mem.base);
    effect->list = decoded_list(in, 0);
    effect->writeback = in->arm->writeback ? bytes : 0;
    if (has_high_doubles(in))
        hide_list(effect, bytes);
    return true;
}

/*
 * Loads or stores of one or two registers at a base plus an immediate, with or without writeback.
 * With an index register the address is unknown.
 */
static void single(const struct decoded *in, struct effect *effect, bool store, unsigned registers)
{
    const cs_arm_op *memory = decoded_operand(in, registers);
    bool post = in->arm->op_count > registers + 1;
    int32_t offset = post ? decoded_operand(in, registers + 1)->imm : memory->mem.disp;

    if (memory->type != ARM_OP_MEM || memory->mem.index != ARM_REG_INVALID ||
        decoded_core_number(memory->mem.base) == EFFECT_NO_REGISTER ||
        (post && !decoded_is_imm(in, registers + 1))) {
        decoded_destroy(in, effect);
        effect->elsewhere = store;
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
    if (effect->list == 0 || (registers == 2 && decoded_register(in, 0) == decoded_register(in, 1)))
        hide_list(effect, 8);
}

/* STRB and STRH: they write BYTES, only a part of a word. */
static void narrow_store(const struct decoded *in, struct effect *effect, int32_t bytes)
{
    single(in, effect, true, 1);
    if (effect->kind == EFFECT_STORE)
        spoil_list(effect, bytes);
}

/* For VST1 to VST4, capstone reports the alignment as the offset. The real offset is 0. */
static int32_t opaque_offset(const struct decoded *in, const cs_arm_op *memory)
{
    bool vst = in->insn->id == ARM_INS_VST1 || in->insn->id == ARM_INS_VST2 ||
               in->insn->id == ARM_INS_VST3 || in->insn->id == ARM_INS_VST4;

    return vst ? 0 : memory->mem.disp;
}

/*
 * STREX, VST2 and other stores of values that the analysis does not track. FIRST is the first
 * operand that may be stored.
 */
static void opaque_store(const struct decoded *in, struct effect *effect, unsigned first)
{
    uint32_t bytes = 0;

    decoded_destroy(in, effect);
    effect->elsewhere = true;
    for (unsigned i = 0; i < in->arm->op_count; i++) {
        const cs_arm_op *op = decoded_operand(in, i);
        if (op->type == ARM_OP_REG && i >= first)
            bytes += register_bytes(op->reg);
        if (op->type != ARM_OP_MEM || op->mem.index != ARM_REG_INVALID)
            continue;
        effect->kind = EFFECT_SPOIL;
        effect->elsewhere = false;
        effect->rn = (uint8_t)decoded_core_number(op->mem.base);
        effect->imm = opaque_offset(in, op);
        effect->spoiled_bytes = bytes;
        return;
    }
}

bool effect_memory(const struct decoded *in, struct effect *effect)
{
    struct list_access list;

    if (decoded_list_access(in->insn, &list)) {
        if (list.stack)
            push_or_pop(in, effect, list.store);
        else
            multiple(in, effect, list.store, list.before, list.down);
        return true;
    }
    switch (in->insn->id) {
    case ARM_INS_STR:
    case ARM_INS_VSTR:
        single(in, effect, true, 1);
        return true;
    case ARM_INS_STRD:
        single(in, effect, true, 2);
        return true;
    case ARM_INS_STRB:
        narrow_store(in, effect, 1);
        return true;
    case ARM_INS_STRH:
        narrow_store(in, effect, 2);
        return true;
    case ARM_INS_FSTMIAX:
    case ARM_INS_FSTMDBX:
        multiple_x(in, effect, true, in->insn->id == ARM_INS_FSTMDBX);
        return true;
    case ARM_INS_FLDMIAX:
    case ARM_INS_FLDMDBX:
        multiple_x(in, effect, false, in->insn->id == ARM_INS_FLDMDBX);
        return true;
    case ARM_INS_STRT:
    case ARM_INS_STRBT:
    case ARM_INS_STRHT:
    case ARM_INS_VST2:
    case ARM_INS_VST3:
    case ARM_INS_VST4:
        opaque_store(in, effect, 0);
        return true;
    case ARM_INS_STREX:
    case ARM_INS_STREXB:
    case ARM_INS_STREXH:
    case ARM_INS_STREXD:
    case ARM_INS_SWP:
    case ARM_INS_SWPB:
        opaque_store(in, effect, 1);
        return true;
    case ARM_INS_VST1:
        if (!elements(in, effect, true))
            opaque_store(in, effect, 0);
        return true;
    case ARM_INS_VLD1:
        return elements(in, effect, false);
    case ARM_INS_SRSDA: /* the named mode may be the current one */
    case ARM_INS_SRSDB:
    case ARM_INS_SRSIA:
    case ARM_INS_SRSIB:
        effect->elsewhere = true;
        effect->writes = EFFECT_BIT(BOBBIN_SP);
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
