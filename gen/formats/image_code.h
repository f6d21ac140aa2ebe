/* SPDX-License-Identifier: MIT */
/*
 * Instructions of an image as core decodes them: for formats whose writers look at the code, never
 * for the reference.
 */
#ifndef GEN_IMAGE_CODE_H
#define GEN_IMAGE_CODE_H

#include "core/insn/code.h"
#include "elf/image.h"

/* The instruction AT in OP; false when it is not all there. */
bool image_decode(const struct image *image, const struct image_instruction *at,
                  struct code_op *op);

#endif
