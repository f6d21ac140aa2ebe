/* SPDX-License-Identifier: MIT */
#ifndef CONTEXTS_COMPARE_H
#define CONTEXTS_COMPARE_H

#include "expect.h"

/* Prints a line "difference: ..." for each, and returns how many there are. */
uint32_t compare(const struct expectation *expected, const struct bobbin_context *context);

#endif
