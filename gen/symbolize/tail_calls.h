/* SPDX-License-Identifier: MIT */
/*
 * Functions that are no frames because they ended in a tail call: their frame was gone when the
 * next function ran. The debug information lists the tail calls of a function
 * (DW_TAG_call_site with DW_AT_call_tail_call, DWARF 5, 3.4.1; the GNU extensions of DWARF 4).
 *
 * If the call before a return address goes to another function than that of the frame which
 * returns there, the functions between are inferred from these lists. They are inferred only if
 * one way alone is possible: the debug information has all tail calls of each function on a way
 * (DW_AT_call_all_calls and the like), the instruction of each names its target, and the ways have
 * no loop.
 */
#ifndef GEN_SYMBOLIZE_TAIL_CALLS_H
#define GEN_SYMBOLIZE_TAIL_CALLS_H

#include "symbolize/debug_index.h"

/* Maximum number of functions that are inferred between two frames. */
#define TAIL_CALLS_MAX 16

/*
 * CODE is an address in the function of a frame, RETURN_ADDRESS the pc of its caller. Stores the
 * addresses after the tail calls between them, innermost first, and returns their number. 0 if
 * there is none, or if more than one way is possible.
 */
size_t tail_calls_find(const struct debug_index *debug, uint32_t code, uint32_t return_address,
                       uint32_t after[TAIL_CALLS_MAX]);

#endif
