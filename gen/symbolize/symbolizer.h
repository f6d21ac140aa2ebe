/* SPDX-License-Identifier: MIT */
/* Names for addresses: function, file and line, and the calls that the compiler has inlined. */
#ifndef GEN_SYMBOLIZER_H
#define GEN_SYMBOLIZER_H

#include "symbolize/debug_index.h"
#include <bobbin/bobbin.h>

/* Most levels shown at one address: a function and what is inlined in it. */
#define SYMBOLS_MAX 32

/* One level of source at an address. Strings live as long as the image. */
struct symbol {
    const char *function; /* NULL when nobody knows */
    uint32_t offset;      /* of pc from the start of the function; 0 when inlined */
    const char *file;     /* relative to where the compiler ran, if below; NULL unknown */
    uint32_t line;        /* 0 unknown */
    bool inlined;         /* into the level that follows */
    const char *linkage;  /* the name that the linker knows, of C++ mangled; NULL unknown */
    const char *home;     /* the file that declares the function, as FILE; NULL unknown */
    uint32_t home_line;   /* where in it; 0 unknown */
};

struct symbolizer {
    struct debug_index code;
};

/* Makes the index. IMAGE must outlive it; with no debug information there are names and offsets. */
void symbolizer_open(struct symbolizer *symbolizer, const struct image *image);
void symbolizer_close(struct symbolizer *symbolizer);

/*
 * What is at PC, looked up by its kind; innermost first, the function that has the code last.
 * Stores at least one level and at most SYMBOLS_MAX, and returns how many.
 */
size_t symbolizer_look_up(const struct symbolizer *symbolizer, uint32_t pc, enum bobbin_kind kind,
                          struct symbol symbols[SYMBOLS_MAX]);

#endif
