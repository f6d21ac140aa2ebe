/* SPDX-License-Identifier: MIT */
/* Writes the compact CFI dictionary (core/foreign/cfi_dictionary.h). */
#ifndef GEN_CFI_DICTIONARY_DICTIONARY_WRITER_H
#define GEN_CFI_DICTIONARY_DICTIONARY_WRITER_H

#include "core/foreign/cfi_dictionary.h"
#include "formats/cfi_dictionary/dictionary_runs.h"
#include "formats/format.h"

/*
 * Each function is the `write` of a struct format, for all rows of REFERENCE. Both warn about rules
 * that they leave out.
 */
int cfi_encode_flat(const struct format *format, const struct reference *reference,
                    struct format_parts *out);
int cfi_encode_two_level(const struct format *format, const struct reference *reference,
                         struct format_parts *out);

/* ---- shared by all writers of dictionaries --------------------------------------------------- */

/*
 * Finds the RUNS of REFERENCE, warns about code that the format cannot express, and sets the base
 * of OUT. Returns STATUS_...
 */
int cfi_begin(struct cfi_runs *runs, const struct reference *reference, const char *format,
              struct format_parts *out);

/* Writes all rules of RUNS in the form of the part CFI_DICTIONARY. */
void cfi_write_dictionary(const struct cfi_runs *runs, struct buffer *out);

/* Adds to WIDE, a part CFI_WIDE: record NUMBER has the rule RULE. */
void cfi_write_wide(struct buffer *wide, uint32_t number, uint32_t rule);

/*
 * Returns the byte for RULE of record NUMBER. If RULE has no byte of its own, adds the record to
 * WIDE.
 */
uint32_t cfi_write_rule(struct buffer *wide, uint32_t number, uint32_t rule);

/* Adds the size of each part of OUT to the shares of OUT, under the name of the part. */
void cfi_share_parts(struct format_parts *out);

#endif
