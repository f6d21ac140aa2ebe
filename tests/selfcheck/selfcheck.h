/* SPDX-License-Identifier: MIT */
/* What the firmware and the host program have in common but for where table and code come from. */
#ifndef SELFCHECK_H
#define SELFCHECK_H

#include <bobbin/bobbin.h>

/*
 * Compares the code with TABLE, which was opened and verified with the result ERROR, asks all questions
 * of each STEP-th halfword and prints one line:
 *
 *   selfcheck table=ok code=ok halfwords=N answers=N callers=N hash=HHHHHHHHHHHHHHHH
 *
 * The bytes of the code come from the read of MEMORY. Returns an exit status: 0, or 1 when the table
 * cannot be used or a question was left out.
 */
int selfcheck(enum bobbin_table_error error, const struct bobbin_table *table,
              const struct bobbin_env *memory, uint32_t step);

#endif
