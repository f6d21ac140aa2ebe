/* SPDX-License-Identifier: MIT */
/* The rows of an image as the functions and states of chrome2_writer.h. */
#ifndef GEN_CHROME2_CHROME2_ROWS_H
#define GEN_CHROME2_CHROME2_ROWS_H

#include "formats/chrome2/chrome2_writer.h"
#include "reference/reference.h"

/* The addresses that the tables describe. Table addresses are relative to START. */
struct chrome2_text {
    uint32_t start, end;
};

/* Finds the largest range of code, and the ranges that are not too far from it. */
void chrome2_find_text(const struct row_list *list, struct chrome2_text *text);

struct chrome2_rows {
    struct chrome2_text text;
    struct byte_pool *sequences; /* of the states; several lists can share them */
    struct chrome2_function *function;
    size_t functions_count, functions_capacity;
    struct chrome2_state *state; /* states of all functions */
    size_t states_count, states_capacity;
    size_t far; /* functions outside TEXT, which are left out */
};

/*
 * Fills ROWS, whose TEXT and SEQUENCES must be set. If SHIPPED, takes the rows that the published
 * writer took, and refuses functions with an unusual first row. Otherwise takes all rows of the
 * reference, and refuses each row that the format cannot express. To refuse a row means: its code
 * cannot be unwound.
 */
void chrome2_gather(struct chrome2_rows *rows, const struct reference *reference, bool shipped);

/*
 * Fills ROWS with the states of ALL where they differ from the states of SHIPPED. ALL and SHIPPED
 * must have the same functions. The ranges in ROWS adjoin; where both are equal, the state is a
 * refusal.
 */
void chrome2_subtract(struct chrome2_rows *rows, const struct chrome2_rows *all,
                      const struct chrome2_rows *shipped);

void chrome2_rows_free(struct chrome2_rows *rows);

#endif
