/* SPDX-License-Identifier: MIT */
/*
 * Which part of the debug information speaks of an address of the image. An index made once.
 *
 * Linkers that remove a section leave what .debug_info and .debug_line say of it, at address 0 (or
 * 1 in lists of ranges). Where code lives at 0, that must not be taken for the truth about it. Here
 * the symbol table is the judge: a function at 0 counts when a symbol there has its name; line
 * numbers from 0 on count when they belong to the unit of that function, do not end in the middle
 * of another one, and begin nearest to the line that declares it.
 */
#ifndef GEN_DEBUG_CODE_H
#define GEN_DEBUG_CODE_H

#include "elf/image.h"
#include "symbolize/line_table.h"

/* A compilation unit. */
struct debug_unit {
    Dwarf_Die die;
    const char *directory; /* where the compiler ran; "" unknown */
    Dwarf_Files *files;    /* NULL when there are none */
    size_t files_count;
    bool assembler;
};

/* A range of addresses of a DW_TAG_subprogram. A function in pieces (hot, cold) has several. */
struct debug_function {
    uint32_t low, high;
    size_t unit;
    Dwarf_Die die;
    uint32_t fit; /* how well a symbol at LOW agrees; 0: there is none */
};

struct debug_index {
    const struct image *image;
    struct debug_unit *units;
    size_t units_count, units_capacity;
    struct debug_function *functions; /* live ones, ascending, one an address */
    size_t functions_count, functions_capacity;
    struct line_table lines; /* the same of its sequences */
};

/* Without debug information the index is empty. What is damaged in it is warned of and left out. */
void debug_index_load(struct debug_index *code, const struct image *image);
void debug_index_free(struct debug_index *code);

/* What has ADDRESS, or NULL. */
const struct debug_function *debug_index_function(const struct debug_index *code, uint32_t address);
const struct line_sequence *debug_index_sequence(const struct debug_index *code, uint32_t address);

#endif
