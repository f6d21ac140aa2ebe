/* SPDX-License-Identifier: MIT */
/*
 * Builds the reference of an image: collects the rows of all sources, runs the analysis, compares
 * both, and makes one list of rows. For planning, proof and encoders.
 */
#include "reference/reference.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/relied_on.h"
#include "reference/code_rows.h"
#include "reference/given_rows.h"
#include "util/diag.h"
#include "util/memory.h"

/*
 * Code between contexts is a root for the table. This comes after the analysis, whose states in
 * such code are those of other code.
 */
static void add_between(const struct reference *reference, struct rows *roots)
{
    const struct bobbin_rule root = rule_of_form(BOBBIN_FORM_ROOT);

    for (size_t i = 0; i < reference->between_count; i++)
        rows_add(roots, reference->between[i].start, reference->between[i].end, &root, ROW_ROOT);
    rows_settle(roots);
}

/*
 * Analyses the code of the image. Without mapping symbols it reads no code, because then ARM code,
 * Thumb code and data look the same.
 */
static int read_code(struct reference *reference, struct given_rows *given, struct rows *code)
{
    const struct row_facts *facts = &reference->facts;
    const struct row_options options = {.vectors = facts->vectors.table,
                                        .vectors_count = facts->vectors.count,
                                        .given_up = facts->given_up,
                                        .nameless = given->nameless.address,
                                        .nameless_count = given->nameless.count,
                                        .switches = reference->switches,
                                        .switches_count = reference->switches_count,
                                        .between = reference->between,
                                        .between_count = reference->between_count};
    const struct rows *sources[GIVEN + 1] = {0};
    struct forced_contexts forced = {0};
    struct row_list believed;
    int status;

    if (reference->image->mappings_count == 0)
        return STATUS_GOOD;
    for (size_t i = 0; i < GIVEN; i++)
        sources[i] = &given->rows[i];
    status = row_list_build(&believed, reference->image, sources);
    forced_contexts_read(&forced, &believed);
    row_list_free(&believed);
    if (status == STATUS_GOOD)
        status = analysis_run(&reference->analysis, reference->image, &forced, &options);
    if (status != STATUS_GOOD)
        return status;
    add_between(reference, &given->rows[GIVEN_ROOTS]);
    code_rows_derive(code, &reference->analysis, given, &reference->assumptions,
                     &reference->disagreements);
    relied_on_in_image(&reference->assumptions, &reference->analysis);
    return status;
}

static int by_function(const void *a, const void *b)
{
    const struct comes_back *x = a;
    const struct comes_back *y = b;

    return (x->function > y->function) - (x->function < y->function);
}

static void add_switch(struct reference *reference, struct comes_back comes_back)
{
    array_push(reference->switches, reference->switches_count, reference->switches_capacity,
               comes_back);
}

static void list_switches(struct reference *reference, const struct row_options *options)
{
    const struct code_addresses *stated = &reference->facts.comes_back;

    for (size_t i = 0; i < options->switches_count; i++)
        add_switch(reference, options->switches[i]);
    for (size_t i = 0; i < stated->count; i++)
        add_switch(reference, (struct comes_back){.function = stated->address[i]});
    if (reference->switches_count)
        qsort(reference->switches, reference->switches_count, sizeof(*reference->switches),
              by_function);
}

int reference_build(struct reference *reference, const struct image *image,
                    const struct row_options *options)
{
    struct given_rows given = {0};
    struct rows code = {0};
    const struct rows *const sources[] = {
        &given.rows[GIVEN_ROOTS], &given.rows[GIVEN_HANDLERS], &code,
        &given.rows[GIVEN_CFI],   &given.rows[GIVEN_EXIDX],    NULL};
    static const struct row_options nothing;
    int status;

    memset(reference, 0, sizeof(*reference));
    reference->image = image;
    options = options ? options : &nothing;
    status = row_facts_find(&reference->facts, image, options);
    list_switches(reference, options);
    for (size_t i = 0; i < options->between_count; i++)
        array_push(reference->between, reference->between_count, reference->between_capacity,
                   options->between[i]);
    if (status == STATUS_GOOD)
        status = given_rows_collect(&given, image, &reference->facts, &reference->assumptions);
    if (status == STATUS_GOOD)
        status = read_code(reference, &given, &code);
    if (status == STATUS_GOOD)
        status = row_list_build(&reference->list, image, sources);
    assumptions_settle(&reference->assumptions);
    given_rows_free(&given);
    free(code.row);
    return status;
}

void reference_free(struct reference *reference)
{
    analysis_free(&reference->analysis);
    row_list_free(&reference->list);
    disagreements_free(&reference->disagreements);
    assumptions_free(&reference->assumptions);
    row_facts_free(&reference->facts);
    free(reference->switches);
    free(reference->between);
    memset(reference, 0, sizeof(*reference));
}
