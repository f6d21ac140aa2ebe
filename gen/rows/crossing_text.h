/* SPDX-License-Identifier: MIT */
/* Rules of exception entry code as text, for people. */
#ifndef GEN_ROWS_CROSSING_TEXT_H
#define GEN_ROWS_CROSSING_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define CROSSING_TEXT_MAX 2000

/*
 * Writes the program of COUNT words at WORD (core/format/crossing_format.h) to TEXT, up to its END:
 * which register of the interrupted code is where, in the order of the steps, as in
 * "r0-r3, r12, pc at sp; sp_irq = sp + 24; psr = spsr_irq; pc - 4". "sp" is that of the frame. The
 * other r8-r12 are those of FIQ mode, or in FIQ mode those of the other modes. Returns TEXT.
 */
const char *crossing_text(const uint32_t *word, uint32_t count, char *text, size_t text_size);

#endif
