/* SPDX-License-Identifier: MIT */
/* What changes of the processor's mode do to a frame state (ARM ARM B1.3). */
#ifndef GEN_FRAME_FRAME_MODE_H
#define GEN_FRAME_FRAME_MODE_H

#include "frame/frame_state.h"

/*
 * Changes STATE for a switch to another processor mode. It is unknown whether the new mode has its
 * own r8-r14: it may even be the same mode.
 */
void frame_mode_leave(struct frame_state *state);

/*
 * WORD is written to cpsr. A word that is not known restores what the frame's own mode read before,
 * as irq_restore(flags) does, so the mode stays: then returns FRAME_ASSUMES_MODE, otherwise 0. In
 * another mode the word may lead anywhere.
 */
uint32_t frame_mode_write_psr(struct frame_state *state, struct value word);

/*
 * If STATE is in another mode, and the code has not changed any of the registers that the mode may
 * bank: makes it the state in the mode of the entry. Returns false in all other cases.
 */
bool frame_mode_come_home(struct frame_state *state);

#endif
