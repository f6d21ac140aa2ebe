/* SPDX-License-Identifier: MIT */
/*
 * judge [--blind] IMAGE: whether the table of IMAGE gives the answers of a new one. Exit status 0
 * if it does, 1 if not. --blind ignores d8-d15; it is the negative control for the test of mutants.
 */
#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "discover/open_image.h"
#include "rows/rows.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"

struct judgement {
    bool blind;
    uint32_t wrong;
};

static struct answer look_away(struct answer answer)
{
    for (unsigned place = BOBBIN_PLACE_D8; place < BOBBIN_PLACE_RA; place++)
        rule_put(&answer.rule, place, BOBBIN_SAME, 0);
    answer.caller = 0; /* its hash includes d8-d15 */
    return answer;
}

static void note(void *context, const struct difference *difference)
{
    struct judgement *judgement = context;
    struct answer good = look_away(difference->good);
    struct answer other = look_away(difference->other);

    if (!judgement->blind || !answer_equal(&good, &other))
        judgement->wrong++;
}

static int judge(const struct image *image, bool blind)
{
    static const struct row_options no_options;
    struct judgement judgement = {.blind = blind};
    struct bobbin_table embedded, opened;
    struct table fresh;
    struct comparison comparison = {.image = image, .differs = note, .context = &judgement};
    int status;

    if (table_open_embedded(image, &embedded) != BOBBIN_TABLE_OK)
        return STATUS_PROBLEMS;
    status = table_build(&fresh, image, &no_options, PLAN_FAST);
    if (status != STATUS_GOOD)
        return status;
    bobbin_table_open(&opened, fresh.bytes, fresh.size_bytes, 0);
    comparison.good = format_env(image, &opened);
    comparison.other = format_env(image, &embedded);
    compare_tables(&comparison);
    table_free(&fresh);
    return judgement.wrong ? STATUS_PROBLEMS : STATUS_GOOD;
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
    status = judge(&image, blind);
    image_close(&image);
    return status;
}
