/* SPDX-License-Identifier: MIT */
/*
 * The address ranges of a DIE. libdw reads them, except those of a split unit from a package: it
 * does not know to which address they are relative.
 */
#ifndef GEN_SYMBOLIZE_DEBUG_RANGES_H
#define GEN_SYMBOLIZE_DEBUG_RANGES_H

#include "symbolize/debug_index.h"

/* Called for each range LOW to HIGH - 1 that is not empty. Returns false to stop. */
typedef bool (*debug_range_visit)(void *context, uint32_t low, uint32_t high);

/* Visits the ranges of DIE, which is in UNIT. */
void debug_ranges_visit(const struct debug_unit *unit, Dwarf_Die *die, debug_range_visit visit,
                        void *context);

/* Whether ADDRESS is in one of the ranges. */
bool debug_ranges_contain(const struct debug_unit *unit, Dwarf_Die *die, uint32_t address);

#endif
