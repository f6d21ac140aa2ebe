/* SPDX-License-Identifier: MIT */
/* Prints backtraces for people. */
#ifndef GEN_SYMBOLIZE_BACKTRACE_TEXT_H
#define GEN_SYMBOLIZE_BACKTRACE_TEXT_H

#include "symbolize/backtrace.h"

/*
 * Prints a line for each source level, a line before the frames that an exception interrupted, then
 * the reason why the trace ended. COLOUR: with escape sequences for colours.
 */
void backtrace_print(const struct backtrace *backtrace, FILE *out, bool colour);

/* Whether OUT is a terminal that should get colours (see no-color.org). */
bool backtrace_wants_colour(FILE *out);

#endif
