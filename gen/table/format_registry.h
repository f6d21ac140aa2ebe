/* SPDX-License-Identifier: MIT */
/*
 * All formats of others that the tool can write, and which of them a table is in. A new format is
 * one line in format_registry.c.
 */
#ifndef GEN_FORMAT_REGISTRY_H
#define GEN_FORMAT_REGISTRY_H

#include "formats/format.h"
#include "rows/core_env.h"

/* The format with this NAME, as in --format=; NULL if there is none. "bobbin" is not among them. */
const struct format *format_named(const char *name);

/* The format with this NUMBER, from 0 on, in the order of the list; NULL after the last. */
const struct format *format_at(size_t number);

/* The usual reader of the format of TABLE; NULL for Bobbin's own format. */
const struct bobbin_foreign *format_reader(const struct bobbin_table *table);

/* core_env with the usual reader of TABLE. */
struct bobbin_env format_env(const struct image *image, const struct bobbin_table *table);

#endif
