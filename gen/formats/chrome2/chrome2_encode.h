/* SPDX-License-Identifier: MIT */
/* Chromium's tables of 2021, as a format of the tool. */
#ifndef GEN_CHROME2_CHROME2_ENCODE_H
#define GEN_CHROME2_CHROME2_ENCODE_H

#include "formats/format.h"

/*
 * The `write` of a struct format, for all functions in the rows of REFERENCE. Warns about what is
 * left out.
 */
int chrome2_encode(const struct format *format, const struct reference *reference,
                   struct format_parts *out);

#endif
