/* SPDX-License-Identifier: MIT */
/* Reads SPSR of another mode, for cross_bank.c. */
#include "../armv7/visit_mode.h"

/* uint32_t bobbin_spsr_of_mode(uint32_t mode). MODE has an SPSR. */
        visit_mode bobbin_spsr_of_mode
        mrs     r0, spsr
        leave_mode bobbin_spsr_of_mode
