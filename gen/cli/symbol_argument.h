/* SPDX-License-Identifier: MIT */
/* Symbols that the user gives on the command line. */
#ifndef GEN_SYMBOL_ARGUMENT_H
#define GEN_SYMBOL_ARGUMENT_H

#include "elf/image_names.h"

/* Set it to zero to start. The caller frees RANGE. */
struct symbol_ranges {
    struct image_range *range;
    size_t count, capacity;
};

/*
 * Finds the addresses that WORD names: a symbol, with all its aliases; a C++ function as in the
 * source, with or without parameters; a function that only the debug information names; or a
 * hexadecimal address, which stands for the symbol there. FOUND gets all functions of the name:
 * static functions of several files, and C++ functions that differ only in their parameters. If
 * there is none, prints one line on stderr and returns STATUS_PROBLEMS.
 */
int symbol_argument(const struct image *image, const char *word, struct symbol_ranges *found);

#endif
