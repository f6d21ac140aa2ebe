/* SPDX-License-Identifier: MIT */
/*
 * Where the rules of CFI or .ARM.exidx contradict the machine code. For the stage reference and its
 * reports.
 */
#ifndef GEN_REFERENCE_DISAGREEMENT_H
#define GEN_REFERENCE_DISAGREEMENT_H

#include "analysis/analysis.h"
#include "rows/rows.h"
#include <bobbin/rule.h>

enum disagreement_class {
    DISAGREEMENT_EPILOGUE, /* an epilogue without rows: the frame is partly gone (clang) */
    DISAGREEMENT_PROLOGUE, /* pushes without rows (hand-written assembly) */
    DISAGREEMENT_GIVEN_UP, /* no return from here, and the register is overwritten */
    DISAGREEMENT_CONTEXT,  /* a root or an exception handler, without a caller */
    DISAGREEMENT_OTHER,
    DISAGREEMENT_CLASSES,
};

/*
 * At START to END - 1 the rule CLAIMED of SOURCE is false, and the machine code implies the rule
 * CODE.
 */
struct disagreement {
    uint32_t start, end;
    uint32_t instructions;
    enum row_source source;
    enum disagreement_class class;
    struct bobbin_rule claimed, code;
    const char *why; /* what is false in CLAIMED */
};

struct disagreements {
    struct disagreement *disagreement;
    size_t count, capacity;
};

/* The rows of both sources at one instruction; NULL: the source has none. */
struct claimed_rows {
    const struct row *cfi, *exidx;
};

struct disagreements_by_source {
    struct disagreements cfi, exidx;
};

/*
 * Compares the rules of CLAIMS at NODE, before which PATH holds. CFI is compared at each
 * instruction that is reached. EXIDX is compared after each call, because the EHABI means it to
 * hold only there (EHABI 4). Call this in ascending order of address.
 */
void disagreements_compare(struct disagreements_by_source *found, const struct analysis *analysis,
                           const struct claimed_rows *claims, const struct node *node,
                           const struct frame_path *path);

/* Moves FOUND, which has only higher addresses than ALL, to the end of ALL. */
void disagreements_append(struct disagreements_by_source *all,
                          struct disagreements_by_source *found);

/* Moves FOUND to ALL: those of CFI first, then those of exidx. */
void disagreements_gather(struct disagreements *all, struct disagreements_by_source *found);
void disagreements_free(struct disagreements *found);

/* The number of instructions in disagreements of SOURCE and CLASS. */
uint64_t disagreements_count(const struct disagreements *found, enum row_source source,
                             enum disagreement_class class);

/* "epilogue", "prologue", "given-up", "context", "other" */
const char *disagreement_class_name(enum disagreement_class class);

#endif
