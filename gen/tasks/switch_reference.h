/* SPDX-License-Identifier: MIT */
/*
 * Builds the reference of an image with the context switches that come back: it builds a reference,
 * finds the switches in it, and builds the reference again with them.
 */
#ifndef GEN_TASKS_SWITCH_REFERENCE_H
#define GEN_TASKS_SWITCH_REFERENCE_H

#include "reference/reference.h"

/*
 * Like reference_build. If no code of the image leaves its stack for another one, it takes no more
 * time.
 */
int switch_reference_build(struct reference *reference, const struct image *image,
                           const struct row_options *options);

#endif
