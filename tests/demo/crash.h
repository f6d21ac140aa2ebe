/* SPDX-License-Identifier: MIT */
/* Mistakes, each of which ends in its own exception or in its own hook. */
#ifndef DEMO_CRASH_H
#define DEMO_CRASH_H

#include <stdbool.h>

#include "samples.h"

/*
 * KIND: wild, null, jump, undef, overflow, garbage, assert, abort, stackprotector, oldassert. False when there
 * is no such kind; otherwise it does not come back.
 */
bool crash(struct samples *samples, const char *kind);

#endif
