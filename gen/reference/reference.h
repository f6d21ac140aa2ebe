/* SPDX-License-Identifier: MIT */
/*
 * All that is known of an image: what its compiler wrote down, what its machine code says, and the rows
 * that follow from both. The machine code wins where the two disagree.
 */
#ifndef GEN_REFERENCE_REFERENCE_H
#define GEN_REFERENCE_REFERENCE_H

#include "analysis/analysis.h"
#include "reference/disagreement.h"
#include "rows/row_list.h"

struct reference {
    const struct image *image;
    struct analysis analysis;
    struct row_list list;
    struct disagreements disagreements;
};

/* Says on stderr what it dropped. STATUS_... */
int reference_build(struct reference *reference, const struct image *image,
                    const struct row_options *options);
void reference_free(struct reference *reference);

#endif
