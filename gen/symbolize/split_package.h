/* SPDX-License-Identifier: MIT */
/* Split units from a package (.dwp), or from a .dwo that the user names. */
#ifndef GEN_SYMBOLIZE_SPLIT_PACKAGE_H
#define GEN_SYMBOLIZE_SPLIT_PACKAGE_H

#include "elf/image.h"
#include "symbolize/split_index.h"
#include "util/buffer.h"

/* What a split unit takes from its skeleton and from the image. */
struct split_base {
    uint32_t version;             /* of the DWARF of the unit */
    uint32_t address;             /* to which ranges are relative */
    struct split_bytes addresses; /* of .debug_addr, from the base of the unit on */
    struct split_bytes ranges;    /* DWARF 4: .debug_ranges of the image, from the base on */
    struct split_bytes rnglists;  /* DWARF 5: of the split unit */
};

struct split_unit {
    struct buffer file; /* the unit as an ELF file */
    Elf *elf;
    Dwarf *dwarf;
    struct split_base base;
};

/*
 * Opens the split unit of SKELETON in image->packages. Fills in DIE, the split unit. NULL if the
 * package does not have it. The caller frees the unit with split_unit_free.
 */
struct split_unit *split_package_open(const struct image *image, Dwarf_Die *skeleton,
                                      Dwarf_Die *die);
void split_unit_free(struct split_unit *unit);

#endif
