/* SPDX-License-Identifier: MIT */
/*
 * The frame around the tables of all formats: header, ranges, checksums
 * (core/format/table_format.h).
 */
#ifndef GEN_ENCODE_CONTAINER_H
#define GEN_ENCODE_CONTAINER_H

#include "core/format/table_format.h"
#include "rows/row_list.h"
#include "util/buffer.h"

/*
 * The parts of a table, in Bobbin's own or another format. In Bobbin's own format, BODY begins with
 * the rules.
 */
struct container {
    const struct buffer *ranges; /* range records */
    const struct buffer *body;
    uint32_t runs_count;
    const struct buffer *resumes;   /* RESUMES (core/format/resume_format.h); NULL: none */
    const struct buffer *crossings; /* CROSSINGS (core/format/crossing_format.h); NULL: none */
};

/* The number of bytes before the body, a multiple of 4. */
uint32_t container_header_bytes(const struct image *image, const struct container *container);

/*
 * Writes the table of IMAGE to OUT, which must be empty. The code checksum covers the ranges of
 * LIST.
 */
void container_write(struct buffer *out, const struct image *image, const struct row_list *list,
                     const struct container *container);

#endif
