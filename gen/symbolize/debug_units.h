/* SPDX-License-Identifier: MIT */
/* The part of debug_index_load that lists the compilation units. */
#ifndef GEN_SYMBOLIZE_DEBUG_UNITS_H
#define GEN_SYMBOLIZE_DEBUG_UNITS_H

#include "symbolize/debug_index.h"

/*
 * Lists the units of the image. Looks for the split unit of a skeleton where the skeleton says
 * (DW_AT_dwo_name, DW_AT_comp_dir), next to the image, and in image->packages.
 */
void debug_units_load(struct debug_index *debug);
void debug_units_free(struct debug_index *debug);

#endif
