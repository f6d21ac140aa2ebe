/* SPDX-License-Identifier: MIT */
/* Words among code that entry code loads. */
#ifndef GEN_EXCEPTIONS_BANK_LITERAL_H
#define GEN_EXCEPTIONS_BANK_LITERAL_H

#include "exceptions/bank_transfer.h"

/*
 * What INSTRUCTION, a load relative to pc, gives its register in STATE. A literal is a constant,
 * but not one that code loads to sp, or that is no address of the image: boot loaders set such
 * words when they know where memory ends.
 */
struct bank_value bank_literal(const struct bank_transfer *transfer, struct bank_state *state,
                               const struct bank_instruction *instruction);

#endif
