/* SPDX-License-Identifier: MIT */
/* What the decoder says of an instruction against what a disassembler and an emulator say. */
#ifndef DECODER_CLAIMS_H
#define DECODER_CLAIMS_H

#include "core/insn/code.h"
#include "findings.h"
#include "insn/effect.h"
#include "machine.h"

/* EFFECT is the disassembler's; it knows the instruction. */
enum finding claims_disassembled(const struct code_op *op, const struct effect *effect,
                                 const struct image_instruction *at);

/* RUN is what the emulator did, MACHINE as it is then. */
enum finding claims_executed(const struct code_op *op, const struct word *word,
                             const struct image_instruction *at, struct machine *machine,
                             const struct machine_run *run);

#endif
