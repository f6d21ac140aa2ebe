/* SPDX-License-Identifier: MIT */
/* Opens split units in a package; see split_package.h. */
#include "symbolize/split_package.h"

#include <dwarf.h>
#include <stdlib.h>

#include "elf/debug_section.h"
#include "symbolize/split_object.h"
#include "util/memory.h"

/*
 * Addresses of a unit in .debug_addr, in bytes, at most. DWARF 4 does not say how many there are,
 * and all of them would be copied for each unit.
 */
#define ADDRESSES_BYTES_MAX 0x10000u

/* ---- what the skeleton says ------------------------------------------------------------------ */

static uint64_t number_of(Dwarf_Die *die, unsigned name, unsigned gnu_name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;

    if (dwarf_formudata(dwarf_attr(die, name, &attribute), &value) == 0 ||
        dwarf_formudata(dwarf_attr(die, gnu_name, &attribute), &value) == 0)
        return value;
    return 0;
}

/* The section NAME of the image from OFFSET on, at most MAX bytes. */
static struct split_bytes bytes_from(Dwarf *dwarf, const char *name, uint64_t offset, size_t max)
{
    const Elf_Data *data = debug_section_named(dwarf_getelf(dwarf), name);
    size_t size;

    if (!data || offset >= data->d_size)
        return (struct split_bytes){0};
    size = data->d_size - offset;
    return (struct split_bytes){(const uint8_t *)data->d_buf + offset, size < max ? size : max};
}

static void read_base(struct split_base *base, Dwarf *dwarf, Dwarf_Die *skeleton)
{
    Dwarf_Addr low;

    if (dwarf_lowpc(skeleton, &low) == 0)
        base->address = (uint32_t)low;
    base->addresses =
        bytes_from(dwarf, ".debug_addr", number_of(skeleton, DW_AT_addr_base, DW_AT_GNU_addr_base),
                   ADDRESSES_BYTES_MAX);
    base->ranges =
        bytes_from(dwarf, ".debug_ranges",
                   number_of(skeleton, DW_AT_GNU_ranges_base, DW_AT_GNU_ranges_base), SIZE_MAX);
}

/* ---- the unit -------------------------------------------------------------------------------- */

/* Finds the unit ID in the file of UNIT: a .dwo may have type units too. */
static bool find_unit(const struct split_unit *unit, uint64_t id, Dwarf_Die *die)
{
    Dwarf_CU *cu = NULL;
    uint64_t found = 0;

    while (unit->dwarf && dwarf_get_units(unit->dwarf, cu, &cu, NULL, NULL, die, NULL) == 0)
        if (dwarf_tag(die) == DW_TAG_compile_unit &&
            dwarf_cu_info(cu, NULL, NULL, NULL, NULL, &found, NULL, NULL) == 0 && found == id)
            return true;
    return false;
}

static void open_file(struct split_unit *unit, const struct split_parts *parts)
{
    split_object_write(&unit->file, parts, unit->base.version, &unit->base.addresses);
    unit->elf = elf_memory((char *)unit->file.bytes, unit->file.size);
    unit->dwarf = unit->elf ? dwarf_begin_elf(unit->elf, DWARF_C_READ, NULL) : NULL;
}

static struct split_unit *open_in(const struct image *image, Elf *package, Dwarf_Die *skeleton,
                                  Dwarf_Die *die)
{
    struct split_parts parts;
    struct split_unit *unit;
    uint64_t id;
    Dwarf_Half version;

    if (dwarf_cu_info(skeleton->cu, &version, NULL, NULL, NULL, &id, NULL, NULL) != 0 ||
        !split_index_find(&parts, package, id))
        return NULL;
    unit = must_realloc(NULL, 1, sizeof(*unit));
    *unit =
        (struct split_unit){.base.version = version, .base.rnglists = parts.part[SPLIT_RNGLISTS]};
    read_base(&unit->base, image->dwarf, skeleton);
    open_file(unit, &parts);
    if (find_unit(unit, id, die))
        return unit;
    split_unit_free(unit);
    return NULL;
}

struct split_unit *split_package_open(const struct image *image, Dwarf_Die *skeleton,
                                      Dwarf_Die *die)
{
    for (size_t i = 0; i < image->packages_count; i++) {
        struct split_unit *unit = open_in(image, image->packages[i].elf, skeleton, die);
        if (unit)
            return unit;
    }
    *die = (Dwarf_Die){0};
    return NULL;
}

void split_unit_free(struct split_unit *unit)
{
    if (unit->dwarf)
        dwarf_end(unit->dwarf);
    if (unit->elf)
        elf_end(unit->elf);
    free(unit->file.bytes);
    free(unit);
}
