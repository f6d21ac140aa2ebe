/* SPDX-License-Identifier: MIT */
/* Compares the core's decoded form of an instruction with a disassembler and with an emulator. */
#ifndef DECODER_CLAIMS_H
#define DECODER_CLAIMS_H

#include "core/insn/code.h"
#include "findings.h"
#include "insn/effect.h"
#include "machine.h"

/*
 * Compares OP with EFFECT, the disassembler's result. The disassembler must know the instruction.
 */
enum finding claims_disassembled(const struct code_op *op, const struct effect *effect,
                                 const struct image_instruction *at);

/* Compares OP with RUN, one run in the emulator. MACHINE must still be as RUN left it. */
enum finding claims_executed(const struct code_op *op, const struct word *word,
                             const struct image_instruction *at, struct machine *machine,
                             const struct machine_run *run);

#endif
