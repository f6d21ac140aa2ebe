/* SPDX-License-Identifier: MIT */
/* selfcheck IMAGE: the answers that the firmware IMAGE must give. */
#include <stdio.h>

#include "diag.h"
#include "image.h"
#include "selfcheck.h"
#include "table.h"

static enum bobbin_table_error open_table(const struct image *image, struct bobbin_table *table)
{
    const struct image_section *section = table_section(image);
    enum bobbin_table_error error = BOBBIN_TABLE_EMPTY;

    if (section)
        error = bobbin_table_open(table, section->bytes, section->size_bytes, 0, image->build_id,
                                  image->build_id_size);
    return error == BOBBIN_TABLE_OK ? bobbin_table_verify(table) : error;
}

int main(int argc, char **argv)
{
    struct image image;
    struct bobbin_table table;
    struct bobbin_env memory;
    enum bobbin_table_error error;
    int status;

    if (argc != 2) {
        fprintf(stderr, "usage: %s IMAGE\n", argv[0]);
        return STATUS_USAGE;
    }
    status = image_open(&image, argv[1]);
    if (status != STATUS_GOOD)
        return status;
    error = open_table(&image, &table);
    memory = image_env(&image, &table);
    status = selfcheck(error, &table, &memory, 1);
    image_close(&image);
    return status;
}
