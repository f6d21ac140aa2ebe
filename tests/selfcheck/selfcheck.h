/* SPDX-License-Identifier: MIT */
/* The part shared by firmware and host program. They differ in where table and code come from. */
#ifndef SELFCHECK_H
#define SELFCHECK_H

#include <bobbin/bobbin.h>

/*
 * Compares the code with TABLE, whose opening and verification gave ERROR. Asks all questions about
 * every STEP-th halfword and prints one line:
 *
 *   selfcheck table=ok code=ok halfwords=N answers=N callers=N hash=HHHHHHHHHHHHHHHH
 *
 * Reads the bytes of the code with the read of MEMORY. Returns an exit status: 0, or 1 if the table
 * cannot be used or a question was left out.
 */
int selfcheck(enum bobbin_table_error error, const struct bobbin_table *table,
              const struct bobbin_env *memory, uint32_t step);

#endif
