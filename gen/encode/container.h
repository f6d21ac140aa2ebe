/* SPDX-License-Identifier: MIT */
/* What the tables of all formats stand in: header, ranges, checksums (core/format/table_format.h). */
#ifndef GEN_CONTAINER_H
#define GEN_CONTAINER_H

#include "core/format/table_format.h"
#include "reference/reference.h"
#include "util/buffer.h"

/* What stands in one; of a table of this format, with its rules first in BODY, or of another's. */
struct container {
    const struct buffer *ranges; /* records */
    const struct buffer *body;
    uint32_t runs_count;
};

/* So many bytes lie before the body, which begins at a multiple of 4. */
uint32_t container_header_bytes(const struct reference *reference,
                                const struct container *container);

/* Writes the table for the image of REFERENCE to OUT, which is empty. */
void container_write(struct buffer *out, const struct reference *reference,
                     const struct container *container);

#endif
