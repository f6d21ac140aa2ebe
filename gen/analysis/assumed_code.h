/* SPDX-License-Identifier: MIT */
/*
 * Assumed code: code that no path reaches, and that would run only if a call came back that does
 * not, or if the handler of a trap came back to the next instruction. Compilers leave such code
 * after calls of functions without return and after __builtin_trap(). If it ever runs, it has the
 * state after the call or the trap.
 *
 * Code that nothing comes before may still lead to known code: it computes registers, and then
 * continues there. If it ever runs, its frame is that of the code to which it leads. Such code gets
 * a rule only if CFI states the same rule. For analysis.c.
 */
#ifndef GEN_ANALYSIS_ASSUMED_CODE_H
#define GEN_ANALYSIS_ASSUMED_CODE_H

#include "analysis/graph.h"

/* Solves the assumed code of the current region, which is solved. Sets ASSUMED of its nodes. */
void assumed_code_solve(struct analysis *analysis);

#endif
