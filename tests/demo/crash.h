/* SPDX-License-Identifier: MIT */
/* Deliberate mistakes. Each ends in a different exception or hook. */
#ifndef DEMO_CRASH_H
#define DEMO_CRASH_H

#include <stdbool.h>

#include "samples.h"

/*
 * KIND: wild, null, jump, undef, overflow, garbage, assert, abort, stackprotector, oldassert. Does
 * not return, except with false for any other KIND.
 */
bool crash(struct samples *samples, const char *kind);

#endif
