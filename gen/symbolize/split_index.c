/* SPDX-License-Identifier: MIT */
/* Reads the index of a package of split DWARF; see split_index.h. */
#include "symbolize/split_index.h"

#include "elf/debug_section.h"
#include "util/byte_reader.h"

/* Limit of columns and rows, so that their product fits 32 bits. */
#define INDEX_MAX 0x100000u

const char *split_part_section(enum split_part part)
{
    static const char *const names[SPLIT_PARTS] = {".debug_info.dwo",     ".debug_abbrev.dwo",
                                                   ".debug_line.dwo",     ".debug_str_offsets.dwo",
                                                   ".debug_rnglists.dwo", ".debug_str.dwo"};

    return names[part];
}

/* The part with NUMBER in the index, DWARF 5, table 7.1; SPLIT_PARTS if it is not needed. */
static enum split_part part_of(uint64_t number, uint32_t version)
{
    static const enum split_part parts[] = {
        [1] = SPLIT_INFO, [3] = SPLIT_ABBREV, [4] = SPLIT_LINE, [6] = SPLIT_STR_OFFSETS};

    if (number == 8 && version == 5)
        return SPLIT_RNGLISTS;
    return number == 1 || number == 3 || number == 4 || number == 6 ? parts[number] : SPLIT_PARTS;
}

static struct split_bytes bytes_of(Elf *package, enum split_part part)
{
    const Elf_Data *data = debug_section_named(package, split_part_section(part));

    return data ? (struct split_bytes){data->d_buf, data->d_size} : (struct split_bytes){0};
}

struct index {
    uint32_t version, columns, rows, slots;
    struct byte_reader in; /* after the header */
};

static bool read_header(struct index *index, const Elf_Data *data)
{
    const uint8_t *bytes = data->d_buf;

    index->in = (struct byte_reader){bytes, bytes + data->d_size, false};
    index->version = (uint32_t)byte_reader_number(&index->in, 4) & 0xffff;
    index->columns = (uint32_t)byte_reader_number(&index->in, 4);
    index->rows = (uint32_t)byte_reader_number(&index->in, 4);
    index->slots = (uint32_t)byte_reader_number(&index->in, 4);
    return !index->in.failed && (index->version == 2 || index->version == 5) &&
           index->columns < 16 && index->rows < INDEX_MAX && index->slots < INDEX_MAX;
}

static uint32_t number_at(const struct index *index, uint64_t offset)
{
    struct byte_reader in = index->in;

    byte_reader_skip(&in, offset);
    return (uint32_t)byte_reader_number(&in, 4);
}

/* The row of the unit ID, counted from 1; 0: none. */
static uint32_t row_of(const struct index *index, uint64_t id)
{
    struct byte_reader in = index->in;

    for (uint32_t slot = 0; slot < index->slots; slot++)
        if (byte_reader_number(&in, 8) == id && !in.failed) {
            uint32_t row = number_at(index, 8ull * index->slots + 4ull * slot);
            if (row)
                return row <= index->rows ? row : 0;
        }
    return 0;
}

/* Fills in the part that COLUMN describes. False if it is not inside its section. */
static bool take_part(struct split_parts *parts, Elf *package, const struct index *index,
                      uint32_t row, uint32_t column)
{
    uint64_t table = 12ull * index->slots;
    uint64_t cell = 4ull * index->columns * row + 4ull * column;
    uint64_t size_cell = 4ull * index->columns * (index->rows + row) + 4ull * column;
    enum split_part part = part_of(number_at(index, table + 4ull * column), index->version);
    uint32_t offset = number_at(index, table + cell);
    uint32_t size = number_at(index, table + size_cell);
    struct split_bytes section;

    if (part == SPLIT_PARTS)
        return true;
    section = bytes_of(package, part);
    if (offset > section.size || size > section.size - offset)
        return false;
    parts->part[part] = (struct split_bytes){section.bytes + offset, size};
    return true;
}

bool split_index_find(struct split_parts *parts, Elf *package, uint64_t id)
{
    const Elf_Data *data = debug_section_named(package, ".debug_cu_index");
    struct index index;
    uint32_t row;

    *parts = (struct split_parts){.part[SPLIT_STR] = bytes_of(package, SPLIT_STR)};
    if (!data) {
        for (int part = 0; part < SPLIT_PARTS; part++)
            parts->part[part] = bytes_of(package, (enum split_part)part);
        return true;
    }
    row = read_header(&index, data) ? row_of(&index, id) : 0;
    for (uint32_t column = 0; row && column < index.columns; column++)
        if (!take_part(parts, package, &index, row, column))
            return false;
    return row != 0;
}
