/* SPDX-License-Identifier: MIT */
/*
 * Places that an image gives up: registers that the procedure-call standard has a function restore,
 * and that the functions of this image need not restore. r9 may be a global variable (-ffixed-r9),
 * and d8-d15 may belong to the task that used the FPU last. What the register holds then counts as
 * the caller's value. For analysis.c.
 */
#ifndef GEN_ANALYSIS_GIVEN_UP_H
#define GEN_ANALYSIS_GIVEN_UP_H

#include "analysis/regions.h"

/*
 * The places that the code gives up; bit N is place N (BOBBIN_PLACE_...). The first fixpoint
 * iteration has ended.
 */
uint32_t given_up_find(const struct regions *regions);

#endif
