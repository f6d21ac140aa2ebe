/* SPDX-License-Identifier: MIT */
/* Puts the parts of a format into a table, counts their bytes, and warns about what is left out. */
#include "formats/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encode/container.h"
#include "util/diag.h"

void format_add_share(struct format_parts *out, const char *name, size_t bytes)
{
    size_t i = 0;

    while (out->share[i].name)
        i++;
    out->share[i] = (struct format_share){name, (uint32_t)bytes};
}

void format_warn_drops(const struct image *image, const char *what, size_t functions,
                       const struct format_drop *drops, size_t count)
{
    char text[300] = "";
    size_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        size_t used = strlen(text);
        if (drops[i].functions)
            snprintf(text + used, sizeof(text) - used, "%s%zu %s", used ? ", " : "",
                     drops[i].functions, drops[i].why);
        sum += drops[i].functions;
    }
    if (sum)
        diag_warning(image->path, "%s leaves out %zu of %zu functions: %s", what, sum, functions,
                     text);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_ranges(struct buffer *out, const struct reference *reference)
{
    const struct row_list *list = &reference->list;
    uint32_t foreign = FORMAT_HEADER_BYTES + ((reference->image->build_id_size + 3) & ~3u) +
                       (uint32_t)list->ranges_count * FORMAT_RANGE_BYTES;

    for (size_t i = 0; i < list->ranges_count; i++) {
        uint8_t record[FORMAT_RANGE_BYTES] = {[FORMAT_RANGE_HOW] =
                                                  FORMAT_HOW_CODE | FORMAT_HOW_FOREIGN};
        size_t at = out->size;
        buffer_put(out, record, sizeof(record));
        buffer_set_u32(out, at + FORMAT_RANGE_START, list->range[i].start);
        buffer_set_u32(out, at + FORMAT_RANGE_SIZE, list->range[i].size_bytes);
        buffer_set_u32(out, at + FORMAT_RANGE_ROWS, foreign);
    }
}

static void write_foreign(struct buffer *out, const struct format *format,
                          const struct format_parts *parts)
{
    buffer_u32(out, format->number);
    buffer_u32(out, parts->base);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        buffer_u32(out, (uint32_t)parts->part[i].size);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++) {
        buffer_put(out, parts->part[i].bytes, parts->part[i].size);
        buffer_align(out, 4);
    }
}

static void measure_parts(struct format_sizes *sizes, const struct format_parts *parts,
                          size_t total)
{
    sizes->header = (uint32_t)total;
    sizes->elsewhere_bytes = parts->elsewhere_bytes;
    memcpy(sizes->share, parts->share, sizeof(sizes->share));
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        sizes->header -= (uint32_t)parts->part[i].size;
}

int format_encode(const struct format *format, const struct reference *reference, uint8_t **bytes,
                  uint32_t *size_bytes, struct format_sizes *sizes)
{
    struct format_parts parts = {0};
    struct buffer ranges = {0}, foreign = {0}, out = {0};
    const struct container container = {.ranges = &ranges, .body = &foreign};
    int status = STATUS_GOOD;

    if (reference->image->build_id_size > FORMAT_BUILD_ID_MAX)
        status = diag_error(reference->image->path,
                            "the build id has %u bytes, too many for the table format",
                            reference->image->build_id_size);
    if (status == STATUS_GOOD)
        status = format->write(format, reference, &parts);
    if (status == STATUS_GOOD) {
        write_ranges(&ranges, reference);
        write_foreign(&foreign, format, &parts);
        container_write(&out, reference->image, &reference->list, &container);
        measure_parts(sizes, &parts, out.size);
        *bytes = out.bytes;
        *size_bytes = (uint32_t)out.size;
    }
    free(ranges.bytes);
    free(foreign.bytes);
    for (size_t i = 0; i < FORMAT_FOREIGN_PARTS; i++)
        free(parts.part[i].bytes);
    return status;
}
