/* SPDX-License-Identifier: MIT */
/*
 * Faults of the symbol table: symbols that contradict each other, that are wrong, or that are
 * missing.
 */
#ifndef GEN_ELF_SYMBOL_FAULTS_H
#define GEN_ELF_SYMBOL_FAULTS_H

#include "elf/image.h"

/*
 * Only for image_load_symbols. Finds the function symbols that contradict the mapping symbol that
 * holds at their address, corrects image->mappings where the function symbol wins, and fills in
 * image->faults.
 *
 * The callers decide: a direct call says ARM or Thumb. If nothing calls the function, the function
 * symbol wins, except an even address in the middle of Thumb code: that is a label to which
 * assembly gave a type, but not .thumb_func.
 */
void symbol_faults_find(struct image *image);

/* Prints a warning of one line for each kind of fault, with the number of symbols. */
void symbol_faults_warn(const struct image *image);

#endif
