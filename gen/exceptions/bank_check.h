/* SPDX-License-Identifier: MIT */
/*
 * Checks a program in a bank state: runs its steps on the symbols of the state. This finds steps
 * that read what an earlier step has overwritten. The stage prove checks the core itself.
 */
#ifndef GEN_EXCEPTIONS_BANK_CHECK_H
#define GEN_EXCEPTIONS_BANK_CHECK_H

#include "exceptions/bank_program.h"

/*
 * Whether PROGRAM finds in STATE what the interrupted code had, or says that it is lost, or gives
 * no rule. IN_CALL: the frame has called a function or a supervisor, so the core does not know
 * r0-r3, r12 and lr, nor any banked register of which STATE knows nothing. Returns NULL, or what is
 * wrong: static text.
 */
const char *bank_check(const struct bank_bases *bases, const struct bank_state *state,
                       const struct bank_program *program, bool in_call);

#endif
