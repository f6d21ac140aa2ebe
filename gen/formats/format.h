/* SPDX-License-Identifier: MIT */
/*
 * The formats that others have published, which are written to be compared with Bobbin's own: one
 * line each in formats.c.
 */
#ifndef GEN_FORMATS_H
#define GEN_FORMATS_H

#include "core/foreign/foreign.h"
#include "reference/reference.h"
#include "util/buffer.h"

/* Where bytes went, by the names of the format. */
struct format_share {
    const char *name;
    uint32_t bytes;
};
#define FORMAT_SHARES_MAX 8

/*
 * What a writer gives: bit by bit what the format says (section FOREIGN of
 * core/format/table_format.h).
 */
struct format_parts {
    uint32_t base;
    struct buffer part[FORMAT_FOREIGN_PARTS];
    uint32_t elsewhere_bytes; /* what the image has of it, outside of all parts */
    /* of all parts and that, up to one without a name */
    struct format_share share[FORMAT_SHARES_MAX];
};

/* Says where BYTES of OUT went: as NAME, behind what has been said. */
void format_add_share(struct format_parts *out, const char *name, size_t bytes);

/* Why a writer leaves code out, and of how many functions. */
struct format_drop {
    const char *why; /* "with a cfa not by sp" */
    size_t functions;
};

/*
 * A warning of all DROPS that there were, if any: "WHAT leaves out 2 of FUNCTIONS functions: 2
 * WHY".
 */
void format_warn_drops(const struct image *image, const char *what, size_t functions,
                       const struct format_drop *drops, size_t count);

struct format {
    const char *name; /* as in --format= */
    uint32_t number;  /* enum format_foreign */
    uint32_t variant; /* the writer's own */
    const struct bobbin_foreign *reader;
    /*
     * Writes the rows of REFERENCE, and says on stderr what the format has no room for. STATUS_...
     */
    int (*write)(const struct format *format, const struct reference *reference,
                 struct format_parts *out);
};

/* Whether FORMAT is a compact CFI dictionary, in whatever layout. */
static inline bool format_is_dictionary(const struct format *format)
{
    return (format->number & 0xff) == FORMAT_FOREIGN_DICTIONARY;
}

/* Where the bytes of a table in a FORMAT went. */
struct format_sizes {
    uint32_t header; /* and build id, ranges, padding */
    uint32_t elsewhere_bytes;
    struct format_share share[FORMAT_SHARES_MAX];
};

/* Writes a whole table. *BYTES is malloc'ed and holds *SIZE_BYTES. STATUS_... */
int format_encode(const struct format *format, const struct reference *reference, uint8_t **bytes,
                  uint32_t *size_bytes, struct format_sizes *sizes);

#endif
