/* SPDX-License-Identifier: MIT */
/* Disassembles instructions with capstone. */
#include "insn/disassembler.h"

#include <stdio.h>

#include "core/format/bytes.h"
#include "util/diag.h"

int disassembler_open(struct disassembler *disassembler)
{
    disassembler->arm = disassembler->thumb = 0;
    if (cs_open(CS_ARCH_ARM, CS_MODE_ARM, &disassembler->arm) == CS_ERR_OK &&
        cs_open(CS_ARCH_ARM, CS_MODE_THUMB, &disassembler->thumb) == CS_ERR_OK)
        return STATUS_GOOD;
    disassembler_close(disassembler);
    return diag_error(NULL, "cannot start the disassembler library (capstone)");
}

void disassembler_close(struct disassembler *disassembler)
{
    if (disassembler->arm)
        cs_close(&disassembler->arm);
    if (disassembler->thumb)
        cs_close(&disassembler->thumb);
}

static uint32_t encoding(const uint8_t *bytes, const struct image_instruction *instruction)
{
    uint32_t first = bytes_u16(bytes);
    uint32_t second = bytes_u16(bytes + 2);

    if (instruction->size_bytes == 2)
        return first;
    return instruction->thumb ? first << 16 | second : second << 16 | first;
}

const char *disassemble(struct disassembler *disassembler, const struct image *image,
                        const struct image_instruction *instruction, char *text, size_t text_size)
{
    uint8_t bytes[4] = {0};
    cs_insn *decoded = NULL;
    csh handle = instruction->thumb ? disassembler->thumb : disassembler->arm;

    image_read(image, instruction->address, bytes, instruction->size_bytes);
    if (cs_disasm(handle, bytes, instruction->size_bytes, instruction->address, 1, &decoded) == 1) {
        snprintf(text, text_size, "%s%s%s", decoded->mnemonic, decoded->op_str[0] ? " " : "",
                 decoded->op_str);
        cs_free(decoded, 1);
    } else {
        snprintf(text, text_size, ".inst 0x%0*x", (int)instruction->size_bytes * 2,
                 encoding(bytes, instruction));
    }
    return text;
}
