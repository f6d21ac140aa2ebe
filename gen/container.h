/* SPDX-License-Identifier: MIT */
/* What the tables of all formats stand in: header, directory, sections, checksums (core/format.h). */
#ifndef GEN_CONTAINER_H
#define GEN_CONTAINER_H

#include "buffer.h"
#include "format.h"
#include "reference.h"

/* A section of the table: required, for without any of them a row cannot be read. Left out when it is empty. */
struct container_section {
    enum format_section type;
    const struct buffer *bytes;
};

/* Writes the table of COUNT SECTIONS for the image of REFERENCE to OUT, which is empty. */
void container_write(struct buffer *out, const struct reference *reference,
                     const struct container_section *sections, size_t count);

#endif
