/* SPDX-License-Identifier: MIT */
/*
 * differences IMAGE MUTANT: compares the callers that the two tables find, for all instructions of
 * IMAGE and for the return addresses of all calls. Prints a line for each difference
 *
 *   ADDRESS exact|call FUNCTION: ANSWER instead of ANSWER
 *
 * and then the number of answers with another rule that is shown to be as true (witness.h):
 *
 *   N places have another rule for the same caller
 *
 * Exit status 0 if there is no line of the first kind: MUTANT is equivalent.
 */
#include <stdio.h>

#include "compare.h"
#include "discover/open_image.h"
#include "elf/image_names.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "witness.h"
#include <bobbin/report.h>

struct findings {
    const struct image *image;
    struct witness witness;
    uint32_t differences, same_callers;
};

static void judge(void *context, const struct difference *difference)
{
    struct findings *findings = context;
    const struct place *place = &difference->place;
    char name[100];
    char is[ANSWER_TEXT_MAX];
    char was[ANSWER_TEXT_MAX];

    /*
     * Padding is never executed. But padding after a call that ends its function holds the return
     * address, which a trace looks up while the callee runs; so only the interrupted kind is
     * skipped.
     */
    if (place->kind == BOBBIN_KIND_INTERRUPTED &&
        witness_is_padding(&findings->witness, place->address))
        return;
    if (witness_same(&findings->witness, place, &difference->other)) {
        findings->same_callers++;
        return;
    }
    findings->differences++;
    printf("0x%08x %s %s: %s instead of %s\n", place->address, bobbin_kind_name(place->kind),
           image_name(findings->image, place->address, name, sizeof(name)),
           answer_text(&difference->other, is, sizeof(is)),
           answer_text(&difference->good, was, sizeof(was)));
}

static int compare(const struct image *image, const struct bobbin_env *good,
                   const struct bobbin_env *mutant)
{
    struct findings findings = {.image = image};
    struct comparison comparison = {image, *good, *mutant, judge, &findings};
    int status = witness_open(&findings.witness, image, good);

    if (status != STATUS_GOOD)
        return status;
    compare_tables(&comparison);
    witness_close(&findings.witness);
    if (findings.same_callers)
        printf("%u places have another rule for the same caller\n", findings.same_callers);
    return findings.differences ? STATUS_PROBLEMS : STATUS_GOOD;
}

static int compare_images(const struct image *image, const struct image *mutant)
{
    struct bobbin_table tables[2];
    struct bobbin_env good, other;
    enum bobbin_table_error error;

    if (table_open_embedded(image, &tables[0]) != BOBBIN_TABLE_OK)
        return diag_error(image->path, "carries no good table");
    error = table_open_embedded(mutant, &tables[1]);
    if (error != BOBBIN_TABLE_OK) {
        printf("the table cannot be used: %s\n", bobbin_table_error_name(error));
        return STATUS_PROBLEMS;
    }
    good = format_env(image, &tables[0]);
    other = format_env(image, &tables[1]);
    return compare(image, &good, &other);
}

int main(int argc, char **argv)
{
    struct image image;
    struct image mutant;
    int status;

    if (argc != 3) {
        fprintf(stderr, "usage: %s IMAGE MUTANT\n", argv[0]);
        return STATUS_USAGE;
    }
    status = image_open(&image, argv[1]);
    if (status != STATUS_GOOD)
        return status;
    status = image_open(&mutant, argv[2]);
    if (status == STATUS_GOOD) {
        status = compare_images(&image, &mutant);
        image_close(&mutant);
    }
    image_close(&image);
    return status;
}
