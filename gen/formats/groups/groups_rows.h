/* SPDX-License-Identifier: MIT */
/* Converts rows to spans. */
#ifndef GEN_GROUPS_GROUPS_ROWS_H
#define GEN_GROUPS_GROUPS_ROWS_H

#include "formats/groups/groups_language_data.h"
#include "util/buffer.h"

/*
 * Converts all rows of REFERENCE to spans, divided where functions start. Writes rules that groups
 * cannot express to ESCAPED.
 */
void groups_spans(struct spans *spans, const struct reference *reference,
                  const struct groups_handlers *handlers, struct buffer *escaped);

#endif
