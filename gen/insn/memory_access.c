/* SPDX-License-Identifier: MIT */
#include "insn/memory_access.h"

#include <capstone/capstone.h>
#include <stdio.h>
#include <string.h>

#include "core/format/bytes.h"
#include "insn/condition.h"
#include "insn/effect_operands.h"
#include <bobbin/bobbin.h>

#define BIT(number) (1u << (number))

/* An instruction, and the values that it finds. */
struct reading {
    const cs_insn *insn;
    const cs_arm *arm;
    const struct image_instruction *at;
    const struct memory_registers *registers;
    struct memory_access *access;
};

static bool starts_with(const struct reading *in, const char *start)
{
    return strncmp(in->insn->mnemonic, start, strlen(start)) == 0;
}

/* ---- registers ------------------------------------------------------------------------------- */

/* The value of core register NUMBER. Notes that the address depends on it. */
static uint32_t value_of(const struct reading *in, unsigned number)
{
    if (number == BOBBIN_PC)
        return image_literal_base(in->at);
    in->access->address_of |= BIT(number);
    return in->registers->r[number];
}

/* VALUE shifted as operand OP says (ARM ARM A8.4.1). */
static uint32_t shifted(const struct reading *in, uint32_t value, const cs_arm_op *op)
{
    unsigned amount = op->shift.value;

    switch (op->shift.type) {
    case ARM_SFT_LSL:
        return amount < 32 ? value << amount : 0;
    case ARM_SFT_LSR:
        return amount && amount < 32 ? value >> amount : 0;
    case ARM_SFT_ASR:
        return (uint32_t)((int32_t)value >> (amount && amount < 32 ? amount : 31));
    case ARM_SFT_ROR:
        return amount % 32 ? value >> amount % 32 | value << (32 - amount % 32) : value;
    case ARM_SFT_RRX:
        return value >> 1 | (in->registers->cpsr >> 29 & 1) << 31;
    default:
        return value;
    }
}

static void note_used(const struct reading *in)
{
    for (unsigned i = 0; i < in->arm->op_count; i++) {
        const cs_arm_op *op = &in->arm->operands[i];
        unsigned number = op->type == ARM_OP_REG ? decoded_core_number((arm_reg)op->reg) : 16;
        if (number < BOBBIN_PC && (op->access & CS_AC_READ))
            in->access->used |= BIT(number);
    }
}

/* ---- one address ----------------------------------------------------------------------------- */

static const cs_arm_op *memory_operand(const struct reading *in)
{
    for (unsigned i = 0; i < in->arm->op_count; i++)
        if (in->arm->operands[i].type == ARM_OP_MEM)
            return &in->arm->operands[i];
    return NULL;
}

static uint32_t register_bytes(const cs_arm_op *op)
{
    if (op->type != ARM_OP_REG)
        return 0;
    if (op->reg >= ARM_REG_Q0 && op->reg <= ARM_REG_Q15)
        return 16;
    return op->reg >= ARM_REG_D0 && op->reg <= ARM_REG_D31 ? 8 : 4;
}

/* The size of a load or store of one address; 0: unknown. */
static uint32_t size_of(const struct reading *in)
{
    static const struct {
        uint16_t id;
        uint8_t size_bytes;
    } sizes[] = {
        {ARM_INS_LDRB, 1},   {ARM_INS_LDRBT, 1},  {ARM_INS_LDRSB, 1},  {ARM_INS_LDRSBT, 1},
        {ARM_INS_STRB, 1},   {ARM_INS_STRBT, 1},  {ARM_INS_LDREXB, 1}, {ARM_INS_STREXB, 1},
        {ARM_INS_TBB, 1},    {ARM_INS_SWPB, 1},   {ARM_INS_LDRH, 2},   {ARM_INS_LDRHT, 2},
        {ARM_INS_LDRSH, 2},  {ARM_INS_LDRSHT, 2}, {ARM_INS_STRH, 2},   {ARM_INS_STRHT, 2},
        {ARM_INS_LDREXH, 2}, {ARM_INS_STREXH, 2}, {ARM_INS_TBH, 2},    {ARM_INS_LDR, 4},
        {ARM_INS_LDRT, 4},   {ARM_INS_STR, 4},    {ARM_INS_STRT, 4},   {ARM_INS_LDREX, 4},
        {ARM_INS_STREX, 4},  {ARM_INS_SWP, 4},    {ARM_INS_LDRD, 8},   {ARM_INS_STRD, 8},
        {ARM_INS_LDREXD, 8}, {ARM_INS_STREXD, 8},
    };

    if (in->insn->id == ARM_INS_VLDR || in->insn->id == ARM_INS_VSTR)
        return register_bytes(&in->arm->operands[0]);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        if (in->insn->id == sizes[i].id)
            return sizes[i].size_bytes;
    return 0;
}

