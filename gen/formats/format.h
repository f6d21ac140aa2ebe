/* SPDX-License-Identifier: MIT */
/*
 * Published formats that bobbin writes to compare them with its own. Each has one line in
 * table/format_registry.c.
 */
#ifndef GEN_FORMATS_FORMAT_H
#define GEN_FORMATS_FORMAT_H

#include "core/foreign/foreign.h"
#include "reference/reference.h"
#include "util/buffer.h"

/* Number of bytes of one component, with the name that the format gives to it. */
struct format_share {
    const char *name;
    uint32_t bytes;
};
#define FORMAT_SHARES_MAX 8

/*
 * What a writer returns: the parts of section FOREIGN (core/format/table_format.h), bit by bit as
 * published.
 */
struct format_parts {
    uint32_t base;
    struct buffer part[FORMAT_FOREIGN_PARTS];
    /* bytes of the format that are in the image but in no part */
    uint32_t elsewhere_bytes;
    /* shares of all parts and of elsewhere_bytes; the first element without a name ends the list */
    struct format_share share[FORMAT_SHARES_MAX];
};

/* Appends a share to OUT: its name is NAME, its size BYTES. */
void format_add_share(struct format_parts *out, const char *name, size_t bytes);

/* A reason for which a writer leaves out functions, and their number. */
struct format_drop {
    const char *why; /* such as "with a cfa not by sp" */
    size_t functions;
};

/*
 * Warns that WHAT leaves out some of FUNCTIONS functions, and lists the reasons of DROPS that
 * occurred. Prints nothing if none occurred.
 */
void format_warn_drops(const struct image *image, const char *what, size_t functions,
                       const struct format_drop *drops, size_t count);

struct format {
    const char *name; /* as in --format= */
    uint32_t number;  /* enum format_foreign */
    uint32_t variant; /* meaning defined by the writer */
    const struct bobbin_foreign *reader;
    /*
     * Writes the rows of REFERENCE. Warns about what the format cannot express. Returns STATUS_...
     */
    int (*write)(const struct format *format, const struct reference *reference,
                 struct format_parts *out);
};

/* Whether FORMAT is a compact CFI dictionary, in any layout. */
static inline bool format_is_dictionary(const struct format *format)
{
    return (format->number & 0xff) == FORMAT_FOREIGN_DICTIONARY;
}

/* Bytes of a table in another format, by component. */
struct format_sizes {
    uint32_t header; /* with build id, ranges and padding */
    uint32_t elsewhere_bytes;
    struct format_share share[FORMAT_SHARES_MAX];
};

/* Writes a whole table to *BYTES, which is malloc'ed and holds *SIZE_BYTES. Returns STATUS_... */
int format_encode(const struct format *format, const struct reference *reference, uint8_t **bytes,
                  uint32_t *size_bytes, struct format_sizes *sizes);

#endif
