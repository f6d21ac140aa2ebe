/* SPDX-License-Identifier: MIT */
/*
 * The reference: all known rules of an image in one list of rows. The list combines the rules that
 * the compiler wrote down with the rules that the machine code implies. Where they disagree, the
 * machine code wins. For the stages plan, prove and encode.
 */
#ifndef GEN_REFERENCE_REFERENCE_H
#define GEN_REFERENCE_REFERENCE_H

#include "analysis/analysis.h"
#include "analysis/assumptions.h"
#include "reference/disagreement.h"
#include "rows/row_facts.h"
#include "rows/row_list.h"

struct reference {
    const struct image *image;
    struct row_facts facts; /* from the user */
    /* Functions that come back: those of OPTIONS and of FACTS; ascending. */
    struct comes_back *switches;
    size_t switches_count, switches_capacity;
    struct code_span *between; /* of OPTIONS */
    size_t between_count, between_capacity;
    struct analysis analysis;
    struct row_list list;
    struct disagreements disagreements;
    struct assumptions assumptions; /* settled */
};

/*
 * Builds REFERENCE. Facts that OPTIONS does not have come from the image (rows/row_facts.h).
 * OPTIONS may be NULL. Prints a warning on stderr for input that it ignores. Returns STATUS_...
 */
int reference_build(struct reference *reference, const struct image *image,
                    const struct row_options *options);
void reference_free(struct reference *reference);

#endif
