/* SPDX-License-Identifier: MIT */
/* Collects the rows that the image and the user state. */
#include "reference/given_rows.h"

#include <stdlib.h>

#include "rows/cfi_rows.h"
#include "rows/exidx_rows.h"
#include "rows/handler_rows.h"
#include "rows/root_rows.h"
#include "util/diag.h"

/* Notes ASSUMPTION for the function to which ROW belongs. */
static void note_function(struct assumptions *assumptions, const struct image *image,
                          const struct row *row, enum assumption assumption)
{
    const struct image_function *function = image_function_at(image, row->start);

    assumptions_note(assumptions, assumption, function ? function->address : row->start);
}

/*
 * Makes a root of each exception handler that CFI marks as a root, because its author wants traces
 * to end complete there.
 */
static void add_roots_of_cfi(struct given_rows *given, const struct image *image,
                             struct assumptions *assumptions)
{
    const struct rows *cfi = &given->rows[GIVEN_CFI];

    for (size_t i = 0; i < cfi->count; i++) {
        const struct row *row = &cfi->row[i];
        if (row->rule.form != BOBBIN_FORM_ROOT)
            continue;
        rows_add(&given->rows[GIVEN_ROOTS], row->start, row->end, &row->rule, row->source);
        note_function(assumptions, image, row, ASSUMPTION_CFI_ROOT);
    }
}

static void find_handlers(struct rows *handlers, const struct image *image,
                          struct assumptions *assumptions)
{
    handler_rows(handlers, image);
    for (size_t i = 0; i < handlers->count; i++)
        note_function(assumptions, image, &handlers->row[i], ASSUMPTION_HANDLER_RETURN);
}

int given_rows_collect(struct given_rows *given, const struct image *image,
                       const struct row_facts *facts, struct assumptions *assumptions)
{
    int status = cfi_rows(&given->rows[GIVEN_CFI], &given->nameless, image);

    root_rows(&given->rows[GIVEN_ROOTS], image, facts);
    if (status == STATUS_GOOD)
        status = exidx_rows(&given->rows[GIVEN_EXIDX], image);
    find_handlers(&given->rows[GIVEN_HANDLERS], image, assumptions);
    add_roots_of_cfi(given, image, assumptions);
    for (size_t i = 0; i < GIVEN; i++)
        rows_settle(&given->rows[i]);
    return status;
}

void given_rows_free(struct given_rows *given)
{
    for (size_t i = 0; i < GIVEN; i++)
        free(given->rows[i].row);
    free(given->nameless.address);
}
