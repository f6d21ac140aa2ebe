/* SPDX-License-Identifier: MIT */
/*
 * Reads the effect of an instruction from the cache, or else from capstone, and tracks IT blocks.
 * The offset of a call or an ARM jump is not part of the cache key, so all of them share an entry.
 */
#include <stdlib.h>
#include <string.h>

#include "insn/effect_cache.h"
#include "insn/effect_operands.h"
#include "insn/effect_translate.h"
#include "insn/exception_return.h"
#include "util/diag.h"
#include "util/memory.h"

static bool open_mode(csh *handle, unsigned mode)
{
    return cs_open(CS_ARCH_ARM, (cs_mode)mode, handle) == CS_ERR_OK &&
           cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK;
}

int effect_reader_open(struct effect_reader *reader, const struct effect_reader *of)
{
    memset(reader, 0, sizeof(*reader));
    if (!open_mode(&reader->arm, CS_MODE_ARM | CS_MODE_V8) ||
        !open_mode(&reader->thumb, CS_MODE_THUMB | CS_MODE_V8) ||
        !open_mode(&reader->older_arm, CS_MODE_ARM) ||
        !open_mode(&reader->older_thumb, CS_MODE_THUMB)) {
        effect_reader_close(reader);
        return diag_error(NULL, "cannot start the disassembler library (capstone)");
    }
    reader->scratch = cs_malloc(reader->arm);
    if (of) {
        reader->cache = of->cache;
        reader->cache_is_borrowed = true;
        return STATUS_GOOD;
    }
    reader->cache = must_realloc(NULL, 1, sizeof(*reader->cache));
    memset(reader->cache, 0, sizeof(*reader->cache));
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
    if (reader->cache && !reader->cache_is_borrowed) {
        effect_cache_free(reader->cache);
        free(reader->cache);
    }
    memset(reader, 0, sizeof(*reader));
}

