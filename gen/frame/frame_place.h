/* SPDX-License-Identifier: MIT */
/*
 * Locations: where a frame state holds the caller's value of a register. A location is a register,
 * a slot, or lost. A place (BOBBIN_PLACE_...) is the return address, one of r4-r11 or one of
 * d8-d15.
 */
#ifndef GEN_FRAME_FRAME_PLACE_H
#define GEN_FRAME_FRAME_PLACE_H

#include "frame/frame_state.h"

/*
 * Whether the caller's value of PLACE is in the location KIND with NUMBER. KIND is an enum
 * bobbin_place_kind other than SAME. NUMBER is an offset from the cfa in bytes, or a register.
 */
bool frame_place_holds(const struct frame_state *state, unsigned place, unsigned kind,
                       int32_t number);

/*
 * Sets PLACE of RULE to the location of the caller's value. The register itself no longer holds it.
 * Prefers the highest slot. Then come the registers r12, r0-r3 and lr; for the return address also
 * r4-r11. If there is no location, sets LOST. Only the return address may be in r4-r11, because a
 * rule restores registers one after the other.
 */
void frame_find_place(const struct frame_state *state, unsigned place, struct bobbin_rule *rule);

/* The places of the mask PLACES whose caller's value has a location in STATE. Bit N is place N. */
uint32_t frame_places_found(const struct frame_state *state, uint32_t places);

#endif
