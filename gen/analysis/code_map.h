/* SPDX-License-Identifier: MIT */
/* A few bits about each halfword of the code of an image. */
#ifndef GEN_ANALYSIS_CODE_MAP_H
#define GEN_ANALYSIS_CODE_MAP_H

#include "elf/image.h"

enum code_bit {
    CODE_STARTS = 1,    /* an instruction starts here */
    CODE_TAKEN = 2,     /* the address of it stands in memory or is built by instructions */
    CODE_LABEL = 4,     /* the same, whatever the Thumb bit: where a computed goto may go */
    CODE_REACHED = 8,   /* some path leads here */
    CODE_ROOT = 16,     /* a vector of exceptions from which nothing comes back */
    CODE_HANDLER = 32,  /* another vector, or where one leads */
    CODE_JUMPED = 64,   /* another instruction jumps here, or an exception lands here */
    CODE_LITERAL = 128, /* no instruction: a word that one loads from here by its distance */
};

struct code_map {
    const struct image *image;
    size_t *first; /* per section: the index in BITS of its first halfword, if it is executable */
    uint8_t *bits;
};

/* All bits 0 but CODE_STARTS. */
void code_map_make(struct code_map *map, const struct image *image);
void code_map_free(struct code_map *map);

/* What is known of ADDRESS; 0 where no instruction or literal starts. */
uint8_t code_map_bits(const struct code_map *map, uint32_t address);

/* BIT but LITERAL is said of instructions only, LITERAL of all else. */
void code_map_set(struct code_map *map, uint32_t address, enum code_bit bit);

#endif
