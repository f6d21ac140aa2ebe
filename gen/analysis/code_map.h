/* SPDX-License-Identifier: MIT */
/*
 * The code map: one byte of flags for each halfword of the code of an image. The stage analysis
 * keeps it in memory for the whole image.
 */
#ifndef GEN_ANALYSIS_CODE_MAP_H
#define GEN_ANALYSIS_CODE_MAP_H

#include "elf/image.h"

enum code_bit {
    CODE_STARTS = 1,    /* an instruction starts here */
    CODE_TAKEN = 2,     /* a pointer to this instruction is in memory or built by code */
    CODE_LABEL = 4,     /* like CODE_TAKEN with any Thumb bit: a target of a computed goto */
    CODE_REACHED = 8,   /* a path leads here */
    CODE_ROOT = 16,     /* the reset vector */
    CODE_HANDLER = 32,  /* an exception vector except reset, or the target of such a vector */
    CODE_JUMPED = 64,   /* another instruction jumps here, or an exception is caught here */
    CODE_LITERAL = 128, /* no instruction: a literal, loaded relative to pc */
};

struct code_map {
    const struct image *image;
    size_t *first; /* per section: the index in BITS of its first halfword, if it is executable */
    uint8_t *bits;
};

/* Sets CODE_STARTS at each instruction; no other flag. */
void code_map_make(struct code_map *map, const struct image *image);
void code_map_free(struct code_map *map);

/* The flags of ADDRESS. 0 where neither an instruction nor a literal starts. */
uint8_t code_map_bits(const struct code_map *map, uint32_t address);

/* Sets BIT at ADDRESS. Ignores CODE_LITERAL at an instruction, and each other flag elsewhere. */
void code_map_set(struct code_map *map, uint32_t address, enum code_bit bit);

#endif
