/* SPDX-License-Identifier: MIT */
/* Where a frame state has the caller's value of a register: in a register, in a slot, or nowhere. */
#ifndef GEN_FRAME_FRAME_PLACE_H
#define GEN_FRAME_FRAME_PLACE_H

#include "frame/frame_state.h"

/*
 * Whether the caller's value of PLACE is where KIND (enum bobbin_place_kind, not SAME) and NUMBER (an offset from the
 * cfa or a register) say.
 */
bool frame_place_holds(const struct frame_state *state, unsigned place, unsigned kind,
                       int32_t number);

/*
 * Sets PLACE of RULE to where the caller's value is. PLACE is not kept. The highest slot is preferred; then a register,
 * first one that no call changes; else LOST. Only the return address may be in r4-r11: a rule restores registers one
 * after the other.
 */
void frame_find_place(const struct frame_state *state, unsigned place, struct bobbin_rule *rule);

/* Those of PLACES, a bit each, whose caller's value STATE has somewhere. */
uint32_t frame_places_found(const struct frame_state *state, uint32_t places);

#endif
