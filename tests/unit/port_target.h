/* SPDX-License-Identifier: MIT */
/*
 * A simulated target for port code on the host: a stack at a 32-bit address, a table and a build id
 * between the linker's symbols, and the functions of a port. The test defines bobbin_config.
 */
#ifndef PORT_TARGET_H
#define PORT_TARGET_H

#include "handmade.h"
#include <bobbin/port.h>

#define TARGET_STACK_LOW   0x20001000u /* the page below is the guard */
#define TARGET_STACK_HIGH  0x20005000u
#define TARGET_CODE        0x00008000u
#define TARGET_CODE_BYTES  0x100u
#define TARGET_GUARD_BYTES 0x1000u

/* Strings of the target: "main" and "small". */
#define TARGET_MAIN  ((const char *)(uintptr_t)0x20010000u)
#define TARGET_SMALL ((const char *)(uintptr_t)0x20010008u)

/* Maps a zeroed stack and clears the table. Returns 0 on success, as cmocka expects. */
int target_set_up(void **state);

/*
 * Writes a table for TARGET_CODE. The rule is cfa = sp + 16, return address at cfa - 4. The last
 * word of the code is the root.
 */
void target_put_table(void);

/*
 * Writes COUNT frames of this shape from SP up, with return addresses into TARGET_CODE, then the
 * root.
 */
void target_put_frames(uint32_t sp, uint32_t count);

/* A context with PC and SP in System mode and Thumb state. All registers are valid. */
struct bobbin_context target_context(uint32_t cause, uint32_t pc, uint32_t sp);

/* The word at an address of the stack. */
uint32_t *target_word(uint32_t address);

/*
 * The number of calls of bobbin_port_readable, and the address from which on it returns false (0:
 * none).
 */
extern uint32_t target_probes;
extern uint32_t target_unreadable_from;

/* bobbin_port_readable always returns false, as in port/template. */
extern bool target_all_unreadable;

#endif
