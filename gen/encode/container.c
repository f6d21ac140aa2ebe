/* SPDX-License-Identifier: MIT */
/* Writes header, ranges and body of a table, and computes both checksums. */
#include "encode/container.h"

#include "core/format/crc32.h"
#include "core/format/resume_format.h"

/*
 * Computes the code checksum. It must equal that of bobbin_code_check_step, which reads only
 * complete halfwords.
 */
static uint32_t code_crc(const struct row_list *list, const struct image *image)
{
    uint32_t crc = 0;

    for (size_t i = 0; i < list->ranges_count; i++) {
        uint32_t at = list->range[i].start;
        uint32_t end = at + (list->range[i].size_bytes & ~1u);
        while (at < end) {
            const struct image_section *section = image_section_at(image, at);
            uint32_t offset = at - section->address;
            uint32_t size = section->size_bytes - offset;
            if (size > end - at)
                size = end - at;
            crc = bobbin_crc32(crc, section->bytes + offset, size);
            at += size;
        }
    }
    return crc;
}

uint32_t container_header_bytes(const struct image *image, const struct container *container)
{
    return FORMAT_HEADER_BYTES + ((image->build_id_size + 3) & ~3u) +
           (uint32_t)container->ranges->size;
}

static bool has_part(const struct buffer *part)
{
    return part && part->size;
}

/* The byte CROSSING_HEADER. */
static uint32_t header_flags(const struct container *container)
{
    return (has_part(container->crossings) ? CROSSING_HEADER_FLAG : 0u) |
           (has_part(container->resumes) ? RESUME_HEADER_FLAG : 0u);
}

static void write_header(struct buffer *out, const struct image *image, const struct row_list *list,
                         const struct container *container)
{
    buffer_u32(out, FORMAT_MAGIC);
    buffer_u8(out, FORMAT_MAJOR);
    buffer_u8(out, FORMAT_MINOR);
    buffer_u8(out, header_flags(container));
    buffer_u8(out, image->build_id_size);
    buffer_u32(out, 0); /* size; set when all is written */
    buffer_u32(out, 0); /* checksum of the table; set last */
    buffer_u32(out, code_crc(list, image));
    buffer_u16(out, (uint32_t)container->ranges->size / FORMAT_RANGE_BYTES);
    buffer_u16(out, container->runs_count);
    buffer_put(out, image->build_id, image->build_id_size);
    buffer_align(out, 4);
}

void container_write(struct buffer *out, const struct image *image, const struct row_list *list,
                     const struct container *container)
{
    uint32_t crc;

    write_header(out, image, list, container);
    buffer_put(out, container->ranges->bytes, container->ranges->size);
    buffer_put(out, container->body->bytes, container->body->size);
    buffer_align(out, 4);
    if (has_part(container->resumes))
        buffer_put(out, container->resumes->bytes, container->resumes->size);
    if (has_part(container->crossings))
        buffer_put(out, container->crossings->bytes, container->crossings->size);
    buffer_set_u32(out, FORMAT_HEADER_SIZE, (uint32_t)out->size);
    crc = bobbin_crc32(0, out->bytes, FORMAT_HEADER_CRC);
    crc = bobbin_crc32(crc, out->bytes + FORMAT_HEADER_CODE_CRC,
                       (uint32_t)out->size - FORMAT_HEADER_CODE_CRC);
    buffer_set_u32(out, FORMAT_HEADER_CRC, crc);
}
