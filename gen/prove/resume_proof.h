/* SPDX-License-Identifier: MIT */
/*
 * Proves the resume rules in a finished table: for each layout, in made-up memory where each word
 * has a value of its own, the core must start a trace with the registers that the layout names.
 */
#ifndef GEN_PROVE_RESUME_PROOF_H
#define GEN_PROVE_RESUME_PROOF_H

#include "elf/image.h"
#include "tasks/tasks.h"
#include <bobbin/bobbin.h>

/*
 * Checks all proved rules of TASKS in OPENED, a table of IMAGE that has them in this order and no
 * others. Returns false if one is wrong: *POINT is its resume point, *WHY says what is wrong
 * (static text).
 */
bool resume_proof_run(const struct bobbin_table *opened, const struct image *image,
                      const struct tasks *tasks, uint32_t *point, const char **why);

#endif
