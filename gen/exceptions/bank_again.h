/* SPDX-License-Identifier: MIT */
/* What a second exception of the same mode overwrites while the first one is handled. */
#ifndef GEN_EXCEPTIONS_BANK_AGAIN_H
#define GEN_EXCEPTIONS_BANK_AGAIN_H

#include "exceptions/bank_state.h"

/*
 * An exception may come again and overwrite lr and SPSR of the bank that it enters. Code that has
 * saved them allows this; code that has not relies on them. Its entry code uses the thread IDs, and
 * stores again above an sp that it does not move.
 */
void bank_again_distrust(struct bank_state *state);

#endif
