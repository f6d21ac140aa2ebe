/* SPDX-License-Identifier: MIT */
/* Inside core: the one gate to memory. */
#ifndef BOBBIN_GATE_H
#define BOBBIN_GATE_H

#include "bobbin.h"

/* What is read: bit 0 is the space (enum bobbin_space), the others the size in bytes. */
enum gate_what {
    GATE_SLOT = 4 | BOBBIN_SPACE_STACK,
    GATE_CODE_WORD = 4 | BOBBIN_SPACE_CODE,
    GATE_CODE_HALF = 2 | BOBBIN_SPACE_CODE,
};

/*
 * Reads WHAT is at ADDRESS: it is then the stop_value of CURSOR, which needs least stack. Or says why not: UNREADABLE,
 * or BUDGET, which also ends the trace at once; then that is the address.
 */
enum bobbin_stop gate_read(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           enum gate_what what, uint32_t address);

/* The same of the instruction at ADDRESS, in the state of CURSOR, as code_decode takes it. */
enum bobbin_stop gate_instruction(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                                  uint32_t address);

/* Where the SIZE_BYTES at ADDRESS lie, if WINDOW has them all; NULL: it has not. */
static inline const uint8_t *gate_window(const struct bobbin_window *window, uint32_t address,
                                         uint32_t size_bytes)
{
    uint32_t offset = address - window->start;

    if (offset >= window->size_bytes || window->size_bytes - offset < size_bytes)
        return 0;
    return (const uint8_t *)window->bytes + offset;
}

/* The same of code, where a call more does not matter. */
const uint8_t *gate_code(const struct bobbin_env *env, uint32_t address, uint32_t size_bytes);

#endif
