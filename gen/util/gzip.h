/* SPDX-License-Identifier: MIT */
#ifndef GEN_UTIL_GZIP_H
#define GEN_UTIL_GZIP_H

#include "util/buffer.h"

/* Appends IN as a gzip file (RFC 1952), without a name and a time: the same bytes for the same bytes. */
void gzip_write(const struct buffer *in, struct buffer *out);

#endif
