/* SPDX-License-Identifier: MIT */
/* Which code calls: there a frame is found without having been interrupted. */
#ifndef GEN_CALLS_H
#define GEN_CALLS_H

#include "image.h"

/* Whether an instruction of START to END - 1 is a call. */
bool calls_somebody(const struct image *image, uint32_t start, uint32_t end);

#endif
