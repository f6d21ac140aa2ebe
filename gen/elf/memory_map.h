/* SPDX-License-Identifier: MIT */
/*
 * The memory of an image: all sections of the target, also those without bytes such as .bss, and
 * the variables and constants in them.
 */
#ifndef GEN_ELF_MEMORY_MAP_H
#define GEN_ELF_MEMORY_MAP_H

#include "elf/image.h"

/* A section of the target. HAS_BYTES: the file has its contents. */
struct memory_section {
    uint32_t address, size_bytes;
    const char *name;
    bool executable, writable, has_bytes;
};

/* A variable or constant (STT_OBJECT) with a size. */
struct memory_object {
    uint32_t address, size_bytes;
    const char *name;
    bool global;
};

/* A map with all fields 0 is empty. */
struct memory_map {
    struct memory_section *sections; /* ascending by address */
    size_t sections_count, sections_capacity;
    struct memory_object *objects; /* ascending by address, then larger first, then global first */
    size_t objects_count, objects_capacity;
};

/* Loads the map of IMAGE, which must outlive it. Sections of thread-local data are left out. */
void memory_map_load(struct memory_map *map, const struct image *image);
void memory_map_free(struct memory_map *map);

/* The section that contains ADDRESS, or NULL. */
const struct memory_section *memory_map_section(const struct memory_map *map, uint32_t address);

/* The smallest object that contains ADDRESS, or NULL. */
const struct memory_object *memory_map_object(const struct memory_map *map, uint32_t address);

#endif
