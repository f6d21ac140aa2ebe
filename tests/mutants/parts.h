/* SPDX-License-Identifier: MIT */
/* A table taken apart, so that a part can change its size; core/SPEC.md says what the parts are. */
#ifndef MUTANTS_PARTS_H
#define MUTANTS_PARTS_H

#include <stdbool.h>

#include "buffer.h"
#include "format.h"

/* One section, in the order of the directory. */
struct part {
    uint32_t type, flags;
    struct buffer bytes;
};

struct parts {
    struct buffer header; /* up to the directory: the build id too */
    struct part part[FORMAT_SECTIONS_MAX];
    uint32_t count;
};

/* BYTES are a table that core has opened. */
void parts_take(struct parts *parts, const uint8_t *bytes);
void parts_free(struct parts *parts);

/* The section TYPE (enum format_section); NULL when the table has none. */
struct buffer *parts_find(struct parts *parts, uint32_t type);

/* The same, but added empty, in the order of types, when the table has none: those behind it move. */
struct buffer *parts_need(struct parts *parts, uint32_t type);

/* The whole table again, with sizes and checksum right, to OUT. */
void parts_join(const struct parts *parts, struct buffer *out);

/* Makes the checksum of the table at OUT right, which is as long as its header says: nothing is done
   when that is more than there is. */
void table_seal(struct buffer *out);

#endif
