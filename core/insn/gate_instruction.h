/* SPDX-License-Identifier: MIT */
/* Inside core: instructions through the gate (unwind/gate.h). */
#ifndef BOBBIN_GATE_INSTRUCTION_H
#define BOBBIN_GATE_INSTRUCTION_H

#include <bobbin/bobbin.h>

/* The same of the instruction at ADDRESS, in the state of CURSOR, as code_decode takes it. */
enum bobbin_stop gate_instruction(struct bobbin_cursor *cursor, uint32_t address, uint32_t *word);

#endif
