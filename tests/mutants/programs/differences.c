/* SPDX-License-Identifier: MIT */
/*
 * differences IMAGE MUTANT: whether core answers the same by the tables of both, at each instruction of
 * IMAGE and behind each call, and takes the same addresses for code. Prints a line for each difference,
 *
 *   ADDRESS exact|call FUNCTION: ANSWER instead of ANSWER
 *
 * Exit status 0 when there is none: MUTANT is the same table in other bytes.
 */
#include <stdio.h>

#include "bytes.h"
#include "diag.h"
#include "format.h"
#include "places.h"
#include "report.h"
#include "rows.h"
#include "table.h"

struct pair {
    const struct image *image;
    struct bobbin_env good, mutant;
    uint32_t differences;
};

static void print_difference(struct pair *pair, const struct place *place, const char *is,
                             const char *was)
{
    char name[100];

    pair->differences++;
    printf("0x%08x %s %s: %s instead of %s\n", place->address, bobbin_kind_name(place->kind),
           image_name(pair->image, place->address, name, sizeof(name)), is, was);
}

static void compare_at(void *context, const struct place *place)
{
    struct pair *pair = context;
    struct answer good = answer_at(&pair->good, place);
    struct answer mutant = answer_at(&pair->mutant, place);
    char is[RULE_TEXT_MAX];
    char was[RULE_TEXT_MAX];

    if (!answer_equal(&good, &mutant))
        print_difference(pair, place, answer_text(&mutant, is, sizeof(is)),
                         answer_text(&good, was, sizeof(was)));
}

/* Whether ADDRESS, which no instruction need have, is code. */
static void compare_code(struct pair *pair, uint32_t address)
{
    struct place place = {.address = address, .kind = BOBBIN_KIND_EXACT};
    bool good = answer_at(&pair->good, &place).stop != BOBBIN_STOP_PC_OUTSIDE;
    bool mutant = answer_at(&pair->mutant, &place).stop != BOBBIN_STOP_PC_OUTSIDE;

    if (good != mutant)
        print_difference(pair, &place, mutant ? "code" : "no code", good ? "code" : "no code");
}

/* It is decided at the edges of both tables' ranges. */
static void compare_ranges(struct pair *pair, const struct bobbin_table *table)
{
    for (uint32_t at = 0; at + FORMAT_RANGE_BYTES <= table->ranges_size; at += FORMAT_RANGE_BYTES) {
        const uint8_t *range = table->bytes + table->ranges + at;
        uint32_t start = bytes_u32(range + FORMAT_RANGE_START);
        uint32_t end = start + bytes_u32(range + FORMAT_RANGE_SIZE);
        const uint32_t edges[] = {start - 1, start, end - 1, end};
        for (size_t i = 0; i < sizeof(edges) / sizeof(edges[0]); i++)
            compare_code(pair, edges[i]);
    }
}

static int compare(const struct image *image, const struct image *mutant)
{
    struct bobbin_table tables[2];
    struct pair pair = {.image = image};
    enum bobbin_table_error error;

    if (table_embedded(image, &tables[0]) != BOBBIN_TABLE_OK)
        return diag_error(image->path, "carries no good table");
    error = table_embedded(mutant, &tables[1]);
    if (error != BOBBIN_TABLE_OK) {
        printf("the table cannot be used: %s\n", bobbin_table_error_name(error));
        return STATUS_PROBLEMS;
    }
    pair.good = image_env(image, &tables[0]);
    pair.mutant = image_env(mutant, &tables[1]);
    visit_places(image, compare_at, &pair);
    compare_ranges(&pair, &tables[0]);
    compare_ranges(&pair, &tables[1]);
    return pair.differences ? STATUS_PROBLEMS : STATUS_GOOD;
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
        status = compare(&image, &mutant);
        image_close(&mutant);
    }
    image_close(&image);
    return status;
}
