/* SPDX-License-Identifier: MIT */
/* The rows of an image in the terms of write_chrome2.h. */
#ifndef GEN_ROWS_CHROME2_H
#define GEN_ROWS_CHROME2_H

#include "formats/chrome2/chrome2_writer.h"
#include "reference/reference.h"

/* Addresses that tables are for: they count from START on. */
struct chrome2_text {
    uint32_t start, end;
};

/*
 * The most of the code: where it is, and what is no farther from it than can be told in a few
 * pages.
 */
void chrome2_find_text(const struct row_list *list, struct chrome2_text *text);

struct chrome2_rows {
    struct chrome2_text text;
    struct byte_pool *sequences; /* of the states, and maybe of others */
    struct chrome2_function *function;
    size_t functions_count, functions_capacity;
    struct chrome2_state *state; /* of all functions */
    size_t states_count, states_capacity;
    size_t far; /* functions that are not in TEXT */
};

/*
 * Fills ROWS, which has but its TEXT and SEQUENCES. SHIPPED: as the published writer did; else all
 * rows of the reference, and where the format has no words for one a refusal. A function that is
 * not entered as functions are is refused by SHIPPED.
 */
void chrome2_gather(struct chrome2_rows *rows, const struct reference *reference, bool shipped);

/*
 * Fills ROWS, as above, with stretches of code, each with what ALL has and SAID, which has the same
 * functions, says otherwise. They adjoin: where there is nothing to be said they refuse.
 */
void chrome2_subtract(struct chrome2_rows *rows, const struct chrome2_rows *all,
                      const struct chrome2_rows *said);

void chrome2_rows_free(struct chrome2_rows *rows);

#endif
