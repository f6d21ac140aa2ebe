/* SPDX-License-Identifier: MIT */
/*
 * Fillers: bytes among code that nothing executes, because they only fill a gap. Linkers and
 * assemblers fill gaps with no-operations, zeros, traps, undefined instructions, or one word again
 * and again. Such bytes are code if something speaks for them:
 *
 *   a path leads there
 *   an instruction calls them or jumps there, or an exception is caught there
 *   their address is in memory, or code builds it
 *   a symbol of any type is there
 *
 * The name or the address of a place is often that of the end of the code before it (_etext). So
 * names and addresses do not speak for fillers after which no code follows, nor for long rows of
 * no-operations that the alignment of the next code explains. The name of a local label does not
 * speak for no-operations before a function. If the address of other no-operations before a
 * function is used, they are another entry of it (-fpatchable-function-entry=N,M).
 *
 * Mapping symbols do not speak for fillers: assemblers write them at padding after data. Line
 * tables and CFI do not either, because an image without DWARF has the same code.
 */
#ifndef GEN_ANALYSIS_FILLERS_H
#define GEN_ANALYSIS_FILLERS_H

#include "analysis/graph.h"

/*
 * Sets FILLER of each node of the current region, which is solved, and DOUBTFUL: something refers
 * to the filler, or it is in the middle of code that no path reaches.
 */
void fillers_find(struct analysis *analysis);

/*
 * Whether the linker may have made NODE, a jump, to fill a gap. Such a jump does not speak for its
 * target.
 */
bool fillers_fills(const struct image *image, const struct node *node);

/* Whether NODE, to which no path leads, may be no filler because something refers to it. */
bool fillers_may_speak(const struct analysis *analysis, const struct node *node);

/*
 * The entry of the function into which NODE, to which no path leads, runs through no-operations
 * alone. NULL if there is no such function, or if nothing enters it.
 */
const struct region_entry *fillers_function_after(const struct analysis *analysis,
                                                  const struct node *node);

#endif
