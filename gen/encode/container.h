/* SPDX-License-Identifier: MIT */
/*
 * What the tables of all formats stand in: header, ranges, checksums (core/format/table_format.h).
 */
#ifndef GEN_CONTAINER_H
#define GEN_CONTAINER_H

#include "core/format/table_format.h"
#include "rows/row_list.h"
#include "util/buffer.h"

/* What stands in one; of a table of this format, with its rules first in BODY, or of another's. */
struct container {
    const struct buffer *ranges; /* records */
    const struct buffer *body;
    uint32_t runs_count;
};

/* The number of bytes before the body, which begins at a multiple of 4. */
uint32_t container_header_bytes(const struct image *image, const struct container *container);

/* Writes the table of IMAGE to OUT, which is empty. The code checksum covers the ranges of LIST. */
void container_write(struct buffer *out, const struct image *image, const struct row_list *list,
                     const struct container *container);

#endif
