/* SPDX-License-Identifier: MIT */
/*
 * Symbols of objects (STT_OBJECT) in sections with code. Compilers write no mapping symbol $d at
 * the start of .rodata. If a linker script puts .rodata after code, in one section, the mapping
 * symbol of the code before would hold there.
 */
#ifndef GEN_ELF_OBJECT_SYMBOLS_H
#define GEN_ELF_OBJECT_SYMBOLS_H

#include "elf/image.h"

struct object_symbols {
    uint32_t *address;
    size_t count, capacity;
};

/* Adds the object SYMBOL, if it has a size. */
void object_symbols_add(struct object_symbols *objects, const GElf_Sym *symbol);

/*
 * Only for image_load_symbols. Makes the bytes from each object on data, up to the next mapping
 * symbol or function symbol. Does not change an object with a mapping symbol at its address. The
 * new mappings follow the sorted ones, so the caller sorts again. Frees OBJECTS.
 */
void object_symbols_map(struct object_symbols *objects, struct image *image);

#endif
