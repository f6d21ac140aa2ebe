/* SPDX-License-Identifier: MIT */
/* Inside core: the only calls of env->read. Memory in a window is read without this function. */
#ifndef BOBBIN_GATE_H
#define BOBBIN_GATE_H

#include <bobbin/bobbin.h>

/* What to read: bit 0 is the space (enum bobbin_space), the other bits are the size in bytes. */
enum gate_what {
    GATE_SLOT = 4 | BOBBIN_SPACE_STACK,
    GATE_CODE_WORD = 4 | BOBBIN_SPACE_CODE,
    GATE_CODE_HALF = 2 | BOBBIN_SPACE_CODE,
};

/*
 * Reads WHAT at ADDRESS into VALUE, through the env of cursor->reading. A halfword is the low half
 * of VALUE. Returns NONE; or BUDGET or UNREADABLE, then VALUE means nothing and cursor->stop_value
 * is ADDRESS.
 */
enum bobbin_stop gate_read(struct bobbin_cursor *cursor, enum gate_what what, uint32_t address,
                           uint32_t *value);

#endif
