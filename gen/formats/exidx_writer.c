/* SPDX-License-Identifier: MIT */
/* Finds the linker's .ARM.exidx and .ARM.extab, and counts which of their bytes unwinding needs. */
#include "formats/exidx_writer.h"

#include <string.h>

#include "core/foreign/exidx.h"
#include "elf/exidx_entries.h"
#include "util/diag.h"

/* Addresses from START to END - 1; empty if they are equal. */
struct extent {
    uint32_t start, end;
};

static void extend(struct extent *extent, const struct image_section *section)
{
    uint32_t end = section->address + section->size_bytes;

    if (extent->start == extent->end)
        extent->start = section->address;
    if (section->address < extent->start)
        extent->start = section->address;
    if (end > extent->end)
        extent->end = end;
}

/* What the linker made. */
struct linked {
    struct extent index, data;
    uint32_t data_bytes;      /* of the sections .ARM.extab */
    uint32_t unwinding_bytes; /* the part of these bytes that a backtrace reads */
    uint32_t indexes;         /* number of sections .ARM.exidx */
};

static void measure_sections(struct linked *linked, const struct image *image)
{
    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];

        if (strcmp(section->name, ".ARM.extab") == 0)
            linked->data_bytes += section->size_bytes;
        if (strcmp(section->name, ".ARM.exidx") == 0 && linked->indexes++ == 0)
            extend(&linked->index, section);
    }
}

static void measure_entries(struct linked *linked, const struct image *image)
{
    struct exidx_walk walk = {.image = image};
    const struct image_section *section;
    uint32_t address;

    while (exidx_walk_next(&walk)) {
        if (!exidx_entry_in_extab(&walk.entry, &address) ||
            !(section = image_section_at(image, address)))
            continue;
        extend(&linked->data, section);
        linked->unwinding_bytes += exidx_data_bytes(image, address);
    }
    if (linked->unwinding_bytes > linked->data_bytes) /* entries may share bytes */
        linked->unwinding_bytes = linked->data_bytes;
}

static void report_missing_rules(const struct linked *linked, const struct image *image)
{
    if (!linked->indexes)
        diag_warning(image->path, "the image has no .ARM.exidx; compile with -funwind-tables");
    if (linked->indexes > 1)
        diag_warning(image->path, "the table uses one .ARM.exidx and leaves out %u of %u",
                     linked->indexes - 1, linked->indexes);
}

static void put_extent(struct buffer *out, const struct extent *extent)
{
    buffer_u32(out, extent->start);
    buffer_u32(out, extent->end - extent->start);
}

int exidx_encode(const struct format *format, const struct reference *reference,
                 struct format_parts *out)
{
    struct linked linked = {0};
    uint32_t index_bytes;

    (void)format;
    measure_sections(&linked, reference->image);
    measure_entries(&linked, reference->image);
    report_missing_rules(&linked, reference->image);
    put_extent(&out->part[0], &linked.index);
    put_extent(&out->part[0], &linked.data);
    index_bytes = linked.index.end - linked.index.start;
    out->elsewhere_bytes = index_bytes + linked.data_bytes;
    format_add_share(out, "addresses of both sections", EXIDX_PART_BYTES);
    format_add_share(out, ".ARM.exidx, in the image", index_bytes);
    format_add_share(out, ".ARM.extab, to unwind", linked.unwinding_bytes);
    format_add_share(out, ".ARM.extab, for languages", linked.data_bytes - linked.unwinding_bytes);
    return STATUS_GOOD;
}
