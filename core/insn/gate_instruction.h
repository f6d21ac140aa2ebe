/* SPDX-License-Identifier: MIT */
/* Inside core: reads single instructions through env->read (unwind/gate.h). */
#ifndef BOBBIN_GATE_INSTRUCTION_H
#define BOBBIN_GATE_INSTRUCTION_H

#include <bobbin/bobbin.h>

/*
 * Reads the instruction at ADDRESS into WORD in the form that code_decode takes. The state is that
 * of CURSOR. Returns NONE, or the stop reason of gate_read.
 */
enum bobbin_stop gate_instruction(struct bobbin_cursor *cursor, uint32_t address, uint32_t *word);

#endif
