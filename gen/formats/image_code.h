/* SPDX-License-Identifier: MIT */
/*
 * Decodes instructions of an image as the core does. For formats whose writers read code; the
 * reference never uses this decoder.
 */
#ifndef GEN_FORMATS_IMAGE_CODE_H
#define GEN_FORMATS_IMAGE_CODE_H

#include "core/insn/code.h"
#include "elf/image.h"

/*
 * Decodes the instruction AT into OP. Returns false if the image does not contain all of its bytes.
 */
bool image_decode(const struct image *image, const struct image_instruction *at,
                  struct code_op *op);

#endif
