/* SPDX-License-Identifier: MIT */
/* Instructions as text, for people. */
#ifndef GEN_INSN_DISASSEMBLER_H
#define GEN_INSN_DISASSEMBLER_H

#include <capstone/capstone.h>
#include <stdbool.h>

#include "elf/image.h"

struct disassembler {
    csh arm, thumb;
};

/* STATUS_... */
int disassembler_open(struct disassembler *disassembler);
void disassembler_close(struct disassembler *disassembler);

/* "push {r4, lr}", or ".inst 0xdeff" for what the library does not know, to TEXT. */
const char *disassemble(struct disassembler *disassembler, const struct image *image,
                        const struct image_instruction *instruction, char *text, size_t text_size);

#endif
