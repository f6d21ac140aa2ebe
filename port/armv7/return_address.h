/* SPDX-License-Identifier: MIT */
/* From an exception's link register to its preferred return address. Pure. */
#ifndef BOBBIN_RETURN_ADDRESS_H
#define BOBBIN_RETURN_ADDRESS_H

#include <stdint.h>

/*
 * The address of the instruction that CAUSE (enum bobbin_cause) interrupted, not executed yet, from
 * SPSR and LR as the exception left them. ARM ARM B1.8.3, "Link values saved on exception entry".
 */
uint32_t bobbin_preferred_return(uint32_t cause, uint32_t spsr, uint32_t lr);

#endif
