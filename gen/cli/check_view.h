/* SPDX-License-Identifier: MIT */
/* What `bobbin check` shows. */
#ifndef GEN_CLI_CHECK_VIEW_H
#define GEN_CLI_CHECK_VIEW_H

#include "analysis/assumptions.h"
#include "elf/coverage.h"
#include "elf/image.h"
#include "prove/proof.h"
#include "reference/disagreement.h"

struct check_view {
    const struct image *image;
    const struct proof *proof;
    const struct disagreements *disagreements;
    const struct assumptions *assumptions;
    struct coverage coverage;
    uint64_t functions, table_bytes, code_bytes;
    bool has_weights;
    uint64_t weighted[VERDICTS];
};

/* Prints it to stdout. LIST: each instruction and each disagreement, not sums by function. */
void check_print(const struct check_view *view, bool list);

/* Prints it to stdout as one JSON object. */
void check_write_json(const struct check_view *view);

#endif
