/* SPDX-License-Identifier: MIT */
/* The instructions of an image, one by one; and the jumps that are calls and the calls that are none. */
#ifndef GEN_NODES_H
#define GEN_NODES_H

#include "analysis.h"

/* Fills the nodes of ANALYSIS, whose image is set, with their effects. STATUS_... */
int nodes_read(struct analysis *analysis);

#endif
