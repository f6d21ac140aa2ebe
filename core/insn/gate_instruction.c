/* SPDX-License-Identifier: MIT */
/* Reads single instructions. A separate file, so that only firmware that needs them links it. */
#include "gate_instruction.h"

#include "../unwind/gate.h"
#include "code.h"

enum bobbin_stop gate_instruction(struct bobbin_cursor *cursor, uint32_t address, uint32_t *word)
{
    bool thumb = cursor->cpsr & BOBBIN_CPSR_T;
    enum gate_what what = thumb ? GATE_CODE_HALF : GATE_CODE_WORD;
    enum bobbin_stop stop = gate_read(cursor, what, address, word);
    uint32_t second = 0;

    if (stop != BOBBIN_STOP_NONE || !thumb)
        return stop;
    if (code_is_wide(*word))
        stop = gate_read(cursor, GATE_CODE_HALF, address + 2, &second);
    *word = *word << 16 | second;
    return stop;
}