static void read_single(const struct reading *in, const cs_arm_op *op)
{
    unsigned base = decoded_core_number(op->mem.base);
    unsigned index = decoded_core_number(op->mem.index);
    uint32_t offset;

    in->access->size_bytes = size_of(in);
    if (base == EFFECT_NO_REGISTER || in->access->size_bytes == 0)
        return;
    in->access->address = value_of(in, base) + (uint32_t)op->mem.disp;
    in->access->address_known = true;
    if (op->mem.index == ARM_REG_INVALID)
        return;
    if (index >= BOBBIN_PC) {
        in->access->address_known = false;
        return;
    }
    offset = shifted(in, value_of(in, index), op);
    in->access->address += op->subtracted ? 0 - offset : offset;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static uint32_t list_bytes(const struct reading *in, unsigned first)
{
    uint32_t bytes = 0;

    for (unsigned i = first; i < in->arm->op_count; i++)
        bytes += register_bytes(&in->arm->operands[i]);
    return bytes;
}

/* LDM, STM, VLDM, VSTM: operand 0 is the base. */
static void read_list(const struct reading *in)
{
    struct list_access list;
    unsigned base = BOBBIN_SP;
    uint32_t bytes;

    if (!decoded_list_access(in->insn, &list))
        return;
    if (!list.stack)
        base = decoded_core_number((arm_reg)in->arm->operands[0].reg);
    if (base == EFFECT_NO_REGISTER || base == BOBBIN_PC)
        return;
    bytes = list_bytes(in, list.stack ? 0 : 1);
    in->access->size_bytes = bytes;
    in->access->address =
        value_of(in, base) - (list.down ? bytes : 0) + (list.before == list.down ? 0 : 4);
    in->access->address_known = true;
}

/* ---- the answer ------------------------------------------------------------------------------ */

static enum memory_access_kind kind_of(const struct reading *in)
{
    if (starts_with(in, "swp"))
        return MEMORY_ACCESS_BOTH;
    if (starts_with(in, "st") || starts_with(in, "vst") || starts_with(in, "push") ||
        starts_with(in, "vpush"))
        return MEMORY_ACCESS_WRITE;
    return MEMORY_ACCESS_READ;
}

static void read_access(const struct reading *in)
{
    const cs_arm_op *memory = memory_operand(in);
    struct memory_access *access = in->access;

    note_used(in);
    if (memory)
        read_single(in, memory);
    else
        read_list(in);
    access->used |= access->address_of;
    if (access->size_bytes)
        access->kind = kind_of(in);
    if (access->address_of & ~in->registers->valid)
        access->address_known = false;
}

/*
 * Appends the condition that an IT block gives the instruction: capstone decodes it alone. CPSR has
 * ITSTATE in bits 15-10 and 26-25; it is clear outside of a block (ARM ARM A2.5.2).
 */
static void add_condition(struct memory_access *access, uint32_t cpsr)
{
    uint32_t state = (cpsr >> 25 & 3) | (cpsr >> 8 & 0xfc);
    size_t length = strlen(access->text);

    if ((state & 15) && state >> 4 < CONDITION_ALWAYS)
        snprintf(access->text + length, sizeof(access->text) - length, " (if %s)",
                 condition_name((uint8_t)(state >> 4)));
}

static cs_insn *decode(csh handle, const struct image *image, const struct image_instruction *at,
                       struct memory_access *access)
{
    uint8_t bytes[4] = {0};
    cs_insn *insn = NULL;

    cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
    image_read(image, at->address, bytes, at->size_bytes);
    if (cs_disasm(handle, bytes, at->size_bytes, at->address, 1, &insn) == 1)
        snprintf(access->text, sizeof(access->text), "%s%s%s", insn->mnemonic,
                 insn->op_str[0] ? " " : "", insn->op_str);
    else
        snprintf(access->text, sizeof(access->text), ".inst 0x%0*x", (int)at->size_bytes * 2,
                 at->size_bytes == 2 ? bytes_u16(bytes) : bytes_u32(bytes));
    return insn;
}

bool memory_access_read(struct memory_access *access, const struct image *image, uint32_t pc,
                        bool thumb, const struct memory_registers *registers)
{
    const struct image_section *section = image_section_at(image, pc);
    struct image_instruction at;
    csh handle;
    cs_insn *insn;

    memset(access, 0, sizeof(*access));
    if (!section || !section->executable || !image_next_instruction(image, section, pc, &at) ||
        at.address != pc || at.thumb != thumb ||
        cs_open(CS_ARCH_ARM, thumb ? CS_MODE_THUMB : CS_MODE_ARM, &handle) != CS_ERR_OK)
        return false;
    insn = decode(handle, image, &at, access);
    if (thumb && registers->valid & BOBBIN_VALID_CPSR)
        add_condition(access, registers->cpsr);
    if (insn) {
        read_access(&(struct reading){insn, &insn->detail->arm, &at, registers, access});
        cs_free(insn, 1);
    }
    cs_close(&handle);
    return true;
}

int memory_access_call_register(const struct image *image, uint32_t return_address,
                                struct memory_access *call)
{
    static const uint32_t none[16];
    struct memory_registers registers = {.r = none};
    bool thumb = return_address & 1;
    uint32_t pc = (return_address & ~1u) - (thumb ? 2 : 4), code;

    if (!memory_access_read(call, image, pc, thumb, &registers) ||
        !image_read_number(image, pc, thumb ? 2 : 4, &code))
        return -1;
    if (thumb)
        return (code & 0xff87) == 0x4780 ? (int)(code >> 3 & 15) : -1;
    return (code & 0x0ffffff0) == 0x012fff30 ? (int)(code & 15) : -1;
}
