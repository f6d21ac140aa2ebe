/* SPDX-License-Identifier: MIT */
/*
 * Translates an instruction that capstone decoded into an effect: arithmetic, and the mode of the
 * processor. effect_load_store.c translates loads and stores, effect_flow.c control flow.
 */
#include "insn/effect_translate.h"

#include "elf/vectors.h"
#include "insn/effect_flow.h"
#include "insn/effect_load_store.h"

/* ---- arithmetic ----------------------------------------------------------------------------- */

static bool is_plain(const struct decoded *in, unsigned i)
{
    return decoded_register(in, i) != EFFECT_NO_REGISTER &&
           decoded_operand(in, i)->shift.type == ARM_SFT_INVALID;
}

/* ADD and SUB with two or three operands. */
static void add_or_sub(const struct decoded *in, struct effect *effect, bool sub)
{
    unsigned last = in->arm->op_count - 1u;
    unsigned first = last == 1 ? 0 : 1;
    uint32_t imm = (uint32_t)decoded_operand(in, last)->imm;

    effect->rd = (uint8_t)decoded_register(in, 0);
    effect->rn = (uint8_t)decoded_register(in, first);
    if (last > 2 || !is_plain(in, 0) || !is_plain(in, first)) {
        decoded_destroy(in, effect);
    } else if (decoded_is_imm(in, last) && effect->rn == BOBBIN_PC) {
        effect->kind = EFFECT_CONST;
        effect->imm = (int32_t)(image_literal_base(in->at) + (sub ? 0 - imm : imm));
    } else if (decoded_is_imm(in, last)) {
        effect->kind = EFFECT_MOVE;
        effect->imm = (int32_t)(sub ? 0 - imm : imm);
    } else if (decoded_register(in, last) != EFFECT_NO_REGISTER) {
        effect->kind = sub ? EFFECT_SUB : EFFECT_ADD;
        effect->rm = is_plain(in, last) ? (uint8_t)decoded_register(in, last) : EFFECT_NO_REGISTER;
    } else {
        decoded_destroy(in, effect);
    }
}

/* MLS, rd = ra - rn * rm: compilers compute the end of a stack array with it. */
static void multiply_and_subtract(const struct decoded *in, struct effect *effect)
{
    effect->kind = EFFECT_SUB;
    effect->rd = (uint8_t)decoded_register(in, 0);
    effect->rn = (uint8_t)decoded_register(in, 3);
    effect->rm = EFFECT_NO_REGISTER;
}

static void move(const struct decoded *in, struct effect *effect)
{
    effect->rd = (uint8_t)decoded_register(in, 0);
    if (is_plain(in, 0) && is_plain(in, 1) && decoded_register(in, 1) == BOBBIN_PC) {
        effect->kind = EFFECT_CONST;
        effect->rn = BOBBIN_PC;
        effect->imm = (int32_t)image_pc_value(in->at);
    } else if (is_plain(in, 0) && is_plain(in, 1)) {
        effect->kind = EFFECT_MOVE;
        effect->rn = (uint8_t)decoded_register(in, 1);
    } else if (is_plain(in, 0) && decoded_is_imm(in, 1) && in->arm->op_count == 2) {
        effect->kind = EFFECT_CONST;
        effect->imm = decoded_operand(in, 1)->imm;
    } else {
        decoded_destroy(in, effect);
    }
}

/*
 * Whether AND or ORR combines a register with itself: then it is a move. FIRST and LAST are its
 * source operands. In Thumb state such a move of sp is UNPREDICTABLE (ARM ARM A8.8.14, A8.8.123).
 */
static bool is_move_by_bits(const struct decoded *in, enum effect_kind kind, int32_t flip,
                            unsigned first, unsigned last)
{
    return (kind == EFFECT_ORR || flip) && last <= 2 && is_plain(in, 0) && is_plain(in, first) &&
           is_plain(in, last) && decoded_register(in, first) == decoded_register(in, last) &&
           decoded_register(in, 0) != BOBBIN_SP && decoded_register(in, first) != BOBBIN_SP;
}

