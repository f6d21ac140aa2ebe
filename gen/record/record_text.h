/* SPDX-License-Identifier: MIT */
/* What a record says, as text. */
#ifndef GEN_RECORD_RECORD_TEXT_H
#define GEN_RECORD_RECORD_TEXT_H

#include "core/record/record_lines.h"
#include "util/buffer.h"

/*
 * Appends the report lines of VIEW to OUT, each with a line feed. Returns false if a line cannot be
 * read, which no writer of this version causes; the lines before it are in OUT.
 */
bool record_text(struct buffer *out, const struct record_view *view);

#define RECORD_ORIGIN_BYTES 160

/* Writes one line about what VIEW counted: "record 3: boot 7, crash 5, ...". Returns TEXT. */
const char *record_origin(char text[RECORD_ORIGIN_BYTES], const struct record_view *view);

#endif
