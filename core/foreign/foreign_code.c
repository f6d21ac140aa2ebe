/* SPDX-License-Identifier: MIT */
/*
 * Decodes instructions for readers of other formats. A separate file, so that readers that decode
 * no instructions do not link the decoder.
 */
#include "../insn/code.h"
#include "../insn/gate_instruction.h"
#include "foreign.h"

enum bobbin_stop foreign_instruction(const struct foreign_table *table, uint32_t address,
                                     struct code_op *op)
{
    struct bobbin_cursor *cursor = table->cursor;
    bool thumb = cursor->cpsr & BOBBIN_CPSR_T;
    uint32_t word;
    enum bobbin_stop stop = gate_instruction(cursor, address, &word);

    if (stop != BOBBIN_STOP_NONE)
        return stop;
    code_decode(word, op, thumb);
    if (thumb && code_is_it(word >> 16))
        op->kind = CODE_STOP;
    return stop;
}
