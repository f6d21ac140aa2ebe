/* SPDX-License-Identifier: MIT */
/* Writes a record as lines with base64: "record OFFSET BASE64". */
#ifndef BOBBIN_RECORD_BASE64_H
#define BOBBIN_RECORD_BASE64_H

#include "record_lines.h"

/*
 * Writes the line with the bytes from byte OFFSET on. Returns its length. The token of the lines is
 * a hash of the record, with the device of the report.
 */
uint32_t record_base64_line(struct record_out *out, const struct record_view *view,
                            uint32_t offset);

#endif
