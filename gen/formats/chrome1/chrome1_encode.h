/* SPDX-License-Identifier: MIT */
/* Chromium's tables of 2018, as a format of the tool. */
#ifndef GEN_CHROME1_CHROME1_ENCODE_H
#define GEN_CHROME1_CHROME1_ENCODE_H

#include "formats/format.h"

/*
 * The `write` of a struct format, for all functions in the rows of REFERENCE. Warns about left-out
 * functions.
 */
int chrome1_encode(const struct format *format, const struct reference *reference,
                   struct format_parts *out);

#endif
