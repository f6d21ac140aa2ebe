/* SPDX-License-Identifier: MIT */
/* What ordinary instructions do to a bank state: loads, stores and arithmetic. */
#ifndef GEN_EXCEPTIONS_BANK_ORDINARY_H
#define GEN_EXCEPTIONS_BANK_ORDINARY_H

#include "exceptions/bank_transfer.h"

/* Applies IN, which accesses no banked register by name and does not change the mode, to STATE. */
void bank_ordinary_apply(const struct bank_transfer *transfer, struct bank_state *state,
                         const struct bank_instruction *in);

#endif
