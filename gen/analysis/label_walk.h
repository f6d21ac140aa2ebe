/* SPDX-License-Identifier: MIT */
/* Tells whether the code of a label looks like a function, before any state is known. */
#ifndef GEN_ANALYSIS_LABEL_WALK_H
#define GEN_ANALYSIS_LABEL_WALK_H

#include "analysis/graph.h"

/*
 * Whether the code to which NODE of the current region leads saves only r3-r11 and lr, and returns
 * or pops lr on some path. Exception handlers save other registers too, change the mode, or return
 * in another way.
 */
bool label_walk_returns(const struct analysis *analysis, const struct node *node);

/*
 * Whether the code to which NODE of the current region leads is that of a leaf function: it calls
 * nothing, changes neither sp, lr, r4-r11, d8-d15 nor the mode, ends only with BX lr, and each of
 * its instructions may come to that BX lr. Then, however the code is entered, the code at lr runs
 * next, with this sp and these registers.
 */
bool label_walk_is_leaf(const struct analysis *analysis, const struct node *node);

/*
 * Whether the code to which NODE of the current region leads is an exception handler: it reads or
 * stores SPSR, stores registers of user mode, or returns with SPSR; and it does not return with lr.
 */
bool label_walk_handles(const struct analysis *analysis, const struct node *node);

/*
 * Whether one of the first instructions from ADDRESS on reads or stores SPSR, or stores registers
 * of user mode.
 */
bool label_walk_reads_spsr(const struct image *image, uint32_t address);

#endif
