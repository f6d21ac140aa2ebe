/* SPDX-License-Identifier: MIT */
/*
 * The target that port code sees when it runs on the host: a stack at a 32-bit address, a table and a
 * build id between the linker's symbols, and the functions of a port. bobbin_config is the test's.
 */
#ifndef PORT_TARGET_H
#define PORT_TARGET_H

#include "handmade.h"
#include <bobbin/port.h>

#define TARGET_STACK_LOW   0x20001000u /* the page below is its guard */
#define TARGET_STACK_HIGH  0x20005000u
#define TARGET_CODE        0x00008000u
#define TARGET_CODE_BYTES  0x100u
#define TARGET_GUARD_BYTES 0x1000u

/* Maps the stack, zeroed, and empties the table's place. True for cmocka: 0 is good. */
int target_set_up(void **state);

/* A table that says of all of TARGET_CODE: cfa = sp + 16, the return address at cfa - 4; the last
   word of it is the root. */
void target_put_table(void);

/* Frames of that shape from SP up: COUNT return addresses into TARGET_CODE, then the root. */
void target_put_frames(uint32_t sp, uint32_t count);

/* A context in System mode, Thumb state, all registers known, with PC and SP. */
struct bobbin_context target_context(uint32_t cause, uint32_t pc, uint32_t sp);

/* The word at an address of the stack. */
uint32_t *target_word(uint32_t address);

/* How often bobbin_port_readable was asked, and an address from which on it says no (0: none). */
extern uint32_t target_probes;
extern uint32_t target_unreadable_from;

#endif
