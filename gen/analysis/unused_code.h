/* SPDX-License-Identifier: MIT */
/*
 * Enters code that no path reaches, after all other code is solved. For analysis.c.
 *
 * functions  hardware or a debugger calls them, or nothing does. A function or a label with
 *            exception entry code is a handler: code that is not understood sets up its vector
 * labels     something has their address. Unless their code is that of a function, it runs in a
 *            state that is not known. Global symbols without a type are functions too, if their
 *            code is: assembly for other files has such symbols
 */
#ifndef GEN_ANALYSIS_UNUSED_CODE_H
#define GEN_ANALYSIS_UNUSED_CODE_H

#include "analysis/graph.h"

/*
 * Enters the code at ADDRESS as an exception handler, if it is exception entry code and no known
 * path reaches it. Returns false if not. The current region changes.
 */
bool unused_code_enter_handler(struct analysis *analysis, uint32_t address);

/* Enters the functions, and the labels of handlers, that no path reaches. */
void unused_code_enter_functions(struct analysis *analysis);

/*
 * Enters the labels that no path reaches, if their address is in memory or built by code, or if
 * they are global and begin a function.
 */
void unused_code_enter_labels(struct analysis *analysis);

#endif