/*
 * BIC, AND, ORR with an immediate: code aligns addresses and computes processor modes with them.
 * FLIP of -1 inverts the immediate, because AND with imm is BIC with ~imm. AND and ORR of a
 * register with itself copy it: marks for simulators are such instructions.
 */
static void bits(const struct decoded *in, struct effect *effect, enum effect_kind kind,
                 int32_t flip)
{
    unsigned last = in->arm->op_count - 1u;
    unsigned first = last == 1 ? 0 : 1;

    effect->rd = (uint8_t)decoded_register(in, 0);
    effect->rn = (uint8_t)decoded_register(in, first);
    if (is_move_by_bits(in, kind, flip, first, last)) {
        effect->kind = EFFECT_MOVE;
        return;
    }
    if (last > 2 || !is_plain(in, 0) || effect->rn == EFFECT_NO_REGISTER ||
        !decoded_is_imm(in, last)) {
        decoded_destroy(in, effect);
        return;
    }
    effect->kind = (uint8_t)kind;
    effect->imm = decoded_operand(in, last)->imm ^ flip;
}

/* The width of BOBBIN_CPSR_MODE, the lowest field of cpsr. */
enum { MODE_BITS = 5 };

/* BFC: clears WIDTH bits from bit LOWEST. */
static void clear_field(const struct decoded *in, struct effect *effect)
{
    uint32_t lowest = (uint32_t)decoded_operand(in, 1)->imm;
    uint32_t width = (uint32_t)decoded_operand(in, 2)->imm;

    effect->kind = EFFECT_BIC;
    effect->rd = effect->rn = (uint8_t)decoded_register(in, 0);
    effect->imm = (int32_t)((uint32_t)((1ull << width) - 1) << lowest);
}

/* BFI: code that is given a processor mode inserts it into a copy of cpsr. */
static void insert_field(const struct decoded *in, struct effect *effect)
{
    uint32_t lowest = (uint32_t)decoded_operand(in, 2)->imm;
    uint32_t width = (uint32_t)decoded_operand(in, 3)->imm;

    decoded_destroy(in, effect);
    if (lowest > 0 || width < MODE_BITS)
        return;
    effect->kind = EFFECT_INSERT;
    effect->rd = (uint8_t)decoded_register(in, 0);
    effect->writes = 0;
}

/* ---- the processor's mode (ARM ARM B9.3) ---------------------------------------------------- */

static void change_mode(const struct decoded *in, struct effect *effect)
{
    if (in->arm->op_count)
        effect->kind = EFFECT_SET_MODE;
}

static void write_psr(const struct decoded *in, struct effect *effect)
{
    unsigned fields = (unsigned)decoded_operand(in, 0)->reg;

    if (fields >= ARM_SYSREG_APSR || !(fields & ARM_SYSREG_CPSR_C))
        return;
    effect->kind = decoded_is_imm(in, 1) ? EFFECT_SET_MODE : EFFECT_WRITE_PSR;
    effect->rn = (uint8_t)decoded_register(in, 1);
}

static bool is_spsr(const cs_arm_op *operand)
{
    if (operand->type == ARM_OP_REG)
        return operand->reg == (int)ARM_REG_SPSR;
    return operand->type == ARM_OP_SYSREG && operand->reg >= (int)ARM_SYSREG_SPSR_FIQ &&
           operand->reg <= (int)ARM_SYSREG_SPSR_HYP;
}

static void read_psr(const struct decoded *in, struct effect *effect)
{
    const cs_arm_op *source = decoded_operand(in, 1);

    decoded_destroy(in, effect);
    if (source->type == ARM_OP_REG && source->reg == (int)ARM_REG_APSR)
        effect->kind = EFFECT_READ_PSR;
    else if (is_spsr(source))
        effect->kind = EFFECT_READ_SPSR;
    else
        return;
    effect->rd = (uint8_t)decoded_register(in, 0);
    effect->writes = 0;
}

/* Whether IN is MCR p15, opc1, rt, c12, c0, opc2: it writes VBAR, MVBAR or HVBAR (B4.1.156). */
static bool writes_vector_base(const struct decoded *in)
{
    int opc1 = decoded_operand(in, 1)->imm;
    int opc2 = in->arm->op_count > 5 ? decoded_operand(in, 5)->imm : 0;

    return in->arm->op_count >= 5 && decoded_operand(in, 0)->imm == 15 &&
           decoded_operand(in, 3)->imm == 12 && decoded_operand(in, 4)->imm == 0 &&
           ((opc1 == 0 && opc2 < 2) || (opc1 == 4 && opc2 == 0));
}

