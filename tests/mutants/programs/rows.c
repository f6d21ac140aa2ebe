/* SPDX-License-Identifier: MIT */
/*
 * rows [--blind] IMAGE: whether the table of IMAGE says what the rows say that it is made from: a judge of
 * mutants. Exit status 0 when it does, 1 when not. --blind: a judge that does not look at d8-d15, as a
 * negative control of the test of mutants.
 */
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "diag.h"
#include "format.h"
#include "places.h"
#include "reference.h"
#include "table.h"

struct judge {
    struct reference reference;
    struct bobbin_env env;
    bool blind;
    uint32_t wrong;
};

static void look_away(struct answer *answer)
{
    for (unsigned place = BOBBIN_PLACE_D8; place < BOBBIN_PLACE_RA; place++)
        rule_set(&answer->rule, place, BOBBIN_SAME, 0);
}

/* What the row of PLACE wants to be answered. */
static struct answer wanted_at(const struct judge *judge, const struct place *place)
{
    const struct row *row =
        row_list_find(&judge->reference.list, bobbin_lookup_address(place->address, place->kind));
    struct answer wanted = {.stop = BOBBIN_STOP_NO_RULE};

    if (row && row->rule.form != BOBBIN_FORM_NONE) {
        wanted.stop = BOBBIN_STOP_NONE;
        wanted.trust = row->source == ROW_EXIDX ? BOBBIN_TRUST_EXIDX : BOBBIN_TRUST_TABLE;
        wanted.rule = place->kind == BOBBIN_KIND_EXACT && row->condition != CONDITION_ALWAYS &&
                              !condition_holds(row->condition, place->cpsr)
                          ? row->otherwise
                          : row->rule;
    }
    return wanted;
}

static void judge_at(void *context, const struct place *place)
{
    struct judge *judge = context;
    struct answer answer = answer_at(&judge->env, place);
    struct answer wanted = wanted_at(judge, place);

    if (judge->blind) {
        look_away(&answer);
        look_away(&wanted);
    }
    judge->wrong += !answer_equal(&answer, &wanted);
}

static bool same_ranges(const struct row_list *list, const struct bobbin_table *table)
{
    if (table->ranges_size / FORMAT_RANGE_BYTES != list->ranges_count)
        return false;
    for (size_t i = 0; i < list->ranges_count; i++) {
        const uint8_t *range = table->bytes + table->ranges + i * FORMAT_RANGE_BYTES;
        if (bytes_u32(range + FORMAT_RANGE_START) != list->range[i].start ||
            bytes_u32(range + FORMAT_RANGE_SIZE) != list->range[i].size_bytes)
            return false;
    }
    return true;
}

static int judge_image(const struct image *image, bool blind)
{
    static const struct row_options no_options;
    struct judge judge = {.blind = blind};
    struct bobbin_table table;
    int status;

    if (table_embedded(image, &table) != BOBBIN_TABLE_OK)
        return STATUS_PROBLEMS;
    status = reference_build(&judge.reference, image, &no_options);
    if (status != STATUS_GOOD)
        return status;
    judge.env = image_env(image, &table);
    visit_places(image, judge_at, &judge);
    status =
        judge.wrong || !same_ranges(&judge.reference.list, &table) ? STATUS_PROBLEMS : STATUS_GOOD;
    reference_free(&judge.reference);
    return status;
}

int main(int argc, char **argv)
{
    bool blind = argc > 1 && strcmp(argv[1], "--blind") == 0;
    struct image image;
    int status;

    if (argc != 2 + blind) {
        fprintf(stderr, "usage: %s [--blind] IMAGE\n", argv[0]);
        return STATUS_USAGE;
    }
    status = image_open(&image, argv[argc - 1]);
    if (status != STATUS_GOOD)
        return status;
    status = judge_image(&image, blind);
    image_close(&image);
    return status;
}
