/* SPDX-License-Identifier: MIT */
/*
 * Writes asynchronous compact descriptors (core/foreign/groups.h). groups_rows.c turns rows into
 * spans, groups_compose.c spans into groups, and groups_writer.c groups into bytes.
 */
#ifndef GEN_GROUPS_GROUPS_WRITER_H
#define GEN_GROUPS_GROUPS_WRITER_H

#include "formats/format.h"
#include "formats/groups/groups_types.h"

enum groups_layout { GROUPS_LAYOUT_12, GROUPS_LAYOUT_16, GROUPS_LAYOUT_2018, GROUPS_LAYOUT_PAGES };

/*
 * Writes parts 0 to 2 of LIST. Records that begin functions must have personality and language as
 * addresses. Returns PROBLEMS, after an error message for PATH, if there are more than
 * GROUPS_PERSONALITY_MAX personality routines.
 */
int groups_write(const struct groups_list *list, enum groups_layout layout, const char *path,
                 struct format_parts *out);

/* The `write` of a struct format. */
int groups_encode(const struct format *format, const struct reference *reference,
                  struct format_parts *out);

#endif
