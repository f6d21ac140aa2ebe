/* SPDX-License-Identifier: MIT */
/* The firmware ELF: what is loaded where, functions, mapping symbols, build id, DWARF. */
#ifndef GEN_ELF_IMAGE_H
#define GEN_ELF_IMAGE_H

#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/suggestion.h"

/* Bytes of the image at their run address (VMA). */
struct image_section {
    const char *name;
    uint32_t address, size_bytes;
    const uint8_t *bytes;
    uint64_t file_offset;
    bool executable, writable;
};

/* A function symbol. ADDRESS is without the Thumb bit. */
struct image_function {
    uint32_t address, size_bytes;
    const char *name;
    bool thumb, global;
};

/* UNREACHED, in an image without mapping symbols: nothing leads there, and nobody knows what it is (discovery.h). */
enum image_state { IMAGE_ARM, IMAGE_THUMB, IMAGE_DATA, IMAGE_UNREACHED };

/* From ADDRESS to the next mapping symbol the bytes are STATE (ELF for the Arm Architecture 5.5.5). */
struct image_mapping {
    uint32_t address;
    enum image_state state;
};

struct image {
    const char *path;
    int fd;
    Elf *elf;
    Dwarf *dwarf; /* NULL when there is no debug information */

    uint32_t entry; /* without the Thumb bit */
    bool entry_thumb;
    uint8_t build_id[64];
    uint32_t build_id_size; /* 0: none */

    struct image_section *sections; /* allocated sections with bytes, ascending by address */
    size_t sections_count;
    struct image_function *functions; /* ascending by address, then larger first */
    size_t functions_count;
    struct image_mapping *mappings; /* ascending by address */
    size_t mappings_count;
    bool discovered; /* there were no mapping symbols: MAPPINGS were found by following code */
    char *names;     /* of FUNCTIONS, where they were found too: their addresses; else NULL */
};

/* The room that the linker reserved for the table. What an image says must not depend on what is in there. */
static inline bool image_section_is_table(const struct image_section *section)
{
    return strcmp(section->name, ".bobbin") == 0;
}

/* Whether functions have names of their own, which are those of symbols. */
static inline bool image_has_names(const struct image *image)
{
    return image->functions_count && !image->names;
}

/*
 * Reads PATH: a linked, little-endian, 32-bit ARM ELF. Otherwise prints one line on stderr and returns BAD_INPUT.
 * An image without mapping symbols has no mappings yet: most callers use image_open (discover/open_image.h).
 */
int image_read_file(struct image *image, const char *path);
/* Part of image_read_file; in image_symbols.c. */
int image_load_symbols(struct image *image);
void image_close(struct image *image);

/* The section that has ADDRESS, or NULL. */
const struct image_section *image_section_at(const struct image *image, uint32_t address);

/* The first section behind SCN, of the whole file if that is NULL, that is called NAME, loaded or not, and its
   HEADER; NULL when there is none. */
Elf_Scn *image_next_named(const struct image *image, Elf_Scn *scn, const char *name,
                          GElf_Shdr *header);

/* Copies SIZE_BYTES of the image; false when they are not all in one section. */
bool image_read(const struct image *image, uint32_t address, void *out, uint32_t size_bytes);

/* Reads SIZE_BYTES, at most 4, as a NUMBER; false, and a NUMBER of 0, when they are not all in one section. */
bool image_read_number(const struct image *image, uint32_t address, uint32_t size_bytes,
                       uint32_t *number);

/* Whether the four bytes at ADDRESS are there and zero: nothing was written there, and zeros are no code. */
bool image_is_empty(const struct image *image, uint32_t address);

/* The function whose symbol covers ADDRESS (or, for symbols without size, precedes it in its
   section); NULL when there is none. */
const struct image_function *image_function_at(const struct image *image, uint32_t address);

/* The first function that is called NAME; NULL when none is. */
const struct image_function *image_function_named(const struct image *image, const char *name);

/* For the message if no function is called NAME: the function with the most similar name. */
struct suggestion image_similar_function(const struct image *image, const char *name);

/* Where FUNCTION ends: by its size, or at the next one or the end of its section if it has none. */
uint32_t image_function_end(const struct image *image, const struct image_function *function);

/* What ADDRESS holds. Without any mapping symbol: by the function's Thumb bit, else ARM. */
enum image_state image_state_at(const struct image *image, uint32_t address);

/* The same, and *END, up to which that is so. */
enum image_state image_state_until(const struct image *image, uint32_t address, uint32_t *end);

/* "name+0x12", "name" at its start, or "0x00008034" where there is no symbol, to TEXT. */
const char *image_name(const struct image *image, uint32_t address, char *text, size_t text_size);

/* The first instruction at or after ADDRESS in SECTION and its size: false behind the last. Data is
   stepped over. */
struct image_instruction {
    uint32_t address, size_bytes;
    bool thumb;
};
bool image_next_instruction(const struct image *image, const struct image_section *section,
                            uint32_t address, struct image_instruction *out);

/* The same by who asks for one behind the other, and has a RUN for that: zero it to start. */
struct image_run {
    enum image_state state; /* from where somebody asked last to END */
    uint32_t end;
};
bool image_next_of_run(const struct image *image, const struct image_section *section,
                       uint32_t address, struct image_run *run, struct image_instruction *out);

/* What pc is to instructions that read a literal at a distance from it, or make such an address. */
static inline uint32_t image_literal_base(const struct image_instruction *at)
{
    return at->thumb ? (at->address + 4) & ~3u : at->address + 8;
}

/* Each instruction of each executable section, ascending. Zero it but for IMAGE to start. */
struct image_walk {
    const struct image *image;
    size_t section;
    struct image_run run;
    struct image_instruction instruction;
};
bool image_walk_next(struct image_walk *walk);

#endif