bool effect_starts_it(const struct image_instruction *instruction, uint32_t code)
{
    return instruction->thumb && instruction->size_bytes == 2 && (code & 0xff00) == 0xbf00 &&
           (code & 15);
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

/* NOP, MOV rN, rN and zeros: linkers fill gaps with these instructions. MOV pc, pc is a jump. */
static bool is_nop(const struct decoded *in, uint32_t code)
{
    if (in->insn->id == ARM_INS_MOV && in->arm->op_count == 2 &&
        decoded_operand(in, 1)->type == ARM_OP_REG &&
        decoded_operand(in, 1)->shift.type == ARM_SFT_INVALID)
        return decoded_register(in, 0) == decoded_register(in, 1) &&
               decoded_register(in, 0) != BOBBIN_PC;
    return in->insn->id == ARM_INS_NOP || code == 0;
}

/*
 * True if the instruction sets flags. In an IT block, of the 16-bit instructions only comparisons
 * do (ARM ARM A7.3). Capstone does not know about the block.
 */
static bool sets_flags(const struct effect_reader *reader, const struct decoded *in)
{
    switch (in->insn->id) {
    case ARM_INS_CMP:
    case ARM_INS_CMN:
    case ARM_INS_TST:
    case ARM_INS_TEQ:
    case ARM_INS_MSR:
    case ARM_INS_MRC: /* writes the flags if the destination is pc */
    case ARM_INS_SVC:
    case ARM_INS_HVC:
    case ARM_INS_SMC:
        return true;
    case ARM_INS_VMRS: /* to the flags, or to a core register */
        return decoded_register(in, 0) == EFFECT_NO_REGISTER;
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

/* True if EFFECT does not depend on the address of IN, except for the target of a jump or call. */
static bool is_position_independent(const struct decoded *in, const struct effect *effect)
{
    bool reads_pc = in->insn->id == ARM_INS_ADR;

    for (unsigned i = 0; i < in->arm->op_count; i++)
        reads_pc |= decoded_register(in, i) == BOBBIN_PC;
    return !(reads_pc && (effect->kind == EFFECT_CONST || effect->flow == FLOW_JUMP));
}

/* Decodes CODE with capstone. True if the cache may keep the effect (is_position_independent). */
static bool decode(struct effect_reader *reader, const struct image_instruction *instruction,
                   uint32_t code, struct effect *effect)
{
    const uint8_t bytes[4] = {(uint8_t)code, (uint8_t)(code >> 8), (uint8_t)(code >> 16),
                              (uint8_t)(code >> 24)};
    struct decoded in = {reader->scratch, &reader->scratch->detail->arm, instruction,
                         exception_return_of(instruction, code) != EXCEPTION_RETURN_NONE};
    bool thumb = instruction->thumb;

    memset(effect, 0, sizeof(*effect));
    effect->condition = CONDITION_ALWAYS;
    if (!disassemble(thumb ? reader->thumb : reader->arm, bytes, instruction, reader->scratch) &&
        !disassemble(thumb ? reader->older_thumb : reader->older_arm, bytes, instruction,
                     reader->scratch)) {
        effect->kind = EFFECT_UNKNOWN;
        effect->flow = in.returns ? FLOW_EXCEPTION : FLOW_NEXT;
        effect->sets_flags = true;
        return true;
    }
    effect->condition = condition_of(reader, &in);
    effect->nop = is_nop(&in, code);
    effect->sets_flags = sets_flags(reader, &in);
    effect_translate(&in, effect);
    return is_position_independent(&in, effect);
}

/* ---- offsets of branches --------------------------------------------------------------------- */

/* The low BITS of VALUE as a signed number, times UNIT. */
static uint32_t sign_extended(uint32_t value, uint32_t bits, uint32_t unit)
{
    return (uint32_t)((int32_t)(value << (32 - bits)) >> (32 - bits)) * unit;
}

/*
 * The offset of Thumb BL and BLX. Its bits are S, I1 = not (J1 xor S), I2 = not (J2 xor S), imm10,
 * imm11 (ARM ARM A8.8.25, T1 and T2).
 */
static uint32_t thumb_branch_offset(uint32_t code)
{
    uint32_t sign = code >> 10 & 1;
    uint32_t i1 = ~(code >> 29 ^ sign) & 1;
    uint32_t i2 = ~(code >> 27 ^ sign) & 1;

    return sign_extended(
        sign << 23 | i1 << 22 | i2 << 21 | (code & 0x3ff) << 11 | (code >> 16 & 0x7ff), 24, 2);
}

/*
 * The cache key of INSTRUCTION, whose encoding is CODE. For BL and BLX with an immediate and for B
 * in ARM state, the key has the offset 0, and *DISPLACEMENT gets the real offset in bytes. For all
 * other instructions *DISPLACEMENT is 0.
 */
static struct effect_key key_of(const struct effect_reader *reader, uint32_t code,
                                const struct image_instruction *instruction, uint32_t *displacement)
{
    struct effect_key key = {code, reader->it_state, .thumb = instruction->thumb};
    bool exchanges = !(code & 0x10000000);

    *displacement = 0;
    if (!instruction->thumb) {
        if (code >> 25 == 0x7d) { /* BLX (A2): bit 24 is bit 1 of the offset */
            *displacement = sign_extended(code, 24, 4) + (code >> 23 & 2);
            key.code = code & 0xfe000000;
        } else if ((code & 0x0e000000) == 0x0a000000 && code >> 28 != 15) {
            *displacement = sign_extended(code, 24, 4);
            key.code = code & 0xff000000;
        }
    } else if (instruction->size_bytes == 4 && (code & 0xc000f800) == 0xc000f000 &&
               !(exchanges && (code & 0x00010000))) {
        *displacement = thumb_branch_offset(code);
        key.code = 0xe800f000 | (code & 0x10000000);
        key.aligned = exchanges && (instruction->address & 2); /* see effect_key */
    }
    return key;
}

uint32_t effect_fetch(const struct effect_reader *reader, const struct image *image,
                      const struct image_instruction *instruction)
{
    struct effect_key key;
    uint32_t code, displacement;

    image_read_number(image, instruction->address, instruction->size_bytes, &code);
    key = key_of(reader, code, instruction, &displacement);
    effect_cache_expect(reader->cache, &key);
    return code;
}

void effect_read_code(struct effect_reader *reader, const struct image_instruction *instruction,
                      uint32_t code, struct effect *effect)
{
    uint32_t displacement;
    const struct effect_key key = key_of(reader, code, instruction, &displacement);

    if (effect_starts_it(instruction, code)) {
        memset(effect, 0, sizeof(*effect));
        effect->condition = CONDITION_ALWAYS;
        reader->it_state = (uint8_t)code;
        return;
    }
    if (!effect_cache_recall(reader->cache, &key, instruction->address, effect) &&
        decode(reader, instruction, key.code, effect) && !reader->cache_is_borrowed)
        effect_cache_note(reader->cache, &key, instruction->address, effect);
    effect->target += displacement;
    reader->it_state = next_it_state(reader->it_state);
}

void effect_read(struct effect_reader *reader, const struct image *image,
                 const struct image_instruction *instruction, struct effect *effect)
{
    effect_read_code(reader, instruction, effect_fetch(reader, image, instruction), effect);
}
