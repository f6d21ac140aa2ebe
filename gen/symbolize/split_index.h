/* SPDX-License-Identifier: MIT */
/*
 * The index of a package of split DWARF (.dwp): where in the package's sections a unit has its
 * parts. libdw 0.188 does not read packages.
 */
#ifndef GEN_SYMBOLIZE_SPLIT_INDEX_H
#define GEN_SYMBOLIZE_SPLIT_INDEX_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

enum split_part {
    SPLIT_INFO,
    SPLIT_ABBREV,
    SPLIT_LINE,
    SPLIT_STR_OFFSETS,
    SPLIT_RNGLISTS,
    SPLIT_STR, /* shared by all units */
    SPLIT_PARTS
};

/* The name of the section that has a part: ".debug_info.dwo". */
const char *split_part_section(enum split_part part);

/* The bytes of a part; NULL: the unit does not have it. */
struct split_parts {
    struct split_bytes {
        const uint8_t *bytes;
        size_t size;
    } part[SPLIT_PARTS];
};

/*
 * Finds the parts of the unit ID in PACKAGE, a .dwp with the section .debug_cu_index (DWARF 5,
 * 7.3.5, or version 2 of GNU), or one .dwo, all of whose bytes are the parts. False if ID is not in
 * the index, or if the index is damaged.
 */
bool split_index_find(struct split_parts *parts, Elf *package, uint64_t id);

#endif
