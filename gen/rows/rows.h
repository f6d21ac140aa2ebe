/* SPDX-License-Identifier: MIT */
/* Rows: which rule holds at which addresses, by each source. */
#ifndef GEN_ROWS_H
#define GEN_ROWS_H

#include "elf/image.h"
#include "insn/condition.h"
#include "rows/rule.h"

enum row_source {
    ROW_UNKNOWN, /* no source says anything: form NONE */
    ROW_DATA,    /* not code: literal pool, padding */
    ROW_EXIDX,
    ROW_CFI,     /* and not refuted by the machine code */
    ROW_CODE,    /* the machine code says so, and no other source does */
    ROW_HANDLER, /* returns from an exception: what it says of a caller is not of this stack */
    ROW_ROOT,    /* the ELF entry, or named with --root */
};

/* From START to END - 1 RULE holds; or, where it depends on the flags, OTHERWISE. */
struct row {
    uint32_t start, end;
    struct bobbin_rule rule;
    enum row_source source;
    uint8_t condition; /* CONDITION_ALWAYS, or the one with which it is RULE */
    bool is_explicit;  /* of a table: no code is read around it */
    struct bobbin_rule otherwise;
};

struct rows {
    struct row *row;
    size_t count, capacity;
};

/* What to believe besides the image. */
struct row_options {
    const char *const *roots; /* symbols where traces end well */
    size_t roots_count;
};

/* The row of ADDRESS among ROWS, which are settled; NULL when there is none. */
const struct row *rows_find(const struct rows *rows, uint32_t address);

/* The same for addresses that are asked for in ascending order. */
struct rows_place {
    const struct rows *rows; /* settled */
    size_t at;
};
const struct row *rows_pass(struct rows_place *place, uint32_t address);

/*
 * Sorts ROWS and cuts them so that none overlap. Where rows of one source disagree, nobody knows which
 * is right, and the address is unknown to this source.
 */
void rows_settle(struct rows *rows);

/* "cfi", "exidx", ... */
const char *row_source_name(enum row_source source);

void rows_add(struct rows *rows, uint32_t start, uint32_t end, const struct bobbin_rule *rule,
              enum row_source source);

/* Adds ROW behind all others; what says the same as the last one and follows it becomes part of it. */
void rows_append(struct rows *rows, const struct row *row);

/* Whether two rows say the same, of whatever addresses. */
bool row_equal(const struct row *a, const struct row *b);

/* The rows of one source, in any order; the CFI ones only of functions that are in the image. */
int cfi_rows(struct rows *rows, const struct image *image);
int exidx_rows(struct rows *rows, const struct image *image);
int root_rows(struct rows *rows, const struct image *image, const struct row_options *options);

/* Rows of form NONE for the functions that return from an exception. Their call frame information
   describes an ordinary call; following it would leave the interrupted code's stack for another. */
void handler_rows(struct rows *rows, const struct image *image);

#endif
