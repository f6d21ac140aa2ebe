/* SPDX-License-Identifier: MIT */
/* Extensions that only GCC has. Each part is in one file and checks itself. */
#ifndef GNU_H
#define GNU_H

#include "program.h"

void gnu_nested(uint32_t round); /* nested functions, with a static chain in r12 */
void gnu_state(uint32_t round);  /* ARM and Thumb functions that call each other in one file */

#endif
