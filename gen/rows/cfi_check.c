/* SPDX-License-Identifier: MIT */
/*
 * Checks call frame information (CFI) against the prologue that it describes. cfi_rows.c needs this
 * check if several FDEs cover the same addresses.
 */
#include "rows/cfi_check.h"

#include <string.h>

#include "util/diag.h"

int cfi_check_open(struct cfi_check *check, const struct image *image)
{
    memset(check, 0, sizeof(*check));
    check->image = image;
    if (cs_open(CS_ARCH_ARM, CS_MODE_ARM, &check->arm) != CS_ERR_OK ||
        cs_open(CS_ARCH_ARM, CS_MODE_THUMB, &check->thumb) != CS_ERR_OK) {
        cfi_check_close(check);
        return diag_error(NULL, "cannot start the disassembler library (capstone)");
    }
    cs_option(check->arm, CS_OPT_DETAIL, CS_OPT_ON);
    cs_option(check->thumb, CS_OPT_DETAIL, CS_OPT_ON);
    return STATUS_GOOD;
}

void cfi_check_close(struct cfi_check *check)
{
    if (check->arm)
        cs_close(&check->arm);
    if (check->thumb)
        cs_close(&check->thumb);
}

static bool names(const cs_insn *insn, arm_reg reg)
{
    for (int i = 0; i < insn->detail->arm.op_count; i++) {
        const cs_arm_op *operand = &insn->detail->arm.operands[i];
        if ((operand->type == ARM_OP_REG && (arm_reg)operand->reg == reg) ||
            (operand->type == ARM_OP_MEM && (arm_reg)operand->mem.base == reg &&
             insn->detail->arm.writeback))
            return true;
    }
    return false;
}

static int32_t list_bytes(const cs_arm *arm)
{
    int32_t bytes = 0;

    for (int i = 0; i < arm->op_count; i++) {
        arm_reg reg = (arm_reg)arm->operands[i].reg;
        bytes += reg >= ARM_REG_D0 && reg <= ARM_REG_D31 ? 8 : 4;
    }
    return bytes;
}

/*
 * Finds by how many BYTES INSN lowers sp. Returns false at a branch, at a conditional instruction,
 * and if INSN changes sp in a way that is not modelled.
 */
static bool sp_decrease(const cs_insn *insn, int32_t *bytes)
{
    const cs_arm *arm = &insn->detail->arm;
    const cs_arm_op *last = arm->op_count ? &arm->operands[arm->op_count - 1] : NULL;

    *bytes = 0;
    if (arm->cc != ARM_CC_AL && arm->cc != ARM_CC_INVALID)
        return false;
    switch (insn->id) {
    case ARM_INS_PUSH:
    case ARM_INS_VPUSH:
        *bytes = list_bytes(arm);
        return true;
    case ARM_INS_SUB:
    case ARM_INS_SUBW:
        if (names(insn, ARM_REG_SP) && (arm_reg)arm->operands[0].reg == ARM_REG_SP) {
            *bytes = last->imm;
            return last->type == ARM_OP_IMM;
        }
        return true;
    case ARM_INS_STR:
    case ARM_INS_STRD:
        if (arm->writeback && last->type == ARM_OP_MEM && (arm_reg)last->mem.base == ARM_REG_SP)
            *bytes = -last->mem.disp;
        return true;
    case ARM_INS_IT:
    case ARM_INS_B:
    case ARM_INS_BL:
    case ARM_INS_BLX:
    case ARM_INS_BX:
    case ARM_INS_CBZ:
    case ARM_INS_CBNZ:
        return false;
    default:
        return !names(insn, ARM_REG_PC) &&
               (!names(insn, ARM_REG_SP) || (arm_reg)arm->operands[0].reg != ARM_REG_SP);
    }
}

static bool step(const struct cfi_check *check, const struct image_instruction *at, int32_t *bytes)
{
    uint8_t code[4] = {0};
    cs_insn *insn = NULL;
    bool known;

    image_read(check->image, at->address, code, at->size_bytes);
    if (cs_disasm(at->thumb ? check->thumb : check->arm, code, at->size_bytes, at->address, 1,
                  &insn) != 1)
        return false;
    known = sp_decrease(insn, bytes);
    cs_free(insn, 1);
    return known;
}

bool cfi_check_fits(const struct cfi_check *check, const struct row *rows, size_t count)
{
    const struct image_section *section = image_section_at(check->image, rows[0].start);
    struct image_instruction at = {.address = rows[0].start};
    int32_t depth = 0;

    for (size_t i = 0; section; at.address += at.size_bytes) {
        int32_t bytes;
        if (!image_next_instruction(check->image, section, at.address, &at))
            return true;
        while (i < count && rows[i].end <= at.address)
            i++;
        if (i == count || rows[i].rule.form != BOBBIN_FORM_FRAME ||
            rows[i].rule.cfa_register != BOBBIN_SP)
            return true;
        if (rows[i].rule.cfa_offset != depth)
            return false;
        if (!step(check, &at, &bytes))
            return true;
        depth += bytes;
    }
    return true;
}
