/* SPDX-License-Identifier: MIT */
/*
 * An index of the debug information: finds the function and the line sequence for an address of the
 * image.
 *
 * If a linker removes a section, the entries for this section in .debug_info and .debug_line stay,
 * with address 0 (or 1 in range lists). If the image has code at address 0, these entries must not
 * be used for that code. The symbol table decides. A function at 0 is kept if a symbol there has
 * its name. Line numbers from 0 on are kept if they belong to the unit of that function, do not end
 * inside another function, and begin nearest to the line that declares the function.
 */
#ifndef GEN_SYMBOLIZE_DEBUG_INDEX_H
#define GEN_SYMBOLIZE_DEBUG_INDEX_H

#include "elf/image.h"
#include "symbolize/line_table.h"
#include "symbolize/split_package.h"

/* The files of a line number program, for dwarf_filesrc. */
struct debug_files {
    Dwarf_Files *list; /* NULL: none */
    size_t count;
};

/*
 * A compilation unit. With split DWARF (-gsplit-dwarf) the image has only a skeleton of the unit:
 * its addresses and its line numbers. Functions and inlined calls are in the split unit.
 */
struct debug_unit {
    Dwarf_Die die;         /* the unit, or the split unit if that is found, or the skeleton */
    const char *directory; /* the directory in which the compiler ran; "": unknown */
    uint64_t lines_offset; /* of its program in .debug_line */
    bool has_lines;
    struct debug_files line_files; /* of the rows of the line number program */
    struct debug_files die_files;  /* of DW_AT_call_file and DW_AT_decl_file in DIE */
    bool assembler;
    struct split_unit *package; /* if DIE is in a package of split DWARF; else NULL */
    bool lacks_functions;       /* a skeleton whose split unit is missing */
};

/*
 * An address range of a DW_TAG_subprogram. A function that the compiler divided (hot, cold) has
 * several.
 */
struct debug_function {
    uint32_t low, high;
    size_t unit;
    Dwarf_Die die;
    uint32_t fit;       /* how well a symbol at LOW matches; 0: no symbol matches */
    const char *symbol; /* the name of that symbol; NULL: none has the name of the function */
};

struct debug_index {
    const struct image *image;
    struct debug_unit *units;
    size_t units_count, units_capacity;
    struct debug_function *functions; /* live functions, ascending by address, one per address */
    size_t functions_count, functions_capacity;
    struct line_table lines; /* live sequences, ascending by address, one per address */
    size_t missing_count;    /* of split units */
    char *missing;           /* the file in which the first of them should be; NULL: none */
};

/*
 * Builds the index of IMAGE, which must outlive it. Without debug information the index is empty.
 * Damaged parts are left out, with a warning.
 */
void debug_index_load(struct debug_index *debug, const struct image *image);
void debug_index_free(struct debug_index *debug);

/* Returns the function or the sequence that contains ADDRESS, or NULL. */
const struct debug_function *debug_index_function(const struct debug_index *debug,
                                                  uint32_t address);
const struct line_sequence *debug_index_sequence(const struct debug_index *debug, uint32_t address);

#endif
