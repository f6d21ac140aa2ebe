/* SPDX-License-Identifier: MIT */
/*
 * All formats other than Bobbin's own that the tool can write, and the format of a given table. To
 * add a format, add one line in format_registry.c.
 */
#ifndef GEN_TABLE_FORMAT_REGISTRY_H
#define GEN_TABLE_FORMAT_REGISTRY_H

#include "formats/format.h"
#include "rows/core_env.h"

/*
 * Returns the format with this NAME, as in --format=NAME. Returns NULL if there is none. "bobbin"
 * is not in the list.
 */
const struct format *format_named(const char *name);

/* Returns the format at this position of the list, from 0. Returns NULL after the last one. */
const struct format *format_at(size_t number);

/* Returns the usual reader for the format of TABLE. Returns NULL for Bobbin's own format. */
const struct bobbin_foreign *format_reader(const struct bobbin_table *table);

/* Returns core_env with the usual reader for TABLE. */
struct bobbin_env format_env(const struct image *image, const struct bobbin_table *table);

#endif
