/* SPDX-License-Identifier: MIT */
/*
 * Given rows: the rules that the image and the user state, by source. The stage reference compares
 * them with the machine code.
 */
#ifndef GEN_REFERENCE_GIVEN_ROWS_H
#define GEN_REFERENCE_GIVEN_ROWS_H

#include "analysis/assumptions.h"
#include "rows/named_code.h"
#include "rows/row_facts.h"
#include "rows/rows.h"

/* The sources, the most trusted first. */
enum { GIVEN_ROOTS, GIVEN_HANDLERS, GIVEN_CFI, GIVEN_EXIDX, GIVEN };

struct given_rows {
    struct rows rows[GIVEN];        /* settled */
    struct code_addresses nameless; /* functions that only CFI names (rows/cfi_rows.h) */
};

/*
 * Fills GIVEN, which must be zero, and notes in ASSUMPTIONS what the rows rest on. Returns
 * STATUS_...; the caller frees GIVEN in every case.
 */
int given_rows_collect(struct given_rows *given, const struct image *image,
                       const struct row_facts *facts, struct assumptions *assumptions);
void given_rows_free(struct given_rows *given);

#endif
