/* SPDX-License-Identifier: MIT */
/* Copies the banked registers of another mode, for bank.c. */
#include "visit_mode.h"

/*
 * void bobbin_bank_copy(uint32_t mode, uint32_t out[7])
 *
 * Stores r8-r12, sp and lr of MODE to OUT.
 */
        visit_mode bobbin_bank_copy
        stmia   r1!, {r8-r12}
        str     sp, [r1]
        str     lr, [r1, #4]
        leave_mode bobbin_bank_copy
