/* SPDX-License-Identifier: MIT */
/* Compresses a buffer as gzip, for pprof profiles. */
#ifndef GEN_UTIL_GZIP_H
#define GEN_UTIL_GZIP_H

#include "util/buffer.h"

/*
 * Compresses IN and appends it to OUT as a gzip file (RFC 1952). The file has no name and no time,
 * so equal inputs give equal outputs.
 */
void gzip_write(const struct buffer *in, struct buffer *out);

#endif
