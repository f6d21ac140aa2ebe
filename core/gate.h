/* SPDX-License-Identifier: MIT */
/* Inside core: the one gate to memory. */
#ifndef BOBBIN_GATE_H
#define BOBBIN_GATE_H

#include "bobbin.h"

/*
 * Reads SIZE_BYTES (2 or 4) at ADDRESS of SPACE to OUT, or says why not: UNREADABLE, or BUDGET, which also ends the
 * trace of CURSOR at once.
 */
enum bobbin_stop gate_read(struct bobbin_cursor *cursor, const struct bobbin_env *env,
                           enum bobbin_space space, uint32_t address, uint32_t size_bytes,
                           uint32_t *out);

#endif
