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
    DISAGREEMENT_EPILOGUE, /* an epilogue without rows: the frame is partly released (clang) */
    DISAGREEMENT_PROLOGUE, /* pushes without rows (hand-written assembly) */
    DISAGREEMENT_GIVEN_UP, /* the register is overwritten, and no return follows that needs it */
    DISAGREEMENT_CONTEXT,  /* a root or an exception handler, without a caller */
    DISAGREEMENT_OTHER,
    DISAGREEMENT_CLASSES,
};

/*
 * From START to END - 1 the rule CLAIMED of SOURCE is false; the machine code implies the rule
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
 * Compares the rules of CLAIMS at NODE with PATH, the frame state before NODE. CFI is compared at
 * each reached instruction. EXIDX is compared only after each call, where it is meant to hold
 * (EHABI 4). Call this in ascending order of address.
 */
void disagreements_compare(struct disagreements_by_source *found, const struct analysis *analysis,
                           const struct claimed_rows *claims, const struct node *node,
                           const struct frame_path *path);

/*
 * Moves the elements of FOUND to the end of ALL. All addresses in FOUND must be above those in ALL.
 */
void disagreements_append(struct disagreements_by_source *all,
                          struct disagreements_by_source *found);

/* Moves the elements of FOUND to ALL: first those of CFI, then those of exidx. */
void disagreements_gather(struct disagreements *all, struct disagreements_by_source *found);
void disagreements_free(struct disagreements *found);

/* The number of instructions in disagreements of SOURCE and CLASS. */
uint64_t disagreements_count(const struct disagreements *found, enum row_source source,
                             enum disagreement_class class);

/* "epilogue", "prologue", "given-up", "context", "other" */
const char *disagreement_class_name(enum disagreement_class class);

#endif
