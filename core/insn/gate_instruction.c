/* SPDX-License-Identifier: MIT */
/* By itself: who reads no single instruction links none of it. */
#include "gate_instruction.h"

#include "../unwind/gate.h"
#include "code.h"

enum bobbin_stop gate_instruction(struct bobbin_cursor *cursor, uint32_t address)
{
    bool thumb = cursor->cpsr & BOBBIN_CPSR_T;
    enum bobbin_stop stop = gate_read(cursor, thumb ? GATE_CODE_HALF : GATE_CODE_WORD, address);
    uint32_t first = cursor->stop_value;

    if (stop != BOBBIN_STOP_NONE || !thumb)
        return stop;
    cursor->stop_value = 0;
    if (code_is_wide(first))
        stop = gate_read(cursor, GATE_CODE_HALF, address + 2);
    if (stop == BOBBIN_STOP_NONE)
        cursor->stop_value |= first << 16;
    return stop;
}
