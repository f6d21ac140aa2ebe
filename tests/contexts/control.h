/* SPDX-License-Identifier: MIT */
/* The negative control: a comparison that cannot fail would prove nothing. */
#ifndef CONTEXTS_CONTROL_H
#define CONTEXTS_CONTROL_H

#include "expect.h"

/* Whether compare() finds nothing wrong with a good context, and something with each of its words
   changed in one bit, status excepted. FPU must be a setting in which all registers are known. */
bool comparison_notices(const struct fpu_setting *fpu);

#endif
