/* SPDX-License-Identifier: MIT */
/* Registers that a fault's entry code stored in the context, and that others replace there. */
#ifndef BOBBIN_PARKED_H
#define BOBBIN_PARKED_H

#include <stdint.h>

/* The registers before the fault: sp of the mode that the fault entered, and r8-r12 of all modes
   but FIQ. The fault may have interrupted FIQ mode: then r8-r12 of the context are FIQ's own. */
struct bobbin_parked {
    uint32_t mode; /* the mode that the fault entered; 0: there was no fault */
    uint32_t sp, r8[5];
};

extern struct bobbin_parked bobbin_parked;

#endif
