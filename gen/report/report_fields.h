/* SPDX-License-Identifier: MIT */
/* The fields of a report line: parses numbers, words and NAME=VALUE pairs. */
#ifndef GEN_REPORT_REPORT_FIELDS_H
#define GEN_REPORT_REPORT_FIELDS_H

#include "report/report_model.h"

/* Returns the next field of *FIELDS, or NULL after the last one. */
char *report_next_field(char **fields);

/* Ends FIELDS before " : " and returns the text after it, or "" if there is none. */
const char *report_split_text(char *fields);

/* Copies a word of the grammar: lower-case letters, digits, hyphens. False if WORD is none. */
bool report_copy_word(char out[REPORT_WORD_MAX], const char *word);

/* Splits "name=VALUE" in place. False if FIELD is NULL or has no "=". */
bool report_split_pair(char *field, const char **value);

/* Parses a hexadecimal number of at most 32 bits. TEXT may be NULL. */
bool report_parse_word32(const char *text, uint32_t *value);

/* Parses a field that must be NAME=HEX (grammar 1) or HEX. FIELD may be NULL. */
bool report_parse_named(char *field, const char *name, uint32_t *value);

/* Parses a field that must be NAME=DECIMAL (grammar 1) or DECIMAL. FIELD may be NULL. */
bool report_parse_count(char *field, const char *name, uint32_t *value);

/* Returns N if NAME is PREFIX followed by N, and N is from FIRST to LAST. Otherwise returns -1. */
int report_register_number(const char *name, char prefix, uint32_t first, uint32_t last);

/* Replaces *SLOT, which is malloc'ed or NULL, by a copy of TEXT. */
void report_replace_text(char **slot, const char *text);

#endif
