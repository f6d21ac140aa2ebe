/* SPDX-License-Identifier: MIT */
/*
 * Finds names for addresses: function, file and line, and the calls that the compiler has inlined.
 */
#ifndef GEN_SYMBOLIZE_SYMBOLIZER_H
#define GEN_SYMBOLIZE_SYMBOLIZER_H

#include "symbolize/debug_index.h"
#include <bobbin/bobbin.h>

/* Maximum number of levels at one address: a function, and the functions inlined in it. */
#define SYMBOLS_MAX 32

/* One source level at an address. The strings are valid as long as the image. */
struct symbol {
    const char *function; /* NULL: unknown */
    uint32_t offset;      /* of pc from the start of the function; 0 if inlined */
    const char *file;     /* relative to the compiler's directory if inside it; NULL: unknown */
    uint32_t line;        /* 0: unknown */
    bool inlined;         /* inlined into the level that follows */
    const char *linkage;  /* the linker's name, mangled for C++; NULL: unknown */
    /* the file that declares the function, in the form of FILE; NULL: unknown */
    const char *declaration_file;
    uint32_t declaration_line; /* line in that file; 0: unknown */
};

/*
 * Looks up PC according to its kind, in the debug information and in the symbol table of its image.
 * Stores the levels innermost first, so that the last one is the function that contains the code.
 * Stores at least one level and at most SYMBOLS_MAX, and returns their number. Without debug
 * information only function and offset are known.
 */
size_t symbolizer_look_up(const struct debug_index *debug, uint32_t pc, enum bobbin_kind kind,
                          struct symbol symbols[SYMBOLS_MAX]);

/*
 * Writes the function at ADDRESS to TEXT, "name+0x12" or "name", and returns TEXT. NULL if nothing
 * names ADDRESS.
 */
const char *symbolizer_name(const struct debug_index *debug, uint32_t address, char *text,
                            size_t text_size);

#endif
