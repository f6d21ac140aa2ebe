/* SPDX-License-Identifier: MIT */
/* Writes groups in the layout with pages. */
#ifndef GEN_GROUPS_GROUPS_PAGES_H
#define GEN_GROUPS_GROUPS_PAGES_H

#include "formats/format.h"
#include "formats/groups/groups_types.h"

/* Writes part 0 of the layout with pages. SHARE is as in struct format_parts. */
void groups_write_pages(const struct groups_list *list, struct buffer *out,
                        struct format_share share[FORMAT_SHARES_MAX]);

#endif
