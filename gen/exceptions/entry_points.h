/* SPDX-License-Identifier: MIT */
/* Where exceptions enter the code of an image. Private to exceptions. */
#ifndef GEN_EXCEPTIONS_ENTRY_POINTS_H
#define GEN_EXCEPTIONS_ENTRY_POINTS_H

#include "exceptions/entry_code.h"

/* The states of all vectors arrive. */
void entry_points_vectors(struct entry_code *code);

/*
 * The states of the functions arrive that return from an exception, and that nothing leads to: a
 * table that is made at run time has their addresses. Only the mode of cursor->cpsr tells which
 * exception entered. Call this when all paths from the vectors have been followed.
 */
void entry_points_functions(struct entry_code *code);

/*
 * Adds what their exits show to the states of such functions: where execution continues after the
 * return. Call this when all paths from them have been followed.
 */
void entry_points_settle(struct entry_code *code);

#endif
