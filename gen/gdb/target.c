/* SPDX-License-Identifier: MIT */
#include "gdb/target.h"

#include <stdlib.h>
#include <string.h>

#include "core/format/crossing_format.h"
#include "discover/open_image.h"
#include "table/embedded_table.h"
#include "table/format_registry.h"
#include "table/table.h"
#include "util/diag.h"
#include "util/memory.h"
#include <bobbin/cross.h>

/* A note with a build id of image->build_id. */
enum { BUILD_ID_NOTE_BYTES_MAX = 16 + 64 };

/* ---- memory ------------------------------------------------------------------------------ */

/* Reads sections that the firmware does not write. */
static bool read_images(const struct target *target, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    for (size_t i = 0; i < target->images.count; i++) {
        const struct image *image = &target->images.items[i].image;
        const struct image_section *section = image_section_at(image, address);
        if (section && !section->writable)
            return image_section_read(section, address, out, size_bytes);
    }
    return false;
}

static bool read_memory(void *context, enum bobbin_space space, uint32_t address, void *out,
                        uint32_t size_bytes)
{
    const struct target *target = context;

    (void)space;
    if (target->has_core)
        return core_file_read(&target->core, address, out, size_bytes) ||
               read_images(target, address, out, size_bytes);
    return read_images(target, address, out, size_bytes) ||
           target->callbacks.read(address, out, size_bytes);
}

static bool read_bank(void *context, uint32_t mode, uint32_t number, uint32_t *out)
{
    const struct target *target = context;

    return !target->has_core && target->callbacks.read_bank(mode, number, out);
}

struct bobbin_env target_env(struct target *target)
{
    return (struct bobbin_env){
        .context = target,
        .read = read_memory,
        .read_bank = read_bank,
        .tables = target->tables,
        .tables_count = (uint32_t)target->tables_count,
        .small = &bobbin_small,
        .guess = bobbin_guess,
        .foreign = &bobbin_cross,
    };
}

/* ---- images ------------------------------------------------------------------------------ */

static void keep_table(struct target *target, uint8_t *bytes, uint32_t size_bytes)
{
    struct bobbin_table table;
    size_t count = target->tables_count;

    if (bobbin_table_open(&table, bytes, size_bytes, 0) != BOBBIN_TABLE_OK) {
        free(bytes);
        return;
    }
    array_push(target->table_bytes, count, target->bytes_capacity, bytes);
    array_push(target->tables, target->tables_count, target->tables_capacity, table);
}

/* Whether the image has a good table, in Bobbin's format, that can cross exceptions. */
static bool is_enough(const struct image *image, struct bobbin_table *embedded)
{
    return table_open_embedded(image, embedded) == BOBBIN_TABLE_OK && !format_reader(embedded) &&
           (embedded->bytes[CROSSING_HEADER] & CROSSING_HEADER_FLAG);
}

static int add_table(struct target *target, const struct image *image)
{
    struct bobbin_table embedded;
    struct table fresh;
    int status;

    if (is_enough(image, &embedded)) {
        uint8_t *copy = must_realloc(NULL, embedded.size_bytes, 1);
        memcpy(copy, embedded.bytes, embedded.size_bytes);
        keep_table(target, copy, embedded.size_bytes);
        return STATUS_GOOD;
    }
    status = table_build_all(&fresh, image);
    if (status == STATUS_GOOD) {
        keep_table(target, fresh.bytes, fresh.size_bytes);
        fresh.bytes = NULL;
        table_free(&fresh);
    }
    return status;
}

static void close_image(struct image *image)
{
    char *path = (char *)(uintptr_t)image->path;

    image_close(image);
    free(path);
}

int target_add_image(struct target *target, const char *path)
{
    struct named_image named = {0};
    char *copy;
    int status;

    if (target->images.count == TARGET_IMAGES_MAX)
        return diag_error(path, "more than %d images", TARGET_IMAGES_MAX);
    copy = must_strdup(path);
    status = image_open(&named.image, copy);
    if (status != STATUS_GOOD) {
        free(copy);
        return status;
    }
    status = add_table(target, &named.image);
    if (status == STATUS_GOOD)
        array_push(target->images.items, target->images.count, target->images_capacity, named);
    else
        close_image(&named.image);
    return status;
}

/* ---- the core file ----------------------------------------------------------------------- */

static void drop_core(struct target *target)
{
    if (target->has_core)
        core_file_close(&target->core);
    target->has_core = false;
    free(target->core_path);
    target->core_path = NULL;
}

int target_set_core(struct target *target, const char *path)
{
    int status;

    drop_core(target);
    target->core_path = must_strdup(path);
    status = core_file_open(&target->core, target->core_path);
    target->has_core = status == STATUS_GOOD;
    return status;
}

const struct core_file_thread *target_thread(const struct target *target, uint32_t id, uint32_t sp,
                                             uint32_t cpsr)
{
    for (size_t i = 0; target->has_core && i < target->core.threads_count; i++) {
        const struct core_file_thread *thread = &target->core.threads[i];
        if (thread->id == id && thread->r[BOBBIN_SP] == sp && thread->cpsr == cpsr)
            return thread;
    }
    return NULL;
}

/* ---- the build --------------------------------------------------------------------------- */

/* Whether the build id that IMAGE has in memory is not there. */
static bool is_replaced(const struct target *target, const struct image *image)
{
    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        uint8_t bytes[BUILD_ID_NOTE_BYTES_MAX];
        if (strcmp(section->name, ".note.gnu.build-id") == 0 && !section->writable &&
            section->size_bytes <= sizeof(bytes))
            return target->callbacks.read(section->address, bytes, section->size_bytes) &&
                   memcmp(bytes, section->bytes, section->size_bytes) != 0;
    }
    return false;
}

static bool is_other_build(struct target *target)
{
    if (target->has_core)
        return target->core.build_id_size &&
               !image_list_by_build_id(&target->images, target->core.build_id,
                                       target->core.build_id_size);
    for (size_t i = 0; i < target->images.count; i++)
        if (is_replaced(target, &target->images.items[i].image))
            return true;
    return false;
}

bool target_has_build(struct target *target)
{
    bool other = is_other_build(target);

    if (other && !target->told)
        diag_error(target->core_path,
                   "%s has another build id than the image: gdb unwinds without Bobbin; load the "
                   "right image with \"file\"",
                   target->has_core ? "the core" : "the target");
    target->told = other;
    return !other;
}

void target_close(struct target *target)
{
    drop_core(target);
    for (size_t i = 0; i < target->tables_count; i++)
        free(target->table_bytes[i]);
    free(target->table_bytes);
    free(target->tables);
    for (size_t i = 0; i < target->images.count; i++)
        close_image(&target->images.items[i].image);
    free(target->images.items);
    memset(target, 0, sizeof(*target));
}
