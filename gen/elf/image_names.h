/* SPDX-License-Identifier: MIT */
/* Names of addresses from the symbols of an image, and addresses of names that users give. */
#ifndef GEN_ELF_IMAGE_NAMES_H
#define GEN_ELF_IMAGE_NAMES_H

#include "elf/image.h"
#include "util/suggestion.h"

/* The symbol that names an address. NAME is NULL if no symbol does. */
struct image_symbol {
    const char *name;
    uint32_t address; /* at which the symbol starts, without the Thumb bit */
};

/*
 * The symbol that names ADDRESS. A function symbol with a size names all its addresses. Any other
 * symbol names the addresses up to the next symbol, and up to code in the other state (ARM or
 * Thumb). Of several symbols at one address, function symbols come before labels, then strong
 * symbols before weak ones, then global before local ones.
 */
struct image_symbol image_symbol_at(const struct image *image, uint32_t address);

/*
 * Writes a name of ADDRESS to TEXT and returns TEXT: "name+0x12", "name" at the start of a
 * function, or "0x00008034" outside functions.
 */
const char *image_name(const struct image *image, uint32_t address, char *text, size_t text_size);

/* Whether code in the other state (ARM or Thumb) than at FROM lies between FROM and TO. */
bool image_state_changes(const struct image *image, uint32_t from, uint32_t to);

/* The addresses of a symbol: START to END - 1. */
struct image_range {
    uint32_t start, end;
};

/*
 * Finds the function or the label called NAME; each symbol of an address is valid. NUMBER counts
 * from 0 the symbols of this name, because files may have static functions of the same name. A
 * function without size ends at the next function, at the next global label, or where the state
 * changes; a label too, and a local label at any label. False if there is no such symbol.
 */
bool image_find_symbol(const struct image *image, const char *name, size_t number,
                       struct image_range *range);

/* For the message if no symbol is called NAME: the function or the label with the most similar
   name. */
struct suggestion image_similar_symbol(const struct image *image, const char *name);

#endif
