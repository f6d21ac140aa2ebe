/* SPDX-License-Identifier: MIT */
/*
 * Executed data: bytes that mapping symbols call data ($d) and that the code executes. Assemblers
 * write $d where the source has an instruction as .word or .byte. For open_image.c.
 */
#ifndef GEN_DISCOVER_EXECUTED_DATA_H
#define GEN_DISCOVER_EXECUTED_DATA_H

#include "elf/image.h"

/*
 * Makes such data code, in the mappings of IMAGE: data into which the code before it falls, to
 * which a branch leads, or at which a function symbol starts. Data that an instruction loads as a
 * literal stays data. Returns STATUS_...
 */
int executed_data_map(struct image *image);

#endif
