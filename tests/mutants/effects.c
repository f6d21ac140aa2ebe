/* SPDX-License-Identifier: MIT */
#include "effects.h"

#include <capstone/capstone.h>

#include <bobbin/bobbin.h>

#define SCRATCH (0xfu | BOBBIN_VALID_R(12) | BOBBIN_VALID_R(BOBBIN_LR))
#define BANKED  (BOBBIN_VALID_R(BOBBIN_SP) | BOBBIN_VALID_R(BOBBIN_LR) | 0x1f00u)

/* ---- registers ------------------------------------------------------------------------------- */

static uint32_t doubles_from(uint32_t first, uint32_t count)
{
    uint32_t bits = 0;

    for (uint32_t number = first; number < first + count; number++)
        if (number >= 8 && number < 16)
            bits |= BOBBIN_VALID_D(number);
    return bits;
}

static uint32_t bits_of(unsigned number)
{
    switch (number) {
    case ARM_REG_SP:
        return BOBBIN_VALID_R(BOBBIN_SP);
    case ARM_REG_LR:
        return BOBBIN_VALID_R(BOBBIN_LR);
    case ARM_REG_PC:
        return BOBBIN_VALID_R(BOBBIN_PC);
    default:
        break;
    }
    if (number >= ARM_REG_R0 && number <= ARM_REG_R12)
        return BOBBIN_VALID_R(number - ARM_REG_R0);
    if (number >= ARM_REG_S0 && number <= ARM_REG_S31)
        return doubles_from((number - ARM_REG_S0) / 2, 1);
    if (number >= ARM_REG_D0 && number <= ARM_REG_D31)
        return doubles_from(number - ARM_REG_D0, 1);
    if (number >= ARM_REG_Q0 && number <= ARM_REG_Q15)
        return doubles_from(2 * (number - ARM_REG_Q0), 2);
    return 0;
}

/* ---- kinds of instructions ------------------------------------------------------------------- */

enum kind {
    KIND_ONE_RESULT, /* writes the first operand, if there is one */
    KIND_SOURCES,    /* reads all operands */
    KIND_STORE,      /* reads all operands and writes memory */
    KIND_RESULTS,    /* may write any operand */
    KIND_CALL,
    KIND_SYSTEM, /* may change the mode, and with it registers */
    KIND_TRAP,
    KIND_TABLE,
};

static const uint16_t one_result[] = {
    ARM_INS_ADD,  ARM_INS_SUB,  ARM_INS_RSB,  ARM_INS_MOV,  ARM_INS_MOVT,  ARM_INS_MOVW,
    ARM_INS_MVN,  ARM_INS_ORR,  ARM_INS_AND,  ARM_INS_EOR,  ARM_INS_BIC,   ARM_INS_LSL,
    ARM_INS_LSR,  ARM_INS_ASR,  ARM_INS_UXTB, ARM_INS_UXTH, ARM_INS_UBFX,  ARM_INS_CLZ,
    ARM_INS_ADR,  ARM_INS_LDR,  ARM_INS_LDRB, ARM_INS_LDRH, ARM_INS_LDRSB, ARM_INS_LDRSH,
    ARM_INS_VLDR, ARM_INS_VADD, ARM_INS_VSUB, ARM_INS_VMUL, ARM_INS_VDIV,  ARM_INS_VCVT,
    ARM_INS_MRS,  ARM_INS_VMRS};
static const uint16_t sources[] = {ARM_INS_B,   ARM_INS_BX,  ARM_INS_CBZ, ARM_INS_CBNZ,
                                   ARM_INS_CMP, ARM_INS_CMN, ARM_INS_TST, ARM_INS_TEQ,
                                   ARM_INS_NOP, ARM_INS_IT,  ARM_INS_VMSR};
static const uint16_t stores[] = {ARM_INS_PUSH,  ARM_INS_VPUSH, ARM_INS_STR,  ARM_INS_STRB,
                                  ARM_INS_STRH,  ARM_INS_STRD,  ARM_INS_STM,  ARM_INS_STMDA,
                                  ARM_INS_STMDB, ARM_INS_STMIB, ARM_INS_VSTR, ARM_INS_VSTMDB,
                                  ARM_INS_VSTMIA};

