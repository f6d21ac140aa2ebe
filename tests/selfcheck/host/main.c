/* SPDX-License-Identifier: MIT */
/*
 * selfcheck IMAGE [STEP]: prints the answers that the firmware IMAGE must give, for every STEPth
 * halfword.
 */
#include <stdio.h>
#include <stdlib.h>

#include "discover/open_image.h"
#include "elf/image.h"
#include "selfcheck.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"

static enum bobbin_table_error open_table(const struct image *image, struct bobbin_table *table)
{
    const struct image_section *section = table_section(image);
    enum bobbin_table_error error = BOBBIN_TABLE_EMPTY;

    if (section)
        error = bobbin_table_open(table, section->bytes, section->size_bytes, 0);
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_match(table, image->build_id, image->build_id_size);
    return error == BOBBIN_TABLE_OK ? bobbin_table_verify(table) : error;
}

int main(int argc, char **argv)
{
    struct image image;
    struct bobbin_table table = {0};
    struct bobbin_env memory;
    enum bobbin_table_error error;
    int status;

    uint32_t step = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;

    if (argc < 2 || argc > 3 || step == 0) {
        fprintf(stderr, "usage: %s IMAGE [STEP]\n", argv[0]);
        return STATUS_USAGE;
    }
    status = image_open(&image, argv[1]);
    if (status != STATUS_GOOD)
        return status;
    error = open_table(&image, &table);
    memory = format_env(&image, &table);
    status = selfcheck(error, &table, &memory, step);
    image_close(&image);
    return status;
}
