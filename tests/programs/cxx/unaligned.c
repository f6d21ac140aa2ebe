/* SPDX-License-Identifier: MIT */
/*
 * GCC's C++ library is compiled for processors that allow unaligned accesses; on our boards they
 * fault.
 */
#include "port/armv7/cp15.h"

#define SCTLR_A (1u << 1) /* ARM ARM B4.1.130, B6.1.94 */

/*
 * Must run before all other constructors: those of the library's streams make unaligned accesses.
 */
__attribute__((constructor(101))) static void allow_unaligned(void)
{
    cp15_write(cp15_sctlr() & ~SCTLR_A, 0, c1, c0, 0);
    cp15_isb();
}
