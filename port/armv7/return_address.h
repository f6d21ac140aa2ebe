/* SPDX-License-Identifier: MIT */
/* Computes the preferred return address of an exception from its link register. */
#ifndef BOBBIN_RETURN_ADDRESS_H
#define BOBBIN_RETURN_ADDRESS_H

#include <stdint.h>

/*
 * Returns the address of the interrupted instruction, which has not been executed. CAUSE is an enum
 * bobbin_cause; SPSR and LR are the values that the exception entry saved. If CAUSE is no
 * exception, LR is returned. ARM ARM B1.8.3, "Link values saved on exception entry".
 */
uint32_t bobbin_preferred_return(uint32_t cause, uint32_t spsr, uint32_t lr);

#endif
