/* SPDX-License-Identifier: MIT */
/*
 * A firmware ELF file: loaded sections, functions, mapping symbols, build id, DWARF. Every stage of
 * the tool reads the firmware through this header.
 */
#ifndef GEN_ELF_IMAGE_H
#define GEN_ELF_IMAGE_H

#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "elf/debug_file.h"

/* A section with its bytes. ADDRESS is the run address (VMA), not the load address. */
struct image_section {
    const char *name;
    uint32_t address, size_bytes;
    const uint8_t *bytes;
    uint64_t file_offset;
    bool executable, writable;
    uint8_t *states; /* NULL, or the states of its bytes (state_blocks.h) */
};

/* A function symbol, or a discovered function without one. ADDRESS is without the Thumb bit. */
struct image_function {
    uint32_t address, size_bytes;
    const char *name;
    bool thumb, global, weak;
    bool discovered; /* no symbol: NAME is the address, SIZE_BYTES ends at its last known code */
};

/*
 * A label: an untyped symbol (STT_NOTYPE) in an executable section, as hand-written assembly and
 * linker scripts define them. Mapping symbols, absolute symbols, names that begin with ".L" and
 * labels on data ($d) are left out. A label may be inside a function, or have the address of one.
 * ADDRESS is without the Thumb bit.
 */
struct image_label {
    uint32_t address;
    const char *name;
    bool thumb_bit; /* true: Thumb code. false: unknown, see elf/image_labels.h. */
    bool global, weak;
};

/*
 * What the bytes at an address are. UNREACHED occurs only in an image without mapping symbols: no
 * known path leads to the bytes, and they may be code or data (discover/discover.h).
 */
enum image_state { IMAGE_ARM, IMAGE_THUMB, IMAGE_DATA, IMAGE_UNREACHED };

/*
 * The bytes from ADDRESS to the next mapping have the state STATE (ELF for the Arm Architecture,
 * 5.5.5).
 */
struct image_mapping {
    uint32_t address;
    enum image_state state;
    bool executed_data; /* the file calls the bytes data (discover/executed_data.h) */
};

/* Faults of the symbol table, see elf/symbol_faults.h. */
struct symbol_faults {
    size_t contradictions; /* function symbols in another state than their mapping symbol says */
    size_t mapping_wins;   /* those of them whose callers agree with the mapping symbol */
    uint32_t first;        /* the address of the first contradiction */
    enum image_state first_function, first_mapping; /* what both say there */
    size_t gaps; /* ranges of code that no function symbol and no label covers */
    uint64_t gaps_bytes;
    uint32_t gaps_first; /* the address of the first gap */
};

struct image {
    const char *path;
    int fd;
    Elf *elf;
    Dwarf *dwarf;                 /* of the file or of DEBUG_FILE; NULL: no debug information */
    struct debug_file debug_file; /* a separate file with debug information and symbols */
    struct debug_file *packages;  /* packages of split DWARF (.dwp), and .dwo files of the user */
    size_t packages_count, packages_capacity;
    /* the compression of debug sections that cannot be read: "zstd"; NULL: none */
    const char *unreadable;

    uint32_t entry; /* without the Thumb bit */
    bool entry_thumb;
    uint8_t build_id[64];
    uint32_t build_id_size; /* in bytes; 0: no build id */

    struct image_section *sections; /* allocated sections with bytes, ascending by address */
    size_t sections_count;
    size_t largest; /* the index of the largest section, which most look-ups find */
    struct image_function *functions; /* ascending by address, then larger first */
    size_t functions_count;
    struct image_label *labels; /* ascending by address, then the best name first */
    size_t labels_count;
    struct image_mapping *mappings; /* ascending by address */
    size_t mappings_count;
    struct symbol_faults faults;
    bool discovered; /* discovery made MAPPINGS, because the file has no mapping symbols */
    size_t discovered_functions; /* how many of FUNCTIONS have no symbol, but were discovered */
    char *names;                 /* the names of the discovered functions; NULL: none */
};

/*
 * True for the section that the linker reserves for the table. Analyses must skip it, so that their
 * result does not depend on the table that the image carries.
 */
static inline bool image_section_is_table(const struct image_section *section)
{
    return strcmp(section->name, ".bobbin") == 0;
}

/* True if functions or labels have names from symbols, not only names that discovery made from
   addresses. */
static inline bool image_has_names(const struct image *image)
{
    return image->functions_count > image->discovered_functions || image->labels_count;
}

