/* SPDX-License-Identifier: MIT */
/*
 * mutate IMAGE NUMBER OUT: copies IMAGE to OUT with its table changed into mutant NUMBER. Prints
 * one line: the kind of the change and what was changed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discover/open_image.h"
#include "mutant.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/memory.h"
#include "util/output_file.h"

static int write_mutant(const struct mutant *mutant, const char *path)
{
    const struct image *image = mutant->image;
    const struct image_section *section = table_section(image);
    const struct buffer *bytes = &mutant->bytes;
    size_t size;
    const char *file = elf_rawfile(image->elf, &size);
    char *copy;
    int status;

    if (!file || section->size_bytes < bytes->size)
        return diag_error(image->path, "no room for a table of %zu bytes", bytes->size);
    copy = memcpy(must_realloc(NULL, size, 1), file, size);
    memset(copy + section->file_offset, 0, section->size_bytes);
    memcpy(copy + section->file_offset, bytes->bytes, bytes->size);
    status = output_write(path, copy, size, NULL);
    free(copy);
    return status;
}

static int mutate(const struct image *image, uint32_t number, const char *path)
{
    struct mutant mutant = {.image = image};
    int status;

    if (table_open_embedded(image, &mutant.table) != BOBBIN_TABLE_OK)
        return diag_error(image->path, "carries no good table");
    mutant.env = format_env(image, &mutant.table);
    parts_take(&mutant.parts, mutant.table.bytes);
    layout_take(&mutant.layout, &mutant.parts);
    layout_put(&mutant.layout, &mutant.parts);
    parts_join(&mutant.parts, &mutant.bytes);
    if (mutant.bytes.size != mutant.table.size_bytes ||
        memcmp(mutant.bytes.bytes, mutant.table.bytes, mutant.bytes.size) != 0)
        return diag_error(image->path, "its table is another when it is put together again");
    printf("%s: ", mutant_change(&mutant, number));
    puts(mutant.text);
    status = write_mutant(&mutant, path);
    layout_free(&mutant.layout);
    parts_free(&mutant.parts);
    free(mutant.bytes.bytes);
    return status;
}

int main(int argc, char **argv)
{
    struct image image;
    char *end;
    unsigned long number;
    int status;

    number = argc == 4 ? strtoul(argv[2], &end, 10) : 0;
    if (argc != 4 || end == argv[2] || *end != '\0' || number > UINT32_MAX) {
        fprintf(stderr, "usage: %s IMAGE NUMBER OUT\n", argv[0]);
        return STATUS_USAGE;
    }
    status = image_open(&image, argv[1]);
    if (status != STATUS_GOOD)
        return status;
    status = mutate(&image, (uint32_t)number, argv[3]);
    image_close(&image);
    return status;
}
