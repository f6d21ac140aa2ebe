/* SPDX-License-Identifier: MIT */
/* By itself: who reads no code links none of it. */
#include "code.h"
#include "foreign.h"
#include "gate.h"

enum bobbin_stop foreign_instruction(const struct foreign_table *table, uint32_t address,
                                     struct code_op *op)
{
    struct bobbin_cursor *cursor = table->cursor;
    bool thumb = cursor->cpsr & BOBBIN_CPSR_T;
    uint32_t first = 0, second = 0;
    enum bobbin_stop stop =
        gate_read(cursor, table->env, BOBBIN_SPACE_CODE, address, thumb ? 2 : 4, &first);

    if (stop == BOBBIN_STOP_NONE && thumb && code_is_wide(first))
        stop = gate_read(cursor, table->env, BOBBIN_SPACE_CODE, address + 2, 2, &second);
    if (stop != BOBBIN_STOP_NONE)
        return stop;
    code_decode(thumb ? first << 16 | second : first, op, thumb);
    if (thumb && code_is_it(first))
        op->kind = CODE_STOP;
    return stop;
}
