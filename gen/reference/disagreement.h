/* SPDX-License-Identifier: MIT */
/* Where call frame information and .ARM.exidx say what the machine code refutes. */
#ifndef GEN_REFERENCE_DISAGREEMENT_H
#define GEN_REFERENCE_DISAGREEMENT_H

#include "analysis/analysis.h"
#include "rows/rows.h"
#include <bobbin/rule.h>

enum disagreement_class {
    DISAGREEMENT_EPILOGUE, /* no rows for the way out: the frame is partly gone (clang) */
    DISAGREEMENT_PROLOGUE, /* no rows for what was pushed since (hand-written assembly) */
    DISAGREEMENT_GIVEN_UP, /* a function that never returns has overwritten the register */
    DISAGREEMENT_CONTEXT,  /* nobody called this code */
    DISAGREEMENT_OTHER,
    DISAGREEMENT_CLASSES,
};

/* From START to END - 1 the SOURCE claims a rule that is false, and the machine code has another. */
struct disagreement {
    uint32_t start, end;
    uint32_t instructions;
    enum row_source source;
    enum disagreement_class class;
    struct bobbin_rule claimed, code;
    const char *why; /* what is false */
};

struct disagreements {
    struct disagreement *disagreement;
    size_t count, capacity;
};

/*
 * Compares what CFI and EXIDX say, each NULL or the row of its source, at NODE, before which PATH holds: CFI at each
 * instruction that is reached, EXIDX behind each call, where alone it is meant to be right (EHABI 4). To be called in
 * ascending order of address.
 */
struct claim_map {
    const struct row *cfi, *exidx;
};
struct disagreements_by_source {
    struct disagreements cfi, exidx;
};
void disagreements_compare(struct disagreements_by_source *found, const struct analysis *analysis,
                           const struct claim_map *claims, const struct node *node,
                           const struct frame_path *path);

/* Moves to ALL what was FOUND at higher addresses. */
void disagreements_append(struct disagreements_by_source *all,
                          struct disagreements_by_source *found);

/* Makes ALL of both, those of CFI first. */
void disagreements_gather(struct disagreements *all, struct disagreements_by_source *found);
void disagreements_free(struct disagreements *found);

/* Instructions of SOURCE and CLASS. */
uint64_t disagreements_count(const struct disagreements *found, enum row_source source,
                             enum disagreement_class class);

/* "epilogue", "prologue", "given-up", "context", "other" */
const char *disagreement_class_name(enum disagreement_class class);

#endif
