/* SPDX-License-Identifier: MIT */
#include "core/format/bytes.h"
#include "mutant.h"

/* A field of SIZE_BYTES in a part of the table. NAME is its name in core/format/table_format.h. */
struct field {
    const char *name;
    uint32_t offset, size_bytes;
};

/* Changes one bit, or adds or subtracts a small number. */
static uint32_t pick_value(struct fuzz_source *random, uint32_t old, uint32_t bits)
{
    if (fuzz_one_in(random, 2))
        return old + fuzz_below(random, 17) - 8;
    return old ^ 1u << fuzz_below(random, bits);
}

static bool change_field(struct mutant *mutant, uint8_t *table, const struct field *field)
{
    uint32_t mask = 0xffffffffu >> (32 - 8 * field->size_bytes);
    uint8_t *bytes = table + field->offset;
    uint32_t old = 0;
    uint32_t value;

    for (uint32_t i = 0; i < field->size_bytes; i++)
        old |= (uint32_t)bytes[i] << 8 * i;
    value = pick_value(&mutant->random, old, 8 * field->size_bytes) & mask;
    if (value == old)
        return false;
    for (uint32_t i = 0; i < field->size_bytes; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    mutant_say(mutant, "%s at 0x%x is 0x%x instead of 0x%x", field->name, field->offset, value,
               old);
    return true;
}

bool change_byte(struct mutant *mutant)
{
    struct field field = {"the byte", 0, 1};

    field.offset = fuzz_below(&mutant->random, (uint32_t)mutant->bytes.size);
    if (field.offset - FORMAT_HEADER_CRC < 4)
        return false;
    if (!change_field(mutant, mutant->bytes.bytes, &field))
        return false;
    table_seal(&mutant->bytes);
    return true;
}

bool change_header(struct mutant *mutant)
{
    const uint32_t id_size = mutant->table.bytes[FORMAT_HEADER_BUILD_ID_SIZE];
    const struct field fields[] = {
        {"the magic number", 0, 4},
        {"the major version", FORMAT_HEADER_MAJOR, 1},
        {"the minor version", FORMAT_HEADER_MINOR, 1},
        {"the length of the build id", FORMAT_HEADER_BUILD_ID_SIZE, 1},
        {"the size of the table", FORMAT_HEADER_SIZE, 4},
        {"the checksum of the code", FORMAT_HEADER_CODE_CRC, 4},
        {"the number of ranges", FORMAT_HEADER_RANGES, 2},
        {"the number of runs", FORMAT_HEADER_RUNS, 2},
        {"the build id", FORMAT_HEADER_BYTES + fuzz_below(&mutant->random, id_size + 1), 1},
    };
    const struct field *field =
        &fields[fuzz_below(&mutant->random, sizeof(fields) / sizeof(fields[0]))];

    if (!change_field(mutant, mutant->bytes.bytes, field))
        return false;
    table_seal(&mutant->bytes);
    return true;
}

/* Corrects the checksum of the code, if the mutant's ranges can be read. */
static void seal_code(struct mutant *mutant)
{
    struct bobbin_code_check check = {0};
    struct bobbin_table table;

    if (bobbin_table_open(&table, mutant->bytes.bytes, (uint32_t)mutant->bytes.size, 0) !=
        BOBBIN_TABLE_OK)
        return;
    bobbin_code_check_step(&check, &table, &mutant->env, UINT32_MAX);
    buffer_set_u32(&mutant->bytes, FORMAT_HEADER_CODE_CRC, check.crc);
    table_seal(&mutant->bytes);
}

bool change_range(struct mutant *mutant)
{
    static const struct field fields[] = {
        {"a range's start", FORMAT_RANGE_START, 4},
        {"a range's size", FORMAT_RANGE_SIZE, 4},
        {"a range's size in a fast table", FORMAT_RANGE_FAST, 4},
        {"where a range's groups are", FORMAT_RANGE_GROUPS, 4},
        {"where a range's counts are", FORMAT_RANGE_COUNTS, 4},
        {"where a range's entries are", FORMAT_RANGE_ENTRIES, 4},
        {"where a range's rows are", FORMAT_RANGE_ROWS, 4},
        {"a range's units", FORMAT_RANGE_UNIT_SHIFT, 1},
        {"how a range is read", FORMAT_RANGE_HOW, 1},
        {"a range's groups", FORMAT_RANGE_GROUP_SHIFT, 1},
    };
    uint32_t count = (uint32_t)mutant->parts.ranges.size / FORMAT_RANGE_BYTES;
    struct field field = fields[fuzz_below(&mutant->random, sizeof(fields) / sizeof(fields[0]))];

    field.offset += FORMAT_RANGE_BYTES * fuzz_below(&mutant->random, count);
    if (!change_field(mutant, mutant->parts.ranges.bytes, &field))
        return false;
    parts_join(&mutant->parts, &mutant->bytes);
    seal_code(mutant);
    return true;
}
