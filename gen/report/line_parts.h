/* SPDX-License-Identifier: MIT */
/* Splits a report line into its parts. */
#ifndef GEN_REPORT_LINE_PARTS_H
#define GEN_REPORT_LINE_PARTS_H

#include "report/log_scanner.h"

/*
 * Splits TEXT, "%bobbin TOKEN.SEQ TYPE FIELDS" or, in grammar 1, "%bobbin SEQ TYPE FIELDS", in
 * place. Sets token, sequence, type and fields of LINE. Returns false if TEXT has another form.
 */
bool line_parts_split(char *text, struct report_line *line);

/*
 * Whether TEXT, which is no valid line, seems to be one that was damaged. Then TOKEN gets its
 * token, or "" if it has none.
 */
bool line_parts_look_right(const char *text, size_t length, char token[REPORT_TOKEN_MAX + 1]);

#endif
