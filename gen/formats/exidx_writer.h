/* SPDX-License-Identifier: MIT */
/*
 * "Writes" the tables of the Exception Handling ABI: the linker has made them, and all there is to
 * write is where they are.
 */
#ifndef GEN_WRITE_EXIDX_H
#define GEN_WRITE_EXIDX_H

#include "formats/format.h"

/* The writer of a struct format. Says on stderr where an image has none. */
int exidx_encode(const struct format *format, const struct reference *reference,
                 struct format_parts *out);

#endif