/* Which of them IN writes. */
static enum vector_base vector_base(const struct decoded *in)
{
    if (decoded_operand(in, 1)->imm == 4)
        return VECTOR_BASE_HVBAR;
    return in->arm->op_count > 5 && decoded_operand(in, 5)->imm == 1 ? VECTOR_BASE_MVBAR
                                                                     : VECTOR_BASE_VBAR;
}

static void write_coprocessor(const struct decoded *in, struct effect *effect)
{
    effect->reads = EFFECT_BIT(decoded_register(in, 2) & 15);
    if (!writes_vector_base(in))
        return;
    effect->kind = EFFECT_VECTOR_BASE;
    effect->imm = vector_base(in);
    effect->rn = (uint8_t)decoded_register(in, 2);
}

static void translate_other(const struct decoded *in, struct effect *effect)
{
    switch (in->insn->id) {
    case ARM_INS_ADD:
    case ARM_INS_ADDW:
        add_or_sub(in, effect, false);
        break;
    case ARM_INS_SUB:
    case ARM_INS_SUBW:
        add_or_sub(in, effect, true);
        break;
    case ARM_INS_MOV:
    case ARM_INS_MOVW:
        move(in, effect);
        break;
    case ARM_INS_MLS:
        multiply_and_subtract(in, effect);
        break;
    case ARM_INS_MOVT:
        effect->kind = EFFECT_MOVT;
        effect->rd = (uint8_t)decoded_register(in, 0);
        effect->imm = decoded_operand(in, 1)->imm;
        break;
    case ARM_INS_ADR:
        effect->kind = EFFECT_CONST;
        effect->rd = (uint8_t)decoded_register(in, 0);
        effect->rn = BOBBIN_PC;
        effect->imm = (int32_t)image_literal_base(in->at) + decoded_operand(in, 1)->imm;
        break;
    case ARM_INS_MVN:
        move(in, effect);
        effect->imm = ~effect->imm;
        if (effect->kind != EFFECT_CONST)
            decoded_destroy(in, effect);
        break;
    case ARM_INS_BIC:
        bits(in, effect, EFFECT_BIC, 0);
        break;
    case ARM_INS_AND:
        bits(in, effect, EFFECT_BIC, -1);
        break;
    case ARM_INS_ORR:
        bits(in, effect, EFFECT_ORR, 0);
        break;
    case ARM_INS_BFC:
        clear_field(in, effect);
        break;
    case ARM_INS_BFI:
        insert_field(in, effect);
        break;
    case ARM_INS_SVC: /* the handler may change r0-r3, r12; in SVC mode also lr */
    case ARM_INS_HVC:
    case ARM_INS_SMC:
        effect->writes = 0x100f;
        effect->traps = true;
        break;
    case ARM_INS_CPS:
        change_mode(in, effect);
        break;
    case ARM_INS_MSR:
        write_psr(in, effect);
        break;
    case ARM_INS_MRS:
        read_psr(in, effect);
        break;
    case ARM_INS_MCR:
        write_coprocessor(in, effect);
        break;
    case ARM_INS_VMSR: /* writes no register of the core, although capstone may say so */
        break;
    case ARM_INS_MRC: /* capstone reports the registers that these instructions write as read */
    case ARM_INS_MRC2:
    case ARM_INS_MRRC:
    case ARM_INS_MRRC2:
        effect->writes = decoded_list(in, 0);
        break;
    case ARM_INS_ERET:
        break;
    default:
        decoded_destroy(in, effect);
        break;
    }
}

void effect_translate(const struct decoded *in, struct effect *effect)
{
    if (effect_flow(in, effect))
        return;
    if (!effect_memory(in, effect))
        translate_other(in, effect);
    if (in->returns)
        effect->flow = FLOW_EXCEPTION;
    else if (decoded_written(in) & EFFECT_BIT(BOBBIN_PC))
        effect_flow_of_pc(in, effect);
}
