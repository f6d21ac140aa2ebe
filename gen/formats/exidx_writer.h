/* SPDX-License-Identifier: MIT */
/*
 * Format `exidx`: the linker's tables of the Exception Handling ABI. The linker has written them,
 * so the table stores only their addresses.
 */
#ifndef GEN_FORMATS_EXIDX_WRITER_H
#define GEN_FORMATS_EXIDX_WRITER_H

#include "formats/format.h"

/* The `write` of a struct format. Prints a warning if the image has no such tables. */
int exidx_encode(const struct format *format, const struct reference *reference,
                 struct format_parts *out);

#endif
