/* SPDX-License-Identifier: MIT */
#include "elf/memory_map.h"

#include <stdlib.h>

#include "elf/symbol_table.h"
#include "util/memory.h"

/* Objects that may enclose an object: a look-up goes back at most this far. */
#define OBJECTS_BACK_MAX 64

static void add_sections(struct memory_map *map, const struct image *image)
{
    Elf_Scn *scn = NULL;
    GElf_Shdr header;
    size_t names;

    if (elf_getshdrstrndx(image->elf, &names) != 0)
        return;
    while ((scn = elf_nextscn(image->elf, scn))) {
        if (!gelf_getshdr(scn, &header) || !(header.sh_flags & SHF_ALLOC) ||
            (header.sh_flags & SHF_TLS) || header.sh_size == 0 ||
            header.sh_addr + header.sh_size > UINT32_MAX)
            continue;
        const char *name = elf_strptr(image->elf, names, header.sh_name);
        struct memory_section section = {
            .address = (uint32_t)header.sh_addr,
            .size_bytes = (uint32_t)header.sh_size,
            .name = name ? name : "",
            .executable = (header.sh_flags & SHF_EXECINSTR) != 0,
            .writable = (header.sh_flags & SHF_WRITE) != 0,
            .has_bytes = header.sh_type != SHT_NOBITS,
        };
        array_push(map->sections, map->sections_count, map->sections_capacity, section);
    }
}

static void add_objects(struct memory_map *map, const struct symbol_table *table)
{
    Elf_Data *data = elf_getdata(table->section, NULL);
    GElf_Sym symbol;

    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name = elf_strptr(table->elf, table->header.sh_link, symbol.st_name);
        if (GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0 || !name ||
            symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE)
            continue;
        struct memory_object object = {
            .address = (uint32_t)symbol.st_value,
            .size_bytes = (uint32_t)symbol.st_size,
            .name = name,
            .global = GELF_ST_BIND(symbol.st_info) != STB_LOCAL,
        };
        array_push(map->objects, map->objects_count, map->objects_capacity, object);
    }
}

static int section_order(const void *a, const void *b)
{
    const struct memory_section *x = a, *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static int object_order(const void *a, const void *b)
{
    const struct memory_object *x = a, *y = b;

    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->size_bytes != y->size_bytes)
        return x->size_bytes > y->size_bytes ? -1 : 1;
    return x->global != y->global ? (x->global ? -1 : 1) : strcmp(x->name, y->name);
}

void memory_map_load(struct memory_map *map, const struct image *image)
{
    struct symbol_table table;

    memset(map, 0, sizeof(*map));
    add_sections(map, image);
    if (symbol_table_find(image, &table))
        add_objects(map, &table);
    if (map->sections_count)
        qsort(map->sections, map->sections_count, sizeof(*map->sections), section_order);
    if (map->objects_count)
        qsort(map->objects, map->objects_count, sizeof(*map->objects), object_order);
}

void memory_map_free(struct memory_map *map)
{
    free(map->sections);
    free(map->objects);
    memset(map, 0, sizeof(*map));
}

const struct memory_section *memory_map_section(const struct memory_map *map, uint32_t address)
{
    size_t i = array_upper_bound(map->sections, map->sections_count, address, address);

    if (i == 0 || address - map->sections[i - 1].address >= map->sections[i - 1].size_bytes)
        return NULL;
    return &map->sections[i - 1];
}

const struct memory_object *memory_map_object(const struct memory_map *map, uint32_t address)
{
    size_t end = array_upper_bound(map->objects, map->objects_count, address, address);
    const struct memory_object *found = NULL;

    for (size_t i = end; i > 0 && end - i < OBJECTS_BACK_MAX; i--) {
        const struct memory_object *object = &map->objects[i - 1];
        if (address - object->address < object->size_bytes &&
            (!found || object->size_bytes < found->size_bytes ||
             (object->size_bytes == found->size_bytes && object->address == found->address)))
            found = object;
    }
    return found;
}
