/* SPDX-License-Identifier: MIT */
#include "container.h"

#include "crc32.h"

/* The checksum that bobbin_code_check_step makes on the target: of whole halfwords. */
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

static void write_sections(struct buffer *out, const struct container_section *sections,
                           size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!sections[i].bytes->size)
            continue;
        buffer_u16(out, sections[i].type);
        buffer_u16(out, FORMAT_ENTRY_REQUIRED);
        buffer_u32(out, (uint32_t)sections[i].bytes->size);
    }
    for (size_t i = 0; i < count; i++) {
        buffer_put(out, sections[i].bytes->bytes, sections[i].bytes->size);
        buffer_align(out, 4);
    }
}

void container_write(struct buffer *out, const struct reference *reference,
                     const struct container_section *sections, size_t count)
{
    const struct image *image = reference->image;
    uint32_t present = 0;
    uint32_t crc;

    for (size_t i = 0; i < count; i++)
        present += sections[i].bytes->size != 0;
    buffer_u32(out, FORMAT_MAGIC);
    buffer_u8(out, FORMAT_MAJOR);
    buffer_u8(out, FORMAT_MINOR);
    buffer_u8(out, present);
    buffer_u8(out, image->build_id_size);
    buffer_u32(out, 0); /* size, when it is known */
    buffer_u32(out, 0); /* checksum, last of all */
    buffer_u32(out, code_crc(&reference->list, image));
    buffer_put(out, image->build_id, image->build_id_size);
    buffer_align(out, 4);
    write_sections(out, sections, count);
    buffer_set_u32(out, FORMAT_HEADER_SIZE, (uint32_t)out->size);
    crc = bobbin_crc32(0, out->bytes, FORMAT_HEADER_CRC);
    crc = bobbin_crc32(crc, out->bytes + FORMAT_HEADER_CODE_CRC,
                       (uint32_t)out->size - FORMAT_HEADER_CODE_CRC);
    buffer_set_u32(out, FORMAT_HEADER_CRC, crc);
}
