/* SPDX-License-Identifier: MIT */
/* What only GCC has. */
#ifndef GNU_H
#define GNU_H

#include "program.h"

void gnu_nested(uint32_t round); /* functions in functions, with a static chain in r12 */
void gnu_state(
    uint32_t round); /* a state for one function: calls between ARM and Thumb in one file */

#endif
