/* SPDX-License-Identifier: MIT */
/* Disassembles instructions to text, for `bobbin show`. */
#ifndef GEN_INSN_DISASSEMBLER_H
#define GEN_INSN_DISASSEMBLER_H

#include <capstone/capstone.h>
#include <stdbool.h>

#include "elf/image.h"

struct disassembler {
    csh arm, thumb;
};

/* Returns STATUS_... */
int disassembler_open(struct disassembler *disassembler);
void disassembler_close(struct disassembler *disassembler);

/*
 * Writes an instruction such as "push {r4, lr}" to TEXT and returns TEXT. If capstone does not know
 * the instruction, writes the encoding: ".inst 0xdeff".
 */
const char *disassemble(struct disassembler *disassembler, const struct image *image,
                        const struct image_instruction *instruction, char *text, size_t text_size);

#endif
