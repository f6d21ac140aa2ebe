/* SPDX-License-Identifier: MIT */
#ifndef CONTEXTS_COMPARE_H
#define CONTEXTS_COMPARE_H

#include "expect.h"

/* Prints a line "difference: ..." for each difference and returns their number. */
uint32_t compare(const struct expectation *expected, const struct bobbin_context *context);

#endif
