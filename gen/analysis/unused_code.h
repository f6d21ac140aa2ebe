/* SPDX-License-Identifier: MIT */
/*
 * Enters code that no path reaches, after all other code is solved. For analysis.c.
 *
 * functions  hardware or a debugger calls them, or nothing does. A function or a label with
 *            exception entry code is a handler: code that is not understood sets up its vector
 * labels     something has their address. Unless their code is that of a function, it runs in a
 *            state that is not known. Or they are global symbols without a type, where assembly
 *            for other files has a function
 */
#ifndef GEN_ANALYSIS_UNUSED_CODE_H
#define GEN_ANALYSIS_UNUSED_CODE_H

#include "analysis/graph.h"

/* Enters the functions, and the labels of handlers, that no path reaches. */
void unused_code_enter_functions(struct analysis *analysis);

/* Enters all labels that no path reaches: whose address is in memory or built by code, and global
 * ones that begin a function. */
void unused_code_enter_labels(struct analysis *analysis);

#endif
