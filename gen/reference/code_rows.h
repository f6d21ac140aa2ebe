/* SPDX-License-Identifier: MIT */
/*
 * Code rows: the rule of each instruction, as the machine code implies it. Where the given rows are
 * true, their rules are chosen. For reference.c.
 */
#ifndef GEN_REFERENCE_CODE_ROWS_H
#define GEN_REFERENCE_CODE_ROWS_H

#include "reference/disagreement.h"
#include "reference/given_rows.h"

/*
 * Adds the rows of the code to CODE, except for those that CFI has too. Notes what they rest on in
 * ASSUMPTIONS, and the given rows that the code contradicts in DISAGREEMENTS.
 */
void code_rows_derive(struct rows *code, const struct analysis *analysis,
                      const struct given_rows *given, struct assumptions *assumptions,
                      struct disagreements *disagreements);

#endif
