/* SPDX-License-Identifier: MIT */
/*
 * Lets the core run on the host with the bytes of an image as its memory. exidx_rows.c and the
 * stages above it use this.
 */
#include "rows/core_env.h"

#include <string.h>

#include "elf/state_blocks.h"
#include <bobbin/formats.h>

bool core_env_bytes(void *context, enum bobbin_space space, uint32_t address, void *out,
                    uint32_t size_bytes)
{
    (void)space;
    return image_read(context, address, out, size_bytes);
}

/*
 * Whether the byte at ADDRESS of SECTION never changes on the device. SECTION is executable, and it
 * is read-only or the byte belongs to an instruction.
 */
static bool is_code(const struct image *image, const struct image_section *section,
                    uint32_t address)
{
    return section->executable &&
           (!section->writable || state_blocks_at(image, section, address) < IMAGE_DATA);
}

static bool read_code(void *context, enum bobbin_space space, uint32_t address, void *out,
                      uint32_t size_bytes)
{
    const struct image *image = context;
    const struct image_section *section = &image->sections[image->largest];
    uint32_t offset = address - section->address;

    /* Nearly all reads are of a halfword of writable code, so they get a path of their own. */
    if (size_bytes == 2 && section->states && offset < section->size_bytes - 1 &&
        section->states[offset / STATE_BLOCK_BYTES] < IMAGE_DATA) {
        memcpy(out, section->bytes + offset, 2);
        return true;
    }
    section = image_section_at(image, address);
    return section && (space != BOBBIN_SPACE_CODE || is_code(image, section, address)) &&
           image_section_read(section, address, out, size_bytes);
}

/*
 * The longest executable and read-only section. The core reads it directly instead of through the
 * callback.
 */
static struct bobbin_window window_of(const struct image *image)
{
    struct bobbin_window window = {0};

    for (size_t i = 0; i < image->sections_count; i++) {
        const struct image_section *section = &image->sections[i];
        if (section->executable && !section->writable && section->size_bytes > window.size_bytes &&
            section->address % 4 == 0 && (uintptr_t)section->bytes % 4 == 0)
            window = (struct bobbin_window){section->bytes, section->address, section->size_bytes};
    }
    return window;
}

struct bobbin_env core_env(const struct image *image, const struct bobbin_table *table,
                           const struct bobbin_foreign *reader)
{
    return (struct bobbin_env){
        .context = (void *)(uintptr_t)image,
        .read = reader ? core_env_bytes : read_code,
        .window[BOBBIN_SPACE_CODE] = window_of(image),
        .tables = table,
        .tables_count = 1,
        .small = &bobbin_small,
        .guess = bobbin_guess,
        .foreign = reader,
    };
}