/*
 * Reads PATH, which must be a linked, little-endian, 32-bit ARM ELF file. Otherwise prints one line
 * on stderr and returns STATUS_BAD_INPUT. PATH must outlive IMAGE. If the file has no mapping
 * symbols, IMAGE has no mappings yet. So most callers use image_open (discover/open_image.h). GIVEN
 * are the debug files that the user names, see debug_file.h; NULL: none.
 */
int image_read_file(struct image *image, const char *path, struct debug_paths *given);
/* Only for image_read_file: fills in functions, labels and mappings (image_symbols.c). */
int image_load_symbols(struct image *image);
/* Only for discovery: adds functions that have no symbol. Their names must outlive IMAGE. */
void image_add_functions(struct image *image, const struct image_function *functions, size_t count);

/* The separate debug file of the image; if there is none, the file of the image. */
Elf *image_debug_elf(const struct image *image);

void image_close(struct image *image);

/* The section that contains ADDRESS, or NULL. */
const struct image_section *image_section_at(const struct image *image, uint32_t address);

/*
 * The next section after SCN with this NAME, loaded or not; if SCN is NULL, the first one of the
 * file. Fills in its HEADER. Returns NULL if there is none.
 */
Elf_Scn *image_next_named(const struct image *image, Elf_Scn *scn, const char *name,
                          GElf_Shdr *header);

/* Copies SIZE_BYTES at ADDRESS to OUT. False if they are not all in one section. */
bool image_read(const struct image *image, uint32_t address, void *out, uint32_t size_bytes);

/* Like image_read, where the first byte is in SECTION. */
bool image_section_read(const struct image_section *section, uint32_t address, void *out,
                        uint32_t size_bytes);

/*
 * Reads a little-endian number of SIZE_BYTES, at most 4. If the bytes are not all in one section,
 * returns false and sets *NUMBER to 0.
 */
bool image_read_number(const struct image *image, uint32_t address, uint32_t size_bytes,
                       uint32_t *number);

/* True if the four bytes at ADDRESS exist and are zero: unused space, not an instruction. */
bool image_is_empty(const struct image *image, uint32_t address);

/*
 * The function whose symbol covers ADDRESS. A function symbol without size covers the addresses up
 * to the next symbol or the end of its section. NULL if no function covers ADDRESS.
 */
const struct image_function *image_function_at(const struct image *image, uint32_t address);

/* Whether a function symbol is at ADDRESS. */
bool image_function_starts(const struct image *image, uint32_t address);

/* The first function with this NAME, or NULL. */
const struct image_function *image_function_named(const struct image *image, const char *name);

/*
 * The end address of FUNCTION, by its size. Without a size the function ends at the next function
 * or at the end of its section.
 */
uint32_t image_function_end(const struct image *image, const struct image_function *function);

/*
 * The state of ADDRESS. Before the first mapping, the Thumb bit of the function decides; without a
 * function the state is ARM.
 */
enum image_state image_state_at(const struct image *image, uint32_t address);

/* Like image_state_at. Every address up to *END - 1 has the same state. */
enum image_state image_state_until(const struct image *image, uint32_t address, uint32_t *end);

/* An instruction of 2 or 4 bytes. */
struct image_instruction {
    uint32_t address, size_bytes;
    bool thumb;
};
/*
 * Finds the first instruction at or after ADDRESS in SECTION. Skips data and unreached bytes. False
 * after the last instruction.
 */
bool image_next_instruction(const struct image *image, const struct image_section *section,
                            uint32_t address, struct image_instruction *out);

/*
 * Like image_next_instruction, but faster for ascending addresses of one section. RUN remembers the
 * state of the current mapping; zero it to start.
 */
struct image_run {
    enum image_state state; /* state of the addresses from the last call up to END - 1 */
    uint32_t end;
};
bool image_next_of_run(const struct image *image, const struct image_section *section,
                       uint32_t address, struct image_run *run, struct image_instruction *out);

/* The value of pc that the instruction AT reads (ARM ARM A2.3). */
static inline uint32_t image_pc_value(const struct image_instruction *at)
{
    return at->address + (at->thumb ? 4 : 8);
}

/* The value of pc to which literal loads and ADR add their offset: a multiple of 4. */
static inline uint32_t image_literal_base(const struct image_instruction *at)
{
    return image_pc_value(at) & ~3u;
}

/*
 * Visits each instruction of each executable section, in ascending order. To start, set IMAGE and
 * zero the rest. image_walk_next returns false after the last instruction.
 */
struct image_walk {
    const struct image *image;
    size_t section;
    struct image_run run;
    struct image_instruction instruction;
};
bool image_walk_next(struct image_walk *walk);

#endif
