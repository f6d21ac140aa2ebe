/* SPDX-License-Identifier: MIT */
#include "code.h"

#include "core/format/bytes.h"
#include "core/format/table_format.h"

struct range {
    uint32_t start, size_bytes;
};

static struct range range_at(const struct code *code, uint32_t number)
{
    const uint8_t *bytes = code->table->ranges + number * FORMAT_RANGE_BYTES;

    return (struct range){bytes_u32(bytes + FORMAT_RANGE_START),
                          bytes_u32(bytes + FORMAT_RANGE_SIZE)};
}

void code_open(struct code *code, const struct bobbin_table *table, const struct bobbin_env *memory)
{
    code->table = table;
    code->memory = memory;
    code->halfwords = 0;
    for (uint32_t i = 0; i < code->table->ranges_count; i++)
        code->halfwords += range_at(code, i).size_bytes / 2;
}

uint32_t code_address(const struct code *code, uint32_t number)
{
    uint32_t i = 0;
    struct range range = range_at(code, i);

    while (number >= range.size_bytes / 2) {
        number -= range.size_bytes / 2;
        range = range_at(code, ++i);
    }
    return range.start + 2 * number;
}

bool code_read(const struct code *code, uint32_t address, void *out, uint32_t size_bytes)
{
    for (uint32_t i = 0; i < code->table->ranges_count; i++) {
        struct range range = range_at(code, i);
        uint32_t offset = address - range.start;
        if (offset < range.size_bytes && size_bytes <= range.size_bytes - offset)
            return code->memory->read(code->memory->context, BOBBIN_SPACE_CODE, address, out,
                                      size_bytes);
    }
    return false;
}
