/* SPDX-License-Identifier: MIT */
/*
 * Rows: which rule holds at which addresses, according to one source. Each reader of this folder
 * makes rows; the stage reference reconciles them.
 */
#ifndef GEN_ROWS_ROWS_H
#define GEN_ROWS_ROWS_H

#include "elf/image.h"
#include "elf/vectors.h"
#include "insn/condition.h"
#include "rows/rule.h"

enum row_source {
    ROW_UNKNOWN, /* no source has a rule: form NONE */
    ROW_DATA,    /* no code: a literal pool or padding */
    ROW_EXIDX,
    ROW_CFI_ALONE, /* CFI that the machine code neither proves nor contradicts */
    ROW_CFI,       /* CFI that the machine code does not contradict */
    ROW_CODE,      /* only the machine code implies it */
    ROW_UNPROVED,  /* form NONE: the machine code does not show the rule, and nothing else may */
    ROW_HANDLER,   /* an exception handler: the interrupted code may use another stack */
    ROW_ROOT,      /* the ELF entry, or a function of --root */
};

/*
 * RULE holds at START to END - 1. If it depends on the flags, RULE holds if CONDITION is true,
 * OTHERWISE if not.
 */
struct row {
    uint32_t start, end;
    struct bobbin_rule rule;
    enum row_source source;
    uint8_t condition; /* CONDITION_ALWAYS, or the condition of RULE (insn/condition.h) */
    bool is_explicit;  /* in tables: the core uses RULE without reading code */
    struct bobbin_rule otherwise;
};

struct rows {
    struct row *row;
    size_t count, capacity;
};

/*
 * A function that gives its stack up for another one, and returns to its caller when that stack is
 * taken again.
 */
struct comes_back {
    uint32_t function; /* without Thumb bit */
    uint32_t broken;   /* bit N: it does not restore place N (BOBBIN_PLACE_...) */
};

/* The code at START to END - 1. */
struct code_span {
    uint32_t start, end;
};

/* Facts from the user in addition to those of the image. For the analysis, also facts of CFI. */
struct row_options {
    /* --root: addresses in hexadecimal with 0x, symbols, or patterns (named_code.h) */
    const char *const *roots; /* code at which a trace ends complete */
    size_t roots_count;
    const char *const *vector_names; /* --vectors (stated_vectors.h) */
    size_t vector_names_count;
    const struct vector_table *vectors; /* VECTOR_NAMES, resolved */
    size_t vectors_count;
    const char *const *comes_back_names; /* --comes-back */
    size_t comes_back_count;
    const char *const *resume_names; /* --resume */
    size_t resume_count;
    const char *const *contexts; /* --context: "CODE:LAYOUT" (tasks/stated_rules.h) */
    size_t contexts_count;
    uint32_t given_up;        /* bit N: place N (BOBBIN_PLACE_...) is given up (--fixed-register) */
    const uint32_t *nameless; /* functions without a symbol (cfi_rows.h); ascending */
    size_t nameless_count;
    const struct comes_back *switches; /* functions that come back; ascending */
    size_t switches_count;
    const struct code_span *between; /* code between contexts, which is a root; ascending */
    size_t between_count;
};

/* The row of ROWS that covers ADDRESS, or NULL. ROWS is settled (rows_settle). */
const struct row *rows_find(const struct rows *rows, uint32_t address);

/* For rows_pass, which is like rows_find for addresses in ascending order. */
struct rows_place {
    const struct rows *rows; /* settled */
    size_t at;
};
const struct row *rows_pass(struct rows_place *place, uint32_t address);

/*
 * Sorts ROWS and removes overlaps. Where rows of one source disagree, the result has no rule
 * (ROW_UNKNOWN): which of them is right is unknown.
 */
void rows_settle(struct rows *rows);

/* "cfi", "exidx", ... */
const char *row_source_name(enum row_source source);

/* The trust of a frame that the core finds by a row of SOURCE that a table stores. */
enum bobbin_trust row_source_trust(enum row_source source);

void rows_add(struct rows *rows, uint32_t start, uint32_t end, const struct bobbin_rule *rule,
              enum row_source source);

/* Appends ROW. If ROW continues the last row and is equal to it, extends the last row instead. */
void rows_append(struct rows *rows, const struct row *row);

/* Whether A and B are equal in all but their addresses. */
bool row_equal(const struct row *a, const struct row *b);

#endif
