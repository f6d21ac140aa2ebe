/* SPDX-License-Identifier: MIT */
/* What is looked for in the whole image before any state is known. */
#ifndef GEN_ANALYSIS_PRESCAN_H
#define GEN_ANALYSIS_PRESCAN_H

#include "analysis/graph.h"

/* Finds whose address is taken, what the vectors of exceptions are, who calls whom and who jumps into another
   region: bits of the map and entries. */
void prescan_image(struct analysis *analysis);

#endif
