/* SPDX-License-Identifier: MIT */
/* Finds and checks the table in an image, and chooses between that table and a fresh one. */
#include "table/embedded_table.h"

#include <stdlib.h>
#include <string.h>

#include "table/format_registry.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/report.h>
#include <bobbin/tasks.h>

const struct image_section *table_section(const struct image *image)
{
    for (size_t i = 0; i < image->sections_count; i++)
        if (image_section_is_table(&image->sections[i]))
            return &image->sections[i];
    return NULL;
}

/* Whether SECTION was never filled: all its bytes are 0xff (erased flash) or 0. */
static bool is_blank(const struct image_section *section)
{
    uint32_t i = 1;

    while (i < section->size_bytes && section->bytes[i] == section->bytes[0])
        i++;
    return i >= section->size_bytes &&
           (section->size_bytes == 0 || section->bytes[0] == 0 || section->bytes[0] == 0xff);
}

enum bobbin_table_error table_open_embedded(const struct image *image, struct bobbin_table *out)
{
    const struct image_section *section = table_section(image);
    struct bobbin_code_check check = {0};
    enum bobbin_table_error error;

    if (!section)
        return BOBBIN_TABLE_EMPTY;
    error = bobbin_table_open(out, section->bytes, section->size_bytes, 0);
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_match(out, image->build_id, image->build_id_size);
    if (error == BOBBIN_TABLE_EMPTY && !is_blank(section))
        error = BOBBIN_TABLE_CORRUPT;
    if (error == BOBBIN_TABLE_OK)
        error = bobbin_table_verify(out);
    if (error == BOBBIN_TABLE_OK) {
        struct bobbin_env env = format_env(image, out);
        env.read = core_env_bytes;
        error = bobbin_code_check_step(&check, out, &env, UINT32_MAX);
    }
    return error;
}

static void warn_unusable(const struct image *image, enum bobbin_table_error error)
{
    if (error != BOBBIN_TABLE_EMPTY)
        diag_warning(image->path, "the table in the image cannot be used (%s); a new one is used",
                     bobbin_table_error_name(error));
}

void table_choose(const struct image *image, const struct table *fresh, struct bobbin_table *out)
{
    enum bobbin_table_error error = table_open_embedded(image, out);

    if (error == BOBBIN_TABLE_OK)
        return;
    warn_unusable(image, error);
    bobbin_table_open(out, fresh->bytes, fresh->size_bytes, 0);
}

static int copy_table(const struct bobbin_table *table, uint8_t **bytes, uint32_t *size_bytes)
{
    *size_bytes = table->size_bytes;
    *bytes = memcpy(must_realloc(NULL, table->size_bytes, 1), table->bytes, table->size_bytes);
    return STATUS_GOOD;
}

static void take_bytes(struct table *fresh, uint8_t **bytes, uint32_t *size_bytes)
{
    *bytes = fresh->bytes;
    *size_bytes = fresh->size_bytes;
    fresh->bytes = NULL;
    table_free(fresh);
}

int table_fresh_of_image(struct image *image, uint8_t **bytes, uint32_t *size_bytes)
{
    struct table fresh;
    int status = table_build_with(&fresh, image, NULL, PLAN_FAST, ENTRY_RULES_ALL);

    if (status == STATUS_GOOD)
        take_bytes(&fresh, bytes, size_bytes);
    return status;
}

int table_of_image(struct image *image, uint8_t **bytes, uint32_t *size_bytes)
{
    struct bobbin_table embedded;
    enum bobbin_table_error error = table_open_embedded(image, &embedded);

    if (error == BOBBIN_TABLE_OK)
        return copy_table(&embedded, bytes, size_bytes);
    warn_unusable(image, error);
    return table_fresh_of_image(image, bytes, size_bytes);
}

int table_of_image_with_tasks(struct image *image, uint8_t **bytes, uint32_t *size_bytes)
{
    struct bobbin_table embedded;
    struct bobbin_saved saved;
    struct table fresh;
    enum bobbin_table_error error = table_open_embedded(image, &embedded);
    int status;

    if (error == BOBBIN_TABLE_OK && !format_reader(&embedded) &&
        bobbin_saved_at(&embedded, 0, &saved))
        return copy_table(&embedded, bytes, size_bytes);
    if (error != BOBBIN_TABLE_OK)
        warn_unusable(image, error);
    status = table_build_all(&fresh, image);
    if (status == STATUS_GOOD)
        take_bytes(&fresh, bytes, size_bytes);
    return status;
}
