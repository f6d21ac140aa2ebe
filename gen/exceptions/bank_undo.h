/* SPDX-License-Identifier: MIT */
/* The program for one bank state. For bank_rule.c. */
#ifndef GEN_EXCEPTIONS_BANK_UNDO_H
#define GEN_EXCEPTIONS_BANK_UNDO_H

#include "exceptions/bank_program.h"

/*
 * Makes PROGRAM, which finds in STATE the registers of the interrupted code. It undoes the newest
 * change first. Returns NULL, or why there is none: static text.
 */
const char *bank_undo(const struct bank_bases *bases, const struct bank_state *state,
                      struct bank_program *program);

#endif
