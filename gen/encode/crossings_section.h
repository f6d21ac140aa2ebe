/* SPDX-License-Identifier: MIT */
/* Writes CROSSINGS: the rules of exception entry code (core/format/crossing_format.h). */
#ifndef GEN_ENCODE_CROSSINGS_SECTION_H
#define GEN_ENCODE_CROSSINGS_SECTION_H

#include "rows/crossings.h"
#include "util/buffer.h"

/*
 * Appends CROSSINGS to OUT, or nothing if no crossing has a program. The format limits the sizes:
 * crossings for which there is no room lose their program and get a reason.
 */
void crossings_section_write(struct buffer *out, struct crossings *crossings);

#endif
