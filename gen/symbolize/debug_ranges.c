/* SPDX-License-Identifier: MIT */
/* Reads the address ranges of DIEs; see debug_ranges.h. */
#include "symbolize/debug_ranges.h"

#include <dwarf.h>

#include "util/byte_reader.h"

/* A damaged list may not end: ranges of one DIE that are visited at most. */
#define RANGES_MAX 100000

struct visitor {
    const struct split_base *base;
    debug_range_visit visit;
    void *context;
    struct byte_reader in;
    uint64_t address; /* to which offsets are relative */
};

static bool visit_range(const struct visitor *visitor, uint64_t low, uint64_t high)
{
    return low >= high || high > UINT32_MAX ||
           visitor->visit(visitor->context, (uint32_t)low, (uint32_t)high);
}

/* ---- DWARF 4: .debug_ranges (2.17.3) --------------------------------------------------------- */

static void visit_pairs(struct visitor *visitor)
{
    for (unsigned i = 0; i < RANGES_MAX; i++) {
        uint64_t low = byte_reader_number(&visitor->in, 4);
        uint64_t high = byte_reader_number(&visitor->in, 4);
        if (visitor->in.failed || (low == 0 && high == 0))
            return;
        if (low == UINT32_MAX)
            visitor->address = high;
        else if (!visit_range(visitor, visitor->address + low, visitor->address + high))
            return;
    }
}

/* ---- DWARF 5: .debug_rnglists (2.17.3, 7.25) ------------------------------------------------- */

static uint64_t number_from(const struct split_bytes *bytes, uint64_t offset)
{
    struct byte_reader in = {bytes->bytes, bytes->bytes + bytes->size, false};

    byte_reader_skip(&in, offset);
    return byte_reader_number(&in, 4);
}

static uint64_t indexed_address(struct visitor *visitor)
{
    return number_from(&visitor->base->addresses, 4 * byte_reader_uleb128(&visitor->in));
}

/* Reads one entry. False at the end of the list. */
static bool visit_entry(struct visitor *visitor)
{
    struct byte_reader *in = &visitor->in;
    uint64_t kind = byte_reader_number(in, 1);
    uint64_t low = 0;
    uint64_t high = 0;

    if (in->failed || kind == DW_RLE_end_of_list)
        return false;
    if (kind == DW_RLE_base_addressx || kind == DW_RLE_base_address) {
        visitor->address =
            kind == DW_RLE_base_addressx ? indexed_address(visitor) : byte_reader_number(in, 4);
        return true;
    }
    if (kind == DW_RLE_offset_pair) {
        low = visitor->address + byte_reader_uleb128(in);
        high = visitor->address + byte_reader_uleb128(in);
    } else if (kind == DW_RLE_startx_endx || kind == DW_RLE_startx_length) {
        low = indexed_address(visitor);
        high =
            kind == DW_RLE_startx_endx ? indexed_address(visitor) : low + byte_reader_uleb128(in);
    } else if (kind == DW_RLE_start_end || kind == DW_RLE_start_length) {
        low = byte_reader_number(in, 4);
        high = kind == DW_RLE_start_end ? byte_reader_number(in, 4) : low + byte_reader_uleb128(in);
    }
    return !in->failed && visit_range(visitor, low, high);
}

/* Offsets in the list of offsets, and those of lists, count from after the header of 12 bytes. */
#define HEADER_BYTES 12

static uint64_t list_offset(const struct split_base *base, Dwarf_Attribute *attribute,
                            uint64_t value)
{
    if (attribute->form != DW_FORM_rnglistx)
        return value;
    return HEADER_BYTES + number_from(&base->rnglists, HEADER_BYTES + 4 * value);
}

/* ---- all ------------------------------------------------------------------------------------- */

/*
 * The offset or index that ATTRIBUTE has. dwarf_formudata would look for its target in the file of
 * the unit, which does not have .debug_ranges. 64-bit DWARF is not read.
 */
static uint64_t raw_value(const Dwarf_Attribute *attribute)
{
    struct byte_reader in = {attribute->valp, attribute->valp + 10, false};

    if (attribute->form == DW_FORM_rnglistx)
        return byte_reader_uleb128(&in);
    return attribute->form == DW_FORM_sec_offset || attribute->form == DW_FORM_data4
               ? byte_reader_number(&in, 4)
               : UINT64_MAX;
}

static void visit_split(const struct split_base *base, Dwarf_Attribute *attribute,
                        debug_range_visit visit, void *context)
{
    struct visitor visitor = {base, visit, context, {0}, base->address};
    const struct split_bytes *bytes = base->version >= 5 ? &base->rnglists : &base->ranges;
    uint64_t offset = raw_value(attribute);

    if (base->version >= 5)
        offset = list_offset(base, attribute, offset);
    visitor.in = (struct byte_reader){bytes->bytes, bytes->bytes + bytes->size, false};
    if (offset >= bytes->size || !byte_reader_skip(&visitor.in, offset))
        return;
    if (base->version < 5)
        visit_pairs(&visitor);
    for (unsigned i = 0; base->version >= 5 && i < RANGES_MAX && visit_entry(&visitor); i++) {
    }
}

void debug_ranges_visit(const struct debug_unit *unit, Dwarf_Die *die, debug_range_visit visit,
                        void *context)
{
    Dwarf_Attribute attribute;
    Dwarf_Addr base, low, high;
    ptrdiff_t offset = 0;

    if (unit->package && dwarf_attr(die, DW_AT_ranges, &attribute)) {
        visit_split(&unit->package->base, &attribute, visit, context);
        return;
    }
    while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0)
        if (low < high && high <= UINT32_MAX && !visit(context, (uint32_t)low, (uint32_t)high))
            return;
}

struct wanted {
    uint32_t address;
    bool found;
};

static bool look(void *context, uint32_t low, uint32_t high)
{
    struct wanted *wanted = context;

    wanted->found = wanted->address >= low && wanted->address < high;
    return !wanted->found;
}

bool debug_ranges_contain(const struct debug_unit *unit, Dwarf_Die *die, uint32_t address)
{
    struct wanted wanted = {address, false};

    if (!unit->package)
        return dwarf_haspc(die, address) > 0;
    debug_ranges_visit(unit, die, look, &wanted);
    return wanted.found;
}
