/* SPDX-License-Identifier: MIT */
/* Inside core: the one gate to memory that no window has. */
#ifndef BOBBIN_GATE_H
#define BOBBIN_GATE_H

#include <bobbin/bobbin.h>

/* What is read: bit 0 is the space (enum bobbin_space), the others the size in bytes. */
enum gate_what {
    GATE_SLOT = 4 | BOBBIN_SPACE_STACK,
    GATE_CODE_WORD = 4 | BOBBIN_SPACE_CODE,
    GATE_CODE_HALF = 2 | BOBBIN_SPACE_CODE,
};

/*
 * Reads WHAT is at ADDRESS, by the env of the reading of CURSOR: it is then the stop_value of
 * CURSOR, which needs least stack. Or says why not: UNREADABLE, or BUDGET; then that is the
 * address.
 */
enum bobbin_stop gate_read(struct bobbin_cursor *cursor, enum gate_what what, uint32_t address,
                           uint32_t *value);

#endif
