/* SPDX-License-Identifier: MIT */
/* The negative control: a comparison that cannot fail proves nothing. */
#ifndef CONTEXTS_CONTROL_H
#define CONTEXTS_CONTROL_H

#include "expect.h"

/*
 * Whether compare() accepts a good context and rejects it after a change of one bit in each word
 * except status. FPU must be a setting in which all registers are known.
 */
bool comparison_notices(const struct fpu_setting *fpu);

#endif
