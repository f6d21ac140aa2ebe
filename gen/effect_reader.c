/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "bytes.h"
#include "diag.h"
#include "effect_decode.h"

static bool open_mode(csh *handle, unsigned mode)
{
    return cs_open(CS_ARCH_ARM, (cs_mode)mode, handle) == CS_ERR_OK &&
           cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK;
}

int effect_reader_open(struct effect_reader *reader)
{
    memset(reader, 0, sizeof(*reader));
    if (!open_mode(&reader->arm, CS_MODE_ARM | CS_MODE_V8) ||
        !open_mode(&reader->thumb, CS_MODE_THUMB | CS_MODE_V8) ||
        !open_mode(&reader->older_arm, CS_MODE_ARM) ||
        !open_mode(&reader->older_thumb, CS_MODE_THUMB)) {
        effect_reader_close(reader);
        return diag_error(NULL, "the disassembler library does not start");
    }
    reader->scratch = cs_malloc(reader->arm);
    return STATUS_GOOD;
}

void effect_reader_close(struct effect_reader *reader)
{
    csh *handles[] = {&reader->arm, &reader->thumb, &reader->older_arm, &reader->older_thumb};

    if (reader->scratch)
        cs_free(reader->scratch, 1);
    for (size_t i = 0; i < sizeof(handles) / sizeof(handles[0]); i++)
        if (*handles[i])
            cs_close(handles[i]);
    memset(reader, 0, sizeof(*reader));
}

/* The library does not tell what an IT block makes conditional, nor does it need to know. */
static bool starts_it(const struct image_instruction *instruction, uint32_t halfword)
{
    return instruction->thumb && instruction->size_bytes == 2 && (halfword & 0xff00) == 0xbf00 &&
           (halfword & 15);
}

static uint8_t next_it_state(uint32_t it_state)
{
    return it_state & 7 ? (uint8_t)((it_state & 0xe0) | (it_state << 1 & 0x1f)) : 0;
}

static uint8_t condition_of(const struct effect_reader *reader, const struct decoded *in)
{
    if (reader->it_state)
        return (uint8_t)(reader->it_state >> 4);
    return in->arm->cc == ARM_CC_INVALID ? CONDITION_ALWAYS : (uint8_t)(in->arm->cc - 1);
}

/* nop, mov rN, rN and zeros, with which linkers fill. */
static bool is_nop(const struct decoded *in, const uint8_t bytes[4])
{
    if (in->insn->id == ARM_INS_MOV && in->arm->op_count == 2 &&
        decoded_operand(in, 1)->type == ARM_OP_REG &&
        decoded_operand(in, 1)->shift.type == ARM_SFT_INVALID)
        return decoded_register(in, 0) == decoded_register(in, 1);
    return in->insn->id == ARM_INS_NOP || bytes_u32(bytes) == 0;
}

/* In an IT block only comparisons of 16 bits set them (ARM ARM A7.3), which the library does not know of. */
static bool sets_flags(const struct effect_reader *reader, const struct decoded *in)
{
    switch (in->insn->id) {
    case ARM_INS_CMP:
    case ARM_INS_CMN:
    case ARM_INS_TST:
    case ARM_INS_TEQ:
    case ARM_INS_MSR:
    case ARM_INS_VMRS:
    case ARM_INS_MRC: /* to pc: to the flags */
    case ARM_INS_SVC:
    case ARM_INS_HVC:
    case ARM_INS_SMC:
        return true;
    default:
        return in->arm->update_flags && !(reader->it_state && in->at->size_bytes == 2);
    }
}

static bool disassemble(csh handle, const uint8_t *code,
                        const struct image_instruction *instruction, cs_insn *out)
{
    size_t size = instruction->size_bytes;
    uint64_t address = instruction->address;

    return cs_disasm_iter(handle, &code, &size, &address, out);
}

void effect_read(struct effect_reader *reader, const struct image *image,
                 const struct image_instruction *instruction, struct effect *effect)
{
    uint8_t bytes[4] = {0};
    struct decoded in = {reader->scratch, NULL, instruction};
    bool thumb = instruction->thumb;

    memset(effect, 0, sizeof(*effect));
    effect->condition = CONDITION_ALWAYS;
    image_read(image, instruction->address, bytes, instruction->size_bytes);
    if (starts_it(instruction, bytes_u16(bytes))) {
        reader->it_state = bytes[0];
        return;
    }
    if (!disassemble(thumb ? reader->thumb : reader->arm, bytes, instruction, reader->scratch) &&
        !disassemble(thumb ? reader->older_thumb : reader->older_arm, bytes, instruction,
                     reader->scratch)) {
        effect->kind = EFFECT_UNKNOWN;
        effect->sets_flags = true;
    } else {
        in.arm = &in.insn->detail->arm;
        effect->condition = condition_of(reader, &in);
        effect->nop = is_nop(&in, bytes);
        effect->sets_flags = sets_flags(reader, &in);
        effect_translate(&in, effect);
    }
    reader->it_state = next_it_state(reader->it_state);
}