/* Loads among the instructions that may write any operand. */
static const uint16_t loads[] = {ARM_INS_LDRD, ARM_INS_LDM, ARM_INS_POP};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static bool is_one_of(const uint16_t *ids, size_t count, unsigned id)
{
    for (size_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static enum kind kind_of(unsigned id)
{
    switch (id) {
    case ARM_INS_BL:
    case ARM_INS_BLX:
    case ARM_INS_SVC:
        return KIND_CALL;
    case ARM_INS_UDF:
        return KIND_TRAP;
    case ARM_INS_TBB:
    case ARM_INS_TBH:
        return KIND_TABLE;
    case ARM_INS_MSR:
    case ARM_INS_CPS:
        return KIND_SYSTEM;
    default:
        break;
    }
    if (is_one_of(one_result, COUNT_OF(one_result), id))
        return KIND_ONE_RESULT;
    if (is_one_of(sources, COUNT_OF(sources), id))
        return KIND_SOURCES;
    return is_one_of(stores, COUNT_OF(stores), id) ? KIND_STORE : KIND_RESULTS;
}

/* ---- effects of an instruction --------------------------------------------------------------- */

static bool is_push(const cs_insn *decoded)
{
    return decoded->id == ARM_INS_PUSH || decoded->id == ARM_INS_VPUSH;
}

/* Whether the first operand is written: as the result, or as the base of a store-multiple. */
static bool writes_first(const cs_insn *decoded, enum kind kind)
{
    const cs_arm *arm = &decoded->detail->arm;
    bool has_memory = false;

    for (uint8_t i = 0; i < arm->op_count; i++)
        has_memory = has_memory || arm->operands[i].type == ARM_OP_MEM;
    return kind == KIND_ONE_RESULT ||
           (kind == KIND_STORE && arm->writeback && !has_memory && !is_push(decoded));
}

static uint32_t written(const cs_insn *decoded, enum kind kind)
{
    const cs_arm *arm = &decoded->detail->arm;
    uint32_t bits = 0;

    for (uint8_t i = 0; i < decoded->detail->regs_write_count; i++)
        bits |= bits_of(decoded->detail->regs_write[i]);
    for (uint8_t i = 0; i < arm->op_count; i++) {
        const cs_arm_op *operand = &arm->operands[i];
        if (operand->type == ARM_OP_MEM && (arm->writeback || kind == KIND_RESULTS))
            bits |= bits_of(operand->mem.base);
        if (operand->type == ARM_OP_REG &&
            (kind == KIND_RESULTS || (i == 0 && writes_first(decoded, kind))))
            bits |= bits_of((unsigned)operand->reg);
    }
    return bits;
}

static bool has_post_index(const cs_insn *decoded)
{
    const cs_arm *arm = &decoded->detail->arm;

    return arm->op_count > 0 && arm->operands[arm->op_count - 1].type != ARM_OP_MEM;
}

/* The base register of a post-indexed access; the library lists it like any other base. */
static uint32_t base_written(const cs_insn *decoded)
{
    const cs_arm *arm = &decoded->detail->arm;
    uint32_t bits = 0;

    for (uint8_t i = 0; i < arm->op_count && has_post_index(decoded); i++)
        if (arm->operands[i].type == ARM_OP_MEM)
            bits |= bits_of(arm->operands[i].mem.base);
    return bits;
}

static uint32_t writes_of(const cs_insn *decoded, enum kind kind)
{
    uint32_t bits = written(decoded, kind) | base_written(decoded);

    if (is_push(decoded) || decoded->id == ARM_INS_POP || decoded->id == ARM_INS_VPOP)
        bits |= BOBBIN_VALID_R(BOBBIN_SP);
    if (kind == KIND_CALL)
        bits |= SCRATCH;
    if (kind == KIND_SYSTEM)
        bits |= BANKED;
    return bits;
}

/* Target of a direct branch; 0 for a call, because it returns. */
static uint32_t target_of(const cs_insn *decoded)
{
    const cs_arm *arm = &decoded->detail->arm;
    const cs_arm_op *last = &arm->operands[arm->op_count - 1];

    if (decoded->id != ARM_INS_B && decoded->id != ARM_INS_CBZ && decoded->id != ARM_INS_CBNZ)
        return 0;
    return last->type == ARM_OP_IMM ? (uint32_t)last->imm & ~1u : 0;
}

static bool writes_pc(const struct point *point)
{
    return point->writes & BOBBIN_VALID_R(BOBBIN_PC);
}

/* Whether this is a return: by lr, or by the saved return address. */
static bool returns(const cs_insn *decoded, const struct point *point)
{
    const cs_arm_op *first = &decoded->detail->arm.operands[0];

    if (decoded->id == ARM_INS_BX)
        return first->type == ARM_OP_REG && first->reg == ARM_REG_LR;
    return decoded->id == ARM_INS_POP && writes_pc(point);
}

static uint32_t operand_registers(const cs_insn *decoded)
{
    const cs_arm *arm = &decoded->detail->arm;
    uint32_t bits = 0;

    for (uint8_t i = 0; i < arm->op_count; i++)
        if (arm->operands[i].type == ARM_OP_REG)
            bits |= bits_of((unsigned)arm->operands[i].reg);
    return bits;
}

/*
 * Notes registers stored relative to sp: by PUSH; by STR; by STRD of two ascending registers. The
 * address is sp and an immediate, with or without writeback.
 */
static void note_saved(const cs_insn *decoded, struct point *point)
{
    const cs_arm *arm = &decoded->detail->arm;
    const cs_arm_op *memory = &arm->operands[arm->op_count - 1];
    uint32_t first = bits_of((unsigned)arm->operands[0].reg);

    if (decoded->id == ARM_INS_PUSH) {
        point->saved = operand_registers(decoded);
        point->saved_at = 0;
        return;
    }
    if (!(decoded->id == ARM_INS_STR && arm->op_count == 2) &&
        !(decoded->id == ARM_INS_STRD && arm->op_count == 3 &&
          first < bits_of((unsigned)arm->operands[1].reg)))
        return;
    if (memory->type != ARM_OP_MEM || memory->mem.base != ARM_REG_SP ||
        memory->mem.index != ARM_REG_INVALID)
        return;
    point->saved = operand_registers(decoded);
    point->saved_at = arm->writeback ? 0 : memory->mem.disp;
}

/* Notes a new frame pointer: ADD of sp and an immediate, or MOV of sp. */
static void note_frame(const cs_insn *decoded, struct point *point)
{
    const cs_arm *arm = &decoded->detail->arm;
    const cs_arm_op *source = &arm->operands[1], *distance = &arm->operands[2];
    bool is_move = decoded->id == ARM_INS_MOV && arm->op_count == 2;
    bool is_sum = decoded->id == ARM_INS_ADD && arm->op_count == 3 &&
                  distance->type == ARM_OP_IMM && distance->shift.type == ARM_SFT_INVALID;

    if (!(is_move || is_sum) || source->type != ARM_OP_REG || source->reg != ARM_REG_SP ||
        source->shift.type != ARM_SFT_INVALID)
        return;
    point->framed = bits_of((unsigned)arm->operands[0].reg);
    point->frame_offset = is_sum ? distance->imm : 0;
}

/* Whether this is the zero filler that linkers insert where they do not know of code. */
static bool is_zero(const cs_insn *decoded)
{
    for (uint16_t i = 0; i < decoded->size; i++)
        if (decoded->bytes[i])
            return false;
    return true;
}

void effects_of(const cs_insn *decoded, bool in_it_block, struct point *point)
{
    enum kind kind = kind_of(decoded->id);
    arm_cc condition = decoded->detail->arm.cc;
    bool always = !in_it_block && (condition == ARM_CC_AL || condition == ARM_CC_INVALID);
    bool goes = decoded->id == ARM_INS_BX || kind == KIND_TABLE;

    point->writes = writes_of(decoded, kind);
    point->target = target_of(decoded);
    point->stores = kind == KIND_STORE ||
                    (kind == KIND_RESULTS && !is_one_of(loads, COUNT_OF(loads), decoded->id));
    point->saved = 0;
    if (always) {
        note_saved(decoded, point);
        note_frame(decoded, point);
    }
    point->is_call = kind == KIND_CALL;
    point->is_nop = decoded->id == ARM_INS_NOP || is_zero(decoded);
    point->is_trap = kind == KIND_TRAP;
    goes = goes || (writes_pc(point) && kind != KIND_CALL);
    point->jump = JUMP_NONE;
    if (goes && point->target == 0 && !returns(decoded, point))
        point->jump = kind == KIND_TABLE ? JUMP_FORWARD : JUMP_FUNCTION;
    point->goes_on = !always || !(goes || decoded->id == ARM_INS_B || kind == KIND_TRAP);
    /* If execution continues after a return, the return was not executed: its condition failed. */
    if (returns(decoded, point))
        point->writes = 0;
}

void effects_make_call(struct point *point)
{
    point->writes |= SCRATCH;
    point->target = 0;
    point->jump = JUMP_NONE;
    point->goes_on = true;
    point->is_call = true;
}
